import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { USAGE_GROUP, USAGE_STREAM } from "#kit/redis/names.ts";
import type { Redis } from "#kit/redis/open-redis.ts";
import type { UsageEvent } from "../ports.ts";

const EVENTS_A_READ = 500;
const WAIT_MS = 200;
/** Events that a reader took and did not write for so long are another's: it died. */
const LEFT_BEHIND_MS = 10_000;
const LOOK_FOR_LEFT_MS = 5_000;
const RETRY_MS = 500;
/** How long a reader of the ledger waits for what was in the stream when he came. */
const DRAIN_MS = 2_000;

type Entry = [id: string, fields: string[]];

/**
 * Carries usage events from the stream to the ledger. Several readers share the work; an event leaves the stream when the
 * ledger has it, and one that comes twice counts once there. `record` writes all of a call or none.
 */
export function readUsageStream(
  redis: Redis,
  { record, reader, log }: { record(events: UsageEvent[]): Promise<void>; reader: string; log: Logger },
): AsyncDisposable & {
  /** Events in the stream, and how many of these a reader has taken. */
  depth(): Promise<{ waiting: number; taken: number }>;
  /** Resolves when what is in the stream now is in the ledger, or after some seconds. */
  drained(): Promise<void>;
} {
  let isClosing = false;
  let hasGroup = false;
  let lookedForLeftAt = 0;
  const { client } = redis;

  const makeGroup = async () => {
    try {
      await client.xgroup("CREATE", USAGE_STREAM, USAGE_GROUP, "0", "MKSTREAM");
    } catch (err) {
      if (!String(err).includes("BUSYGROUP")) throw err;
    }
    hasGroup = true;
  };

  const write = async (entries: Entry[]) => {
    if (entries.length === 0) return;
    const events = entries.flatMap(([, fields]) => toEvent(fields) ?? []);
    try {
      await record(events);
    } catch (err) {
      if (!isRefusal(err)) throw err;
      // One that the ledger will never take must not hold up the others.
      for (const event of events) {
        try {
          await record([event]);
        } catch (cause) {
          if (!isRefusal(cause)) throw cause;
          log.error({ err: cause, eventId: event.eventId }, "a usage event was refused by the ledger and is left out");
        }
      }
    }
    const ids = entries.map(([id]) => id);
    await client.xack(USAGE_STREAM, USAGE_GROUP, ...ids);
    await client.xdel(USAGE_STREAM, ...ids);
  };

  const step = async () => {
    if (!hasGroup) await makeGroup();
    if (Date.now() - lookedForLeftAt > LOOK_FOR_LEFT_MS) {
      lookedForLeftAt = Date.now();
      const [, left] = (await client.xautoclaim(
        USAGE_STREAM,
        USAGE_GROUP,
        reader,
        LEFT_BEHIND_MS,
        "0",
        "COUNT",
        EVENTS_A_READ,
      )) as [string, Entry[]];
      await write(left);
    }
    // Not blocking: a connection that waits would hold up the other commands on it.
    const read = (await client.xreadgroup(
      "GROUP",
      USAGE_GROUP,
      reader,
      "COUNT",
      EVENTS_A_READ,
      "STREAMS",
      USAGE_STREAM,
      ">",
    )) as [string, Entry[]][] | null;
    const entries = read?.[0]?.[1] ?? [];
    await write(entries);
    return entries.length;
  };

  const run = (async () => {
    while (!isClosing) {
      try {
        if (redis.connectedForMs() === 0) await sleep(RETRY_MS);
        else if ((await step()) === 0) await sleep(WAIT_MS);
      } catch (err) {
        // Redis was emptied, or lost what it had not written to its disk.
        if (String(err).includes("NOGROUP")) hasGroup = false;
        redis.failed(err);
        await sleep(RETRY_MS);
      }
    }
  })();

  return {
    async depth() {
      // The group is made at the first event that is read.
      const group = client.xpending(USAGE_STREAM, USAGE_GROUP).catch(() => [0]);
      const [waiting, [taken]] = await Promise.all([client.xlen(USAGE_STREAM), group]);
      return { waiting, taken: Number(taken) };
    },
    async drained() {
      const until = Date.now() + DRAIN_MS;
      while (Date.now() < until) {
        try {
          if (redis.connectedForMs() === 0 || (await client.xlen(USAGE_STREAM)) === 0) return;
        } catch (err) {
          redis.failed(err);
          return;
        }
        await sleep(WAIT_MS / 10);
      }
    },
    async [Symbol.asyncDispose]() {
      isClosing = true;
      await run;
    },
  };
}

function toEvent(fields: string[]): UsageEvent | undefined {
  const text = fields[fields.indexOf("event") + 1];
  return text === undefined ? undefined : JSON.parse(text);
}

const isRefusal = (err: unknown) => err instanceof DomainError && err.kind === "invalid";
