import { Redis as Client } from "ioredis";
import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import { checkedRedisUrl } from "./settings.ts";

/** A connection to Redis, which may come and go. Commands of one turn of the event loop go in one round trip. */
export interface Redis extends AsyncDisposable {
  readonly client: Client;
  /** For how long it has been connected without a break, in milliseconds; 0 while it is not. */
  connectedForMs(): number;
  /** Notes a command that failed: says so in the log, once a minute. */
  failed(err: unknown): void;
}

/** How long a command may take: a limit is exact for as long as Redis answers, and a caller waits no longer than 5 s. */
const COMMAND_MS = 2_000;
const CONNECT_MS = 1_000;
const MOST_BACKOFF_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/**
 * `url`: redis://[[user]:password@]host:port[/db], or rediss:// for TLS. Resolves whether Redis is there or not: it is
 * looked for until disposal. Throws `invalid` for another kind of address.
 */
export function openRedis({ url, clock, log }: { url: string; clock: Clock; log: Logger }): Redis {
  const client = new Client(checkedRedisUrl(url), {
    enableAutoPipelining: true,
    // A command is refused at once while Redis is away: nobody waits for it to come back.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MS,
    // One that takes commands and answers none is away too: else every command would wait as long as the first.
    socketTimeout: COMMAND_MS,
    connectTimeout: CONNECT_MS,
    retryStrategy: (times) => Math.min(50 * times, MOST_BACKOFF_MS),
  });
  let readyAtMs: number | undefined;
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  const failed = (err: unknown) => {
    if (clock.now() - warnedAtMs < WARN_EVERY_MS) return;
    warnedAtMs = clock.now();
    log.warn(
      { err },
      "Redis does not answer: limits are counted by each process, and keys are asked of the account service",
    );
  };
  client.on("ready", () => {
    readyAtMs = clock.now();
  });
  client.on("close", () => {
    readyAtMs = undefined;
  });
  client.on("error", failed);
  return {
    client,
    connectedForMs: () => (readyAtMs === undefined ? 0 : Math.max(1, clock.now() - readyAtMs)),
    failed,
    async [Symbol.asyncDispose]() {
      client.disconnect();
    },
  };
}
