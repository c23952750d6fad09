import { DomainError } from "#kit/errors.ts";
import type { AccountUpstream, UsageEvent } from "./upstreams.ts";

/** The most events that one call carries. */
const BATCH_LIMIT = 500;

interface Waiting {
  event: UsageEvent;
  resolve: () => void;
  reject: (err: unknown) => void;
}

/** Records usage. Resolves when the event is durable. */
export type RecordUsage = (event: UsageEvent) => Promise<void>;

/**
 * Records events in batches: those of one turn of the event loop, and those that come while a call is under way, go
 * together in the next one. One commit then serves everybody who waits, and nobody waits for a timer.
 */
export function createUsageRecorder(accounts: AccountUpstream): RecordUsage {
  const waiting: Waiting[] = [];
  let isSending = false;

  const sendAll = async () => {
    while (waiting.length > 0) await send(accounts, waiting.splice(0, BATCH_LIMIT));
    isSending = false;
  };

  return (event) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ event, resolve, reject });
    if (!isSending) {
      isSending = true;
      setImmediate(sendAll);
    }
    return promise;
  };
}

async function send(accounts: AccountUpstream, batch: Waiting[]): Promise<void> {
  try {
    await accounts.recordUsage(
      batch.map(({ event }) => event),
      {},
    );
    for (const { resolve } of batch) resolve();
  } catch (err) {
    // One event that the store refuses must not fail its neighbours. Sending again is safe: an event counts once.
    if (batch.length > 1 && !isAway(err)) for (const one of batch) await send(accounts, [one]);
    else for (const { reject } of batch) reject(err);
  }
}

const isAway = (err: unknown) => err instanceof DomainError && (err.kind === "unavailable" || err.kind === "deadline");
