import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What the analysis of texts was when the index was made; empty in an index that is older than this column. */
export const rememberAnalysis: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable("search_model")
      .addColumn("analysis", "text", (column) => column.notNull().defaultTo(sql`''`))
      .execute();
  },
};
