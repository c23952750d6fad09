import { DomainError } from "#kit/errors.ts";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { UsageEvent, UsageLedger } from "../ports.ts";
import { createArrivals } from "./sqlite-arrivals.ts";
import type { AccountTables } from "./tables.ts";

/** Events that may wait for the disk. At 10,000 a second, two seconds of a disk that stalls. */
const WAITING_MAX = 20_000;
/** Events in one transaction: bounds how long others wait for the connection. */
const BATCH_MAX = 2_000;

interface Waiting {
  events: readonly UsageEvent[];
  resolve: () => void;
  reject: (err: unknown) => void;
}

/**
 * Records events in batches: while one commit is under way, calls gather, and the next commit takes them all. A
 * transaction's cost is paid once for all requests that wait, and the event loop only serialises. Disposal stores what
 * waits.
 */
export async function openSqliteLedger(
  db: Sqlite<AccountTables>,
): Promise<Pick<UsageLedger, "record" | "sumUsage"> & AsyncDisposable> {
  const arrive = await createArrivals(db.write);
  let waiting: Waiting[] = [];
  let waitingEvents = 0;
  let committing: Promise<void> | undefined;

  const takeBatch = (): Waiting[] => {
    let size = 0;
    let end = 0;
    for (const call of waiting) {
      size += call.events.length;
      if (end > 0 && size > BATCH_MAX) break;
      end += 1;
    }
    const batch = waiting.slice(0, end);
    waiting = waiting.slice(end);
    for (const call of batch) waitingEvents -= call.events.length;
    return batch;
  };

  const commit = async (batch: Waiting[]): Promise<void> => {
    try {
      await db.commit([arrive(batch.flatMap(({ events }) => events))]);
      for (const call of batch) call.resolve();
    } catch (err) {
      // Nothing was stored. What one call caused must not fail its neighbours: each gets a transaction of its own.
      const isOneCallsFault = batch.length > 1 && err instanceof DomainError && err.kind !== "unavailable";
      if (isOneCallsFault) for (const call of batch) await commit([call]);
      else for (const call of batch) call.reject(err);
    }
  };

  const commitAll = async (): Promise<void> => {
    while (waiting.length > 0) await commit(takeBatch());
    committing = undefined;
  };

  return {
    record: (events) =>
      new Promise((resolve, reject) => {
        if (waitingEvents + events.length > WAITING_MAX) {
          return reject(new DomainError("unavailable", "usage: too many events wait for the disk"));
        }
        waiting.push({ events, resolve, reject });
        waitingEvents += events.length;
        committing ??= commitAll();
      }),
    sumUsage: (accountId, { firstDay, lastDay }) =>
      db.read
        .selectFrom("usage_day")
        .select(({ fn }) => [
          "day",
          "operation",
          fn.sum<number>("request_count").as("requestCount"),
          fn.sum<number>("input_tokens").as("inputTokens"),
          fn.sum<number>("output_tokens").as("outputTokens"),
        ])
        .where("day", ">=", firstDay)
        .where("day", "<=", lastDay)
        .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
        .groupBy(["day", "operation"])
        .execute(),
    [Symbol.asyncDispose]: async () => committing,
  };
}
