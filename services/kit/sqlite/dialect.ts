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

/** Kysely on a connection in a thread. One connection: transactions take turns, single queries wait for them. */
export const threadDialect = (connection: SqliteConnection): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createDriver: () => createDriver(connection),
});

function createDriver(connection: SqliteConnection): Driver {
  let turn: Promise<void> = Promise.resolve();
  let release: (() => void) | undefined;
  const run = (sql: string) => connection.run([{ sql, parameters: [] }], false).then(() => undefined);
  return {
    init: () => Promise.resolve(),
    async acquireConnection() {
      const before = turn;
      const { promise, resolve } = Promise.withResolvers<void>();
      turn = promise;
      await before;
      release = resolve;
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
