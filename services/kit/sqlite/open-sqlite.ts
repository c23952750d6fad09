import { type Compilable, Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { migrate, migrationsOf } from "../migrate.ts";
import { openConnection } from "./connection.ts";
import { createTurns, threadDialect } from "./dialect.ts";

/** An embedded database: one connection that writes and one that reads, each in a thread, on one file in WAL mode. */
export interface Sqlite<Tables> extends AsyncDisposable {
  /** For queries. Sees everything committed before it began; never waits for a writer. */
  read: Kysely<Tables>;
  /** For changes, and for reads inside a transaction. */
  write: Kysely<Tables>;
  /** For queries that take long: on a connection of their own, so that nobody waits for them. */
  readAtLength<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Runs changes as one transaction in one round trip: all of them or none. Cheaper than `write.transaction()`. */
  commit(queries: Compilable[]): Promise<void>;
  /** As `commit`, of `first` and then the others; false, and nothing is changed, when `first` changes no row. */
  commitIf(first: Compilable, queries: Compilable[]): Promise<boolean>;
}

/**
 * Opens a database file, makes it if it is not there, and brings its tables up to date. ":memory:" is one connection.
 * Throws `unavailable`, with a sentence for the operator, when the file is damaged, locked, another program's, or was
 * written by a newer version of this one; the file is then left as it is.
 *
 * `owner` names the service whose tables these are: services that share a file keep a list of migrations each.
 * `sharedWith` names the others that may have been there before.
 */
export async function openSqlite<Tables>(options: {
  path: string;
  owner: string;
  sharedWith?: string[];
  migrations: Record<string, Migration>;
  busyTimeoutMs?: number;
}): Promise<Sqlite<Tables>> {
  const { path, owner, sharedWith = [], migrations, busyTimeoutMs = 5_000 } = options;
  await using stack = new AsyncDisposableStack();
  const tables = [owner, ...sharedWith].map(migrationsOf);
  const writer = stack.use(openConnection({ path, readOnly: false, busyTimeoutMs, tables }));
  const turns = createTurns();
  const write = new Kysely<Tables>({ dialect: threadDialect(writer, turns) });
  await migrate(write, {
    owner,
    migrations,
    place: path,
    remedy: "Run that version, or give INSIGHTS_DATA another folder; the file was left as it is.",
    hasTable: async (name) => {
      const { rows } = await sql`select name from sqlite_schema where name = ${name}`.execute(write);
      return rows.length > 0;
    },
  });
  const reader = path === ":memory:" ? writer : stack.use(openConnection({ path, readOnly: true, busyTimeoutMs }));
  const read = reader === writer ? write : new Kysely<Tables>({ dialect: threadDialect(reader, createTurns()) });
  const inOneTrip = async (queries: Compilable[], isConditional: boolean) => {
    const statements = queries.map((query) => {
      // Only these two: a compiled query carries its whole syntax tree, and all that is sent is copied.
      const { sql, parameters } = query.compile();
      return { sql, parameters };
    });
    // In turn with Kysely's users of the connection, so that it never lands inside somebody's transaction.
    const release = await turns();
    try {
      return await writer.run(statements, true, isConditional);
    } finally {
      release();
    }
  };
  const opened = stack.move();
  return {
    read,
    write,
    async readAtLength(work) {
      if (reader === writer) return work(write);
      await using connection = openConnection({ path, readOnly: true, busyTimeoutMs });
      return await work(new Kysely<Tables>({ dialect: threadDialect(connection, createTurns()) }));
    },
    async commit(queries) {
      await inOneTrip(queries, false);
    },
    async commitIf(first, queries) {
      const [result] = await inOneTrip([first, ...queries], true);
      return result !== undefined && result.changes > 0;
    },
    async [Symbol.asyncDispose]() {
      // What waits for its turn was given before: it is still carried out.
      const release = await turns();
      release();
      await opened.disposeAsync();
    },
  };
}
