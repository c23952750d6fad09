import { openSqlite, type Sqlite } from "#kit/sqlite/open-sqlite.ts";
import * as accounts from "../migrations/0001-accounts.ts";
import type { Account, AccountStore } from "../ports.ts";
import { openSqliteLedger } from "./sqlite-ledger.ts";
import { type AccountTables, toApiKey } from "./tables.ts";

/** Accounts, keys and usage in an SQLite file of their own, so that a long ingestion never holds up a request. */
export async function openSqliteAccounts({ path }: { path: string }): Promise<AccountStore & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const migrations = { "0001-accounts": accounts };
  const db = stack.use(await openSqlite<AccountTables>({ path, owner: "account", migrations }));
  const ledger = stack.use(await openSqliteLedger(db));
  const opened = stack.move();
  return {
    ...createDirectory(db),
    ...createKeyStore(db),
    ...ledger,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function createDirectory(db: Sqlite<AccountTables>) {
  const findAccount = async (issuer: string, subject: string): Promise<Account | undefined> => {
    const row = await db.read
      .selectFrom("account")
      .selectAll()
      .where("issuer", "=", issuer)
      .where("subject", "=", subject)
      .executeTakeFirst();
    return row && { accountId: row.account_id, issuer, subject, email: row.email, createdAt: row.created_at };
  };
  return {
    findAccount,
    async ensureAccount(account: Account) {
      await db.write
        .insertInto("account")
        .values({
          account_id: account.accountId,
          issuer: account.issuer,
          subject: account.subject,
          email: account.email,
          created_at: account.createdAt,
        })
        .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
        .execute();
      return (await findAccount(account.issuer, account.subject)) ?? account;
    },
    async hasAccount(accountId: string) {
      const row = await db.read
        .selectFrom("account")
        .select("account_id")
        .where("account_id", "=", accountId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function createKeyStore(
  db: Sqlite<AccountTables>,
): Pick<AccountStore, "insertKey" | "findKey" | "listKeys" | "updateKey"> {
  return {
    async insertKey(key, hash) {
      await db.write
        .insertInto("api_key")
        .values({
          key_id: key.keyId,
          account_id: key.accountId,
          name: key.name,
          prefix: key.prefix,
          hash,
          tier: key.tier,
          is_active: key.isActive ? 1 : 0,
          created_at: key.createdAt,
          last_used_at: key.lastUsedAt,
        })
        .execute();
    },
    async findKey(hash, { firstDay, lastDay }) {
      const row = await db.read
        .selectFrom("api_key")
        .selectAll("api_key")
        .select((key) =>
          key
            .selectFrom("usage_day")
            .select(({ fn }) => fn.sum<number>("counted").as("sum"))
            .whereRef("usage_day.account_id", "=", "api_key.account_id")
            .where("day", ">=", firstDay)
            .where("day", "<=", lastDay)
            .as("counted"),
        )
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row && { key: toApiKey(row), counted: row.counted ?? 0 };
    },
    async listKeys(accountId) {
      let keys = db.read.selectFrom("api_key").selectAll().orderBy("created_at", "desc").orderBy("key_id");
      if (accountId !== undefined) keys = keys.where("account_id", "=", accountId);
      return (await keys.execute()).map(toApiKey);
    },
    async updateKey(keyId, accountId, change) {
      const set = "tier" in change ? { tier: change.tier } : { is_active: 0 };
      let update = db.write.updateTable("api_key").set(set).where("key_id", "=", keyId);
      let key = db.read.selectFrom("api_key").selectAll().where("key_id", "=", keyId);
      if (accountId !== undefined) {
        update = update.where("account_id", "=", accountId);
        key = key.where("account_id", "=", accountId);
      }
      await update.execute();
      const row = await key.executeTakeFirst();
      return row && { key: toApiKey(row), hash: row.hash };
    },
  };
}
