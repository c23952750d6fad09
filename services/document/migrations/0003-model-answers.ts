import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What language models answered, what that took of each day's budget, and the calls not yet recorded as usage. */
export const modelAnswers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable("model_answer")
      .addColumn("answer_key", "varchar(64)", (column) => column.primaryKey())
      .addColumn("answer", sql`longtext`, (column) => column.notNull())
      .addColumn("used_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("model_answer_use").on("model_answer").column("used_at").execute();
    await db.schema
      .createTable("model_call")
      .addColumn("call_id", "varchar(64)", (column) => column.primaryKey())
      .addColumn("model", sql`varchar(200)`, (column) => column.notNull())
      .addColumn("input_tokens", "bigint", (column) => column.notNull())
      .addColumn("output_tokens", "bigint", (column) => column.notNull())
      .addColumn("is_estimated", "integer", (column) => column.notNull())
      .addColumn("called_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("model_day")
      .addColumn("day", "integer", (column) => column.primaryKey())
      .addColumn("tokens", "bigint", (column) => column.notNull())
      .execute();
  },
};
