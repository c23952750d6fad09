import { DomainError } from "#kit/errors.ts";
import type { UsageEvent, UsageLedger } from "../ports.ts";

/** Rows that may wait for the database. At 10,000 requests a second, two seconds of a disk that stalls. */
const WAITING_MAX = 40_000;
/** Rows in one transaction: serialising them takes the event loop about 3 ms. One call may have more. */
const BATCH_MAX = 4_000;

/** How long a failed commit speaks against the next one, in milliseconds. */
const FAILURE_COUNTS_MS = 5_000;

interface Waiting {
  events: readonly UsageEvent[];
  /** Of both layers. */
  rows: number;
  resolve: () => void;
  reject: (err: unknown) => void;
}

export interface UsageBatches extends Pick<UsageLedger, "record">, AsyncDisposable {
  /** Throws what the last commit failed with, if that was just now. */
  refuseAfterFailure(): void;
}

/**
 * Records events in batches: while one commit is under way, calls gather, and the next commit takes them all. A
 * transaction's cost is paid once for all requests that wait, and the event loop only serialises. Disposal stores what
 * waits. `commit` stores all events or none, those whose id is stored already left out.
 */
export function createUsageBatches(commit: (events: readonly UsageEvent[]) => Promise<void>): UsageBatches {
  let waiting: Waiting[] = [];
  let waitingRows = 0;
  let committing: Promise<void> | undefined;
  let failed: { at: number; cause: DomainError } | undefined;

  const takeBatch = (): Waiting[] => {
    let rows = 0;
    let end = 0;
    for (const call of waiting) {
      if (end > 0 && rows + call.rows > BATCH_MAX) break;
      rows += call.rows;
      end += 1;
    }
    const batch = waiting.slice(0, end);
    waiting = waiting.slice(end);
    waitingRows -= rows;
    return batch;
  };

  const commitBatch = async (batch: Waiting[]): Promise<void> => {
    try {
      await commit(batch.flatMap(({ events }) => events));
      failed = undefined;
      for (const call of batch) call.resolve();
    } catch (err) {
      if (err instanceof DomainError && err.kind === "unavailable") failed = { at: performance.now(), cause: err };
      // Nothing was stored. What one call caused must not fail its neighbours: each gets a transaction of its own.
      const isOneCallsFault = batch.length > 1 && err instanceof DomainError && err.kind !== "unavailable";
      if (isOneCallsFault) for (const call of batch) await commitBatch([call]);
      else for (const call of batch) call.reject(err);
    }
  };

  const commitAll = async (): Promise<void> => {
    while (waiting.length > 0) await commitBatch(takeBatch());
    committing = undefined;
  };

  return {
    record: (events) =>
      new Promise((resolve, reject) => {
        const rows = countRows(events);
        if (waitingRows + rows > WAITING_MAX) {
          return reject(new DomainError("unavailable", "usage: too many events wait for the database"));
        }
        waiting.push({ events, rows, resolve, reject });
        waitingRows += rows;
        committing ??= commitAll();
      }),
    refuseAfterFailure() {
      if (failed && performance.now() - failed.at < FAILURE_COUNTS_MS) throw failed.cause;
    },
    [Symbol.asyncDispose]: async () => committing,
  };
}

function countRows(events: readonly UsageEvent[]): number {
  let rows = events.length;
  for (const { tokens } of events) rows += tokens.length;
  return rows;
}
