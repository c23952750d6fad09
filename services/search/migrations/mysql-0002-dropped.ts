import { sql } from "kysely";
import { createTables } from "#kit/mysql/create-tables.ts";

/** Collections that nothing uses any more and that may still be in Milvus: a killed process leaves them to the next one. */
export const mysqlDropped = createTables({
  index_dropped: sql`
    id integer unsigned not null primary key,
    place varchar(32) not null,
    dropped_at bigint not null`,
});
