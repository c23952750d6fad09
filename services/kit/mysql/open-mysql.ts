import { type Dialect, Kysely, MysqlAdapter, MysqlDialect, type MysqlPool, sql, type Transaction } from "kysely";
import type { Migration } from "kysely/migration";
import { DomainError } from "../errors.ts";
import { migrate } from "../migrate.ts";
import { openPool, type PoolLimits } from "./pool.ts";
import { retried } from "./retried.ts";
import { readMysqlUrl } from "./settings.ts";

/** A MySQL or MariaDB database. What is written is seen by every statement that begins afterwards. */
export interface Mysql<Tables> extends AsyncDisposable {
  db: Kysely<Tables>;
  /** For queries that take long: on a connection of their own, with a limit of ten minutes. */
  readAtLength<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a transaction, again when it met a lock: it may run several times and must not count what it did. */
  transact<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
}

export interface MysqlOptions extends Partial<PoolLimits> {
  /** See `readMysqlUrl`. */
  url: string;
}

/** Migrations may change large tables, and some questions are about all rows. */
const LONG_MS = 600_000;
const CONNECT_MS = 5_000;
/** How long another process may be at the same migrations: some seconds a try. */
const LOCK_TRIES = 120;
const LOCK_TRY_SECONDS = 5;

/** The tables of one service: several may share a database. */
export interface MysqlTables {
  owner: string;
  migrations: Record<string, Migration>;
}

/** Brings the tables of one service up to date and says which steps that took, as `openMysql` does by itself. */
export async function migrateMysql(options: MysqlOptions & MysqlTables): Promise<string[]> {
  const { url, owner, migrations, connectTimeoutMs = CONNECT_MS } = options;
  await using pool = openPool(url, { connections: 2, connectTimeoutMs, statementTimeoutMs: LONG_MS });
  const db = new Kysely<unknown>({ dialect: dialect(pool, lockOf(options)) });
  return await migrate(db, {
    owner,
    migrations,
    place: "MySQL",
    remedy: "Run that version, or name another database in MYSQL_URL; nothing was changed.",
    hasTable: async (name) => {
      const { rows } = await sql`
        select table_name from information_schema.tables
        where table_schema = database() and table_name = ${name}`.execute(db);
      return rows.length > 0;
    },
  });
}

const lockOf = ({ url, owner }: MysqlOptions & MysqlTables): string => `${owner} ${readMysqlUrl(url).database}`;

/**
 * Opens a database that is there, and brings its tables up to date; of several processes that open it at once one does.
 * Rejects with `unavailable`, with a sentence for the operator, when the server is away or a newer version of this
 * program wrote the tables. Afterwards the server may go and come back: connections are made anew.
 */
export async function openMysql<Tables>(options: MysqlOptions & MysqlTables): Promise<Mysql<Tables>> {
  const { url, connections = 10, connectTimeoutMs = CONNECT_MS, statementTimeoutMs = 10_000 } = options;
  await migrateMysql(options);
  const lockName = lockOf(options);
  const pool = openPool(url, { connections, connectTimeoutMs, statementTimeoutMs });
  const db = new Kysely<Tables>({ dialect: dialect(pool, lockName) });
  return {
    db,
    async readAtLength(work) {
      await using patient = openPool(url, { connections: 1, connectTimeoutMs, statementTimeoutMs: LONG_MS });
      return await work(new Kysely<Tables>({ dialect: dialect(patient, lockName) }));
    },
    transact: (work) => retried(() => db.transaction().execute(work)),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function dialect(pool: MysqlPool, lockName: string): Dialect {
  const mysql = new MysqlDialect({ pool });
  return {
    createAdapter: () => new LockingMysqlAdapter(lockName),
    createDriver: () => mysql.createDriver(),
    createIntrospector: (db) => mysql.createIntrospector(db),
    createQueryCompiler: () => mysql.createQueryCompiler(),
  };
}

/**
 * Kysely's own takes one lock for all databases of a server, waits for it for an hour in one statement, and goes on
 * without it when the hour is over.
 */
class LockingMysqlAdapter extends MysqlAdapter {
  readonly #name: string;
  constructor(name: string) {
    super();
    // The server takes names of 64 characters.
    this.#name = name.slice(0, 64);
  }

  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
      const { rows } = await sql<{ held: number }>`select get_lock(${this.#name}, ${LOCK_TRY_SECONDS}) as held`.execute(
        db,
      );
      if (rows[0]?.held === 1) return;
    }
    throw new DomainError(
      "unavailable",
      "MySQL: another process has been changing the tables for ten minutes. See what it does.",
    );
  }

  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select release_lock(${this.#name})`.execute(db);
  }
}
