import type { Kysely } from "kysely";

/** Identities that stand for an account of another one; of each issuer at most one for an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("account_link")
    .addColumn("issuer", "varchar(255)", (column) => column.notNull())
    .addColumn("subject", "varchar(255)", (column) => column.notNull())
    .addColumn("account_id", "varchar(36)", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("account_link_key", ["issuer", "subject"])
    .addUniqueConstraint("account_link_issuer", ["account_id", "issuer"])
    .addForeignKeyConstraint("account_link_account", ["account_id"], "account", ["account_id"])
    .execute();
}
