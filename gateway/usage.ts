import { DomainError } from "#kit/errors.ts";
import type { AccountUpstream, UsageEvent } from "./upstreams.ts";

/** The most events that one call carries. */
const BATCH_LIMIT = 500;

interface Waiting {
  event: UsageEvent;
  resolve: () => void;
  reject: (err: unknown) => void;
}

/** Records usage. Resolves when the event is durable. `isFromAllowance`: it counts against the monthly allowance. */
export type RecordUsage = (event: UsageEvent, isFromAllowance: boolean) => Promise<void>;

/**
 * Records events in batches: those of one turn of the event loop, and those that come while a call is under way, go
 * together in the next one. One commit then serves everybody who waits, and nobody waits for a timer. When the account
 * service is away, all who wait fail at once: nobody waits longer than for one call that was under way and one more.
 */
export function createUsageRecorder(accounts: AccountUpstream): (event: UsageEvent) => Promise<void> {
  const waiting: Waiting[] = [];
  let isSending = false;

  const sendAll = async () => {
    while (waiting.length > 0) {
      const failure = await send(accounts, waiting.splice(0, BATCH_LIMIT));
      if (failure) for (const { reject } of waiting.splice(0)) reject(failure);
    }
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

/** Tells everybody in the batch how it went. Resolves to the error when the service is away. */
async function send(accounts: AccountUpstream, batch: Waiting[]): Promise<unknown> {
  try {
    await accounts.recordUsage(
      batch.map(({ event }) => event),
      {},
    );
    for (const { resolve } of batch) resolve();
    return undefined;
  } catch (err) {
    // One event that the store refuses must not fail its neighbours. Sending again is safe: an event counts once.
    if (batch.length > 1 && !isAway(err)) return sendEach(accounts, batch);
    for (const { reject } of batch) reject(err);
    return isAway(err) ? err : undefined;
  }
}

async function sendEach(accounts: AccountUpstream, batch: Waiting[]): Promise<unknown> {
  for (const [i, one] of batch.entries()) {
    const failure = await send(accounts, [one]);
    if (!failure) continue;
    for (const { reject } of batch.slice(i + 1)) reject(failure);
    return failure;
  }
  return undefined;
}

const isAway = (err: unknown) => err instanceof DomainError && (err.kind === "unavailable" || err.kind === "deadline");
