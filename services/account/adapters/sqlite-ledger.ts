import { sql } from "kysely";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { UsageLedger } from "../ports.ts";
import { compareSums, usageQueries } from "./account-queries.ts";
import { createArrivals } from "./sqlite-arrivals.ts";
import type { AccountTables } from "./tables.ts";
import { createUsageBatches } from "./usage-batches.ts";

/** Records events by one statement a batch: see `sqlite-arrivals.ts`. */
export async function openSqliteLedger(db: Sqlite<AccountTables>): Promise<UsageLedger & AsyncDisposable> {
  const arrive = await createArrivals(db.write);
  const touch =
    sql`update account set created_at = created_at where account_id = (select min(account_id) from account)`.compile(
      db.write,
    );
  const { refuseAfterFailure, ...batches } = createUsageBatches((events) => db.commit([arrive(events)]));
  return {
    ...batches,
    ...usageQueries(db),
    compareSums: () => db.readAtLength(compareSums),
    async check() {
      refuseAfterFailure();
      // A real write: only that shows that nobody holds the file and the disk has room, if only for a page.
      await db.commit([{ compile: () => touch }]);
    },
  };
}
