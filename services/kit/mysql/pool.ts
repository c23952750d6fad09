import type { MysqlPool, MysqlPoolConnection, MysqlQueryResult } from "kysely";
import { createPool, type Field, type Pool, type PoolConnection } from "mysql2";
import { DomainError } from "../errors.ts";
import { LockConflict, toDomainError } from "./failure.ts";
import { retried } from "./retried.ts";
import { readMysqlUrl } from "./settings.ts";

export interface PoolLimits {
  /** Connections at most. */
  connections: number;
  /** How long a connection may take to be made, and how long a caller waits for a free one. */
  connectTimeoutMs: number;
  /** How long one statement may take. */
  statementTimeoutMs: number;
}

/** Callers that may wait for a connection; more would only be told later that it took too long. */
const WAITING_MAX = 1_000;
/** After the server's own limit: whoever is silent so long is gone, and the connection with it. */
const GRACE_MS = 1_000;
const CLOSE_MS = 2_000;
/** How long a statement waits for rows that somebody else changes. */
const LOCK_WAIT_SECONDS = 3;

type Done<Result> = (err: unknown, result: Result) => void;

/**
 * The driver's pool as Kysely takes it. Every wait is bounded, every error is a `DomainError`, and a statement outside a
 * transaction that met a lock is tried again: the server has undone all of it.
 */
export function openPool(url: string, limits: PoolLimits): MysqlPool & AsyncDisposable {
  const pool = createPool({
    ...readMysqlUrl(url),
    charset: "UTF8MB4_BIN",
    timezone: "Z",
    connectionLimit: limits.connections,
    queueLimit: WAITING_MAX,
    connectTimeout: limits.connectTimeoutMs,
    typeCast,
    // Sums are decimals to the server. All of ours are integers that JavaScript holds exactly.
    decimalNumbers: true,
    // An object among the parameters becomes a text, never a piece of SQL.
    stringifyObjects: true,
  });
  /** Those that are open, by the driver's: Kysely, too, tells connections apart by their object. */
  const open = new Map<PoolConnection, MysqlPoolConnection>();
  const discard = (raw: PoolConnection) => {
    open.delete(raw);
    raw.destroy();
  };

  const connect = async (): Promise<MysqlPoolConnection> => {
    const raw = await taken(pool, limits.connectTimeoutMs);
    let connection = open.get(raw);
    if (!connection) {
      try {
        await prepare(raw, limits);
      } catch (err) {
        discard(raw);
        throw err;
      }
      connection = wrap(raw, limits.statementTimeoutMs, () => discard(raw));
      open.set(raw, connection);
      for (const event of ["end", "error"]) raw.once(event, () => open.delete(raw));
    }
    return connection;
  };

  /** Says good-bye on each connection; a server that hangs is not waited for. */
  const close = () =>
    new Promise<void>((resolve) => {
      const forced = setTimeout(() => {
        for (const raw of open.keys()) raw.destroy();
        resolve();
      }, CLOSE_MS);
      pool.end(() => {
        clearTimeout(forced);
        resolve();
      });
    });
  let closed: Promise<void> | undefined;

  return {
    getConnection(done) {
      const failed = done as (err: unknown) => void;
      connect().then((connection) => done(undefined, connection), failed);
    },
    // Only told to if something was asked before: see `Symbol.asyncDispose`.
    end: (done) => done(undefined),
    [Symbol.asyncDispose]: () => (closed ??= close()),
  };
}

function taken(pool: Pool, timeoutMs: number): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DomainError("unavailable", "MySQL: no connection was free in time. Try again."));
    }, timeoutMs);
    pool.getConnection((err, connection) => {
      clearTimeout(timer);
      if (isLate) return connection?.release();
      if (err) return reject(closedOrGone(err));
      resolve(connection);
    });
  });
}

/** The pool's own refusals have no code. */
function closedOrGone(err: NodeJS.ErrnoException): DomainError {
  if (err.code !== undefined) return toDomainError(err);
  const sentence = "MySQL: this process has closed its connections, or too many callers wait for one.";
  return new DomainError("unavailable", sentence, { cause: new Error(err.message) });
}

/** What holds for every session, whatever the server's defaults: with other modes texts would be escaped wrongly. */
async function prepare(raw: PoolConnection, { statementTimeoutMs }: PoolLimits): Promise<void> {
  const ask = (sql: string) => send(raw, sql, [], statementTimeoutMs);
  await ask("set session transaction isolation level read committed");
  await ask(
    `set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00',
      innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}`,
  );
  // MySQL has no such limit for changes; there, what bounds them is that locks are waited for so long and no longer.
  const [row] = (await ask("select version() as version")) as { version: string }[];
  const isMariaDb = row?.version.includes("MariaDB") ?? false;
  if (isMariaDb) await ask(`set session max_statement_time = ${statementTimeoutMs / 1000}`);
  else await ask(`set session max_execution_time = ${statementTimeoutMs}`);
}

function wrap(raw: PoolConnection, statementTimeoutMs: number, discard: () => void): MysqlPoolConnection {
  let isInTransaction = false;
  let brokenBy: DomainError | undefined;
  const run = async (sql: string, parameters: unknown[]): Promise<MysqlQueryResult> => {
    // A rollback behind what broke the connection must not hide it.
    if (brokenBy) throw brokenBy;
    if (sql === "begin") isInTransaction = true;
    const once = () =>
      send(raw, sql, parameters, statementTimeoutMs).catch((err) => {
        if (endsConnection(err)) {
          brokenBy = err;
          discard();
        }
        throw err;
      });
    const result = await (isInTransaction ? once() : retried(once));
    if (sql === "commit" || sql === "rollback") isInTransaction = false;
    return result;
  };
  return {
    config: {},
    threadId: raw.threadId,
    connect: () => undefined,
    destroy: discard,
    release() {
      // Its transaction was never ended: whoever has it next must not go on with it.
      if (isInTransaction) discard();
      else raw.release();
    },
    query(sql: string, parameters: unknown[], done?: Done<MysqlQueryResult>) {
      run(sql, parameters).then(
        (result) => done?.(undefined, result),
        (err: unknown) => done?.(err, []),
      );
      return { stream: notOffered };
    },
  };
}

function send(raw: PoolConnection, sql: string, values: unknown[], timeoutMs: number): Promise<MysqlQueryResult> {
  return new Promise((resolve, reject) => {
    raw.query({ sql, values, timeout: timeoutMs + GRACE_MS }, (err, result) => {
      if (err) reject(toDomainError(err));
      else resolve(result as unknown as MysqlQueryResult);
    });
  });
}

/** Afterwards nobody knows what is still under way on the connection, if anything is. */
const endsConnection = (failure: unknown): failure is DomainError =>
  failure instanceof DomainError && failure.kind === "unavailable" && !(failure instanceof LockConflict);

/** VARBINARY is what texts are kept in that are compared byte for byte; all other binary columns hold bytes. */
function typeCast(field: Field, next: () => unknown): unknown {
  if (field.type === "VAR_STRING") return field.string("utf8");
  const value = next();
  // A copy of its own: the driver's is a window on all that came in the same packet.
  return Buffer.isBuffer(value) ? new Uint8Array(value) : value;
}

function notOffered(): never {
  throw new DomainError("internal", "streaming is not offered: read pages");
}
