import type { Kysely } from "kysely";

/**
 * Accounts, keys, and the ledger in two layers with its sums by day. The ledger has no foreign keys: it records what
 * happened, and must never refuse an event because another table has moved on. These are SQLite's tables; MySQL has
 * migrations of its own: a change here is one there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account")
    .addColumn("account_id", "varchar(36)", (column) => column.primaryKey())
    .addColumn("issuer", "varchar(255)", (column) => column.notNull())
    .addColumn("subject", "varchar(255)", (column) => column.notNull())
    .addColumn("email", "varchar(255)")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("account_identity", ["issuer", "subject"])
    .execute();

  await db.schema
    .createTable("api_key")
    .addColumn("key_id", "varchar(36)", (column) => column.primaryKey())
    .addColumn("account_id", "varchar(36)", (column) => column.notNull())
    .addColumn("name", "varchar(100)", (column) => column.notNull())
    .addColumn("prefix", "varchar(12)", (column) => column.notNull())
    .addColumn("hash", "binary(32)", (column) => column.notNull().unique())
    .addColumn("tier", "varchar(32)", (column) => column.notNull())
    .addColumn("is_active", "smallint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_at", "bigint")
    .addForeignKeyConstraint("api_key_account", ["account_id"], "account", ["account_id"])
    .execute();
  await db.schema.createIndex("api_key_by_account").on("api_key").columns(["account_id", "created_at"]).execute();

  await db.schema
    .createTable("usage_request")
    .addColumn("event_id", "varchar(36)", (column) => column.primaryKey())
    .addColumn("account_id", "varchar(36)", (column) => column.notNull())
    .addColumn("key_id", "varchar(36)")
    .addColumn("operation", "varchar(64)", (column) => column.notNull())
    .addColumn("time", "bigint", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("usage_token")
    .addColumn("event_id", "varchar(36)", (column) => column.primaryKey())
    .addColumn("request_id", "varchar(36)", (column) => column.notNull())
    .addColumn("model", "varchar(255)", (column) => column.notNull())
    .addColumn("input_tokens", "bigint", (column) => column.notNull())
    .addColumn("output_tokens", "bigint", (column) => column.notNull())
    .execute();

  // Sums kept in the transaction of the events: a report over a year reads some hundred rows, the allowance of a month
  // some dozen, however many events there are.
  await db.schema
    .createTable("usage_day")
    .addColumn("account_id", "varchar(36)", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("operation", "varchar(64)", (column) => column.notNull())
    .addColumn("request_count", "bigint", (column) => column.notNull())
    .addColumn("counted", "bigint", (column) => column.notNull())
    .addColumn("input_tokens", "bigint", (column) => column.notNull())
    .addColumn("output_tokens", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("usage_day_key", ["account_id", "day", "operation"])
    .execute();
}
