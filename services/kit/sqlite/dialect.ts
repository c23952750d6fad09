import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { DomainError } from "../errors.ts";
import type { SqliteConnection } from "./connection.ts";

/** Who may use a connection, one after the other. */
export type Turns = () => Promise<() => void>;

/** Resolves, in the order of the calls, to the function that ends the turn. */
export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

/** Kysely on a connection in a thread. One connection: transactions take turns, single queries wait for them. */
export const threadDialect = (connection: SqliteConnection, turns: Turns): Dialect => ({
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createDriver: () => createDriver(connection, turns),
});

/** SQLite does roll tables back, whatever Kysely says: a process killed within a migration must find none of it. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

function createDriver(connection: SqliteConnection, turns: Turns): Driver {
  let release: (() => void) | undefined;
  const run = (sql: string) => connection.run([{ sql, parameters: [] }], false).then(() => undefined);
  return {
    init: () => Promise.resolve(),
    async acquireConnection() {
      release = await turns();
      return toKysely(connection);
    },
    releaseConnection: async () => release?.(),
    beginTransaction: () => run("BEGIN IMMEDIATE"),
    commitTransaction: () => run("COMMIT"),
    rollbackTransaction: () => run("ROLLBACK"),
    // The connection belongs to whoever opened it.
    destroy: () => Promise.resolve(),
  };
}

const toKysely = (connection: SqliteConnection): DatabaseConnection => ({
  async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
    const [result] = await connection.run([{ sql, parameters }], false);
    if (!result) throw new DomainError("internal", "a query came back without a result");
    return {
      rows: result.rows as Row[],
      numAffectedRows: BigInt(result.changes),
      insertId: BigInt(result.insertId ?? 0),
    };
  },
  streamQuery() {
    throw new DomainError("internal", "streaming is not offered: read pages");
  },
});
