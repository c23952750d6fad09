import { sql } from "kysely";
import { createTables } from "#kit/mysql/create-tables.ts";

/** Who makes the index anew, and when that was last seen at work: one row, of the search service's processes together. */
export const mysqlRun = createTables({
  index_run: sql`
    id tinyint unsigned not null primary key,
    run varchar(64) not null,
    seen_at bigint not null`,
});
