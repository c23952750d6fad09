import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What does not depend on how the server or its database was set up. Rows of long texts need DYNAMIC's long indexes. */
const OPTIONS = sql`engine = InnoDB default character set utf8mb4 collate utf8mb4_bin row_format = dynamic`;

/**
 * A migration that makes tables. The server cannot undo one: each table is made whole, with its indexes, in one
 * statement, and one that is there already was made by a process that was killed halfway.
 */
export const createTables = (tables: Record<string, RawBuilder<unknown>>): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const [name, columns] of Object.entries(tables)) {
      await sql`create table if not exists ${sql.table(name)} (${columns}) ${OPTIONS}`.execute(db);
    }
  },
});
