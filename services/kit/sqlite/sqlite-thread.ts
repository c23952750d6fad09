import { statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { Failure, Reply, Statement, StatementResult, Task, ThreadOptions } from "./messages.ts";

/** One SQLite connection in a thread of its own, so that no query, fsync or checkpoint ever holds up the event loop. */
const { path, readOnly, busyTimeoutMs, tables } = workerData as ThreadOptions;
const port = parentPort;
if (!port) throw new Error("sqlite-thread.ts runs as a worker thread");

/** Prepared statements by their text, oldest use first. */
const prepared = new Map<string, StatementSync>();
const PREPARED_LIMIT = 200;

let connection: DatabaseSync | undefined;
/** Which file is open; undefined while none is, and for ":memory:". */
let openedFile: string | undefined;

/** SQLite's own code for what it notices in some journal modes only. */
const READONLY_DBMOVED = 1032;
/** Its code for a file without its own head: to us one with the tables of others is as little a database. */
const NOTADB = 26;

const fileAtPath = (): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};

/**
 * A file that was deleted or moved away is written on until it is closed, and then all of it is gone: whatever was
 * promised to be durable would not be.
 */
function refuseMovedFile(): void {
  if (openedFile === undefined || fileAtPath() === openedFile) return;
  throw Object.assign(new Error("the database file is no longer where it was opened"), { errcode: READONLY_DBMOVED });
}

/** The connection, opened at its first use: what is wrong with the file then reaches whoever asked. */
function database(): DatabaseSync {
  connection ??= open();
  return connection;
}

function open(): DatabaseSync {
  const opened = new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs });
  // A first read finds a file that is no database, or not ours, before anything is written to it.
  refuseOthersTables(opened);
  if (!readOnly) {
    // WAL survives a killed process without an fsync a commit; NORMAL syncs at checkpoints, so a power cut may cost the
    // last commits but never the file.
    opened.exec("PRAGMA journal_mode = WAL");
    opened.exec("PRAGMA synchronous = NORMAL");
    opened.exec("PRAGMA foreign_keys = ON");
  }
  if (path !== ":memory:") openedFile = fileAtPath();
  return opened;
}

function refuseOthersTables(opened: DatabaseSync): void {
  const found = opened.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  if (!tables || found.length === 0 || found.some(({ name }) => tables.includes(String(name)))) return;
  throw Object.assign(new Error(`the file has other tables, such as ${found[0]?.["name"]}`), { errcode: NOTADB });
}

function prepare(sql: string): StatementSync {
  let statement = prepared.get(sql);
  if (statement) prepared.delete(sql);
  else statement = database().prepare(sql);
  prepared.set(sql, statement);
  if (prepared.size > PREPARED_LIMIT) prepared.delete(prepared.keys().next().value as string);
  return statement;
}

function run({ sql, parameters }: Statement): StatementResult {
  const statement = prepare(sql);
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) };
}

function runAll({ statements, atomic, isConditional = false }: Task): StatementResult[] {
  const db = database();
  refuseMovedFile();
  if (!atomic) return statements.map(run);
  db.exec("BEGIN IMMEDIATE");
  try {
    const results: StatementResult[] = [];
    for (const statement of statements) {
      results.push(run(statement));
      if (isConditional && results[0]?.changes === 0) break;
    }
    db.exec("COMMIT");
    return results;
  } catch (err) {
    // A full disk has already rolled back; then there is no transaction to end.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw err;
  }
}

function toFailure(err: unknown): Failure {
  const { message, errcode } = err as Error & { errcode?: number };
  return { message: String(message), errcode };
}

port.on("message", (task: Task) => {
  const reply: Reply = { id: task.id };
  try {
    if (task.close) connection?.close();
    else reply.results = runAll(task);
  } catch (err) {
    reply.failure = toFailure(err);
  }
  port.postMessage(reply);
});
