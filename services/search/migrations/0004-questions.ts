import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The questions of each insight beside what an answer shows of it: an answer says which one matched. Empty in older rows. */
export const showQuestions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable("search_insight")
      .addColumn("questions", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
  },
};
