import { openSqlite } from "#kit/sqlite/open-sqlite.ts";
import * as accounts from "../migrations/0001-accounts.ts";
import * as links from "../migrations/0002-links.ts";
import type { AccountStore } from "../ports.ts";
import { directoryQueries, keyQueries, toAccountRow } from "./account-queries.ts";
import { openSqliteLedger } from "./sqlite-ledger.ts";
import type { AccountTables } from "./tables.ts";

/** Accounts, keys and usage in an SQLite file of their own, so that a long ingestion never holds up a request. */
export async function openSqliteAccounts({ path }: { path: string }): Promise<AccountStore & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const migrations = { "0001-accounts": accounts, "0002-links": links };
  const db = stack.use(await openSqlite<AccountTables>({ path, owner: "account", migrations }));
  const ledger = stack.use(await openSqliteLedger(db));
  const directory = directoryQueries(db);
  const opened = stack.move();
  return {
    ...directory,
    ...keyQueries(db),
    ...ledger,
    async ensureAccount(account) {
      await db.write
        .insertInto("account")
        .values(toAccountRow(account))
        .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
        .execute();
      return (await directory.findAccount(account.issuer, account.subject)) ?? account;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
