import { DomainError } from "#kit/errors.ts";
import { type MysqlOptions, openMysql } from "#kit/mysql/open-mysql.ts";
import { mysqlAccountTables } from "../migrations/mysql-tables.ts";
import type { AccountStore } from "../ports.ts";
import { directoryQueries, keyQueries, toAccountRow } from "./account-queries.ts";
import { createMysqlLedger } from "./mysql-ledger.ts";
import type { AccountTables } from "./tables.ts";

/** Accounts, keys and usage in MySQL or MariaDB, for any number of processes. */
export async function openMysqlAccountStore(options: MysqlOptions): Promise<AccountStore & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const mysql = stack.use(await openMysql<AccountTables>({ ...options, ...mysqlAccountTables }));
  const connections = { read: mysql.db, write: mysql.db };
  const directory = directoryQueries(connections);
  const ledger = stack.use(createMysqlLedger(mysql));
  const opened = stack.move();
  return {
    ...directory,
    ...keyQueries(connections),
    ...ledger,
    async ensureAccount(account) {
      const find = () => directory.findAccount(account.issuer, account.subject);
      const found = await find();
      if (found) return found;
      try {
        await mysql.db.insertInto("account").values(toAccountRow(account)).execute();
        return account;
      } catch (err) {
        if (!(err instanceof DomainError) || err.kind !== "conflict") throw err;
        const first = await find();
        // It was not this identity that was taken, then.
        if (!first) throw err;
        return first;
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
