import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { createConnection } from "mysql2";
import { readMysqlUrl } from "#kit/mysql/settings.ts";
import { hasMariadb, type Mariadb, startMariadb } from "./mariadb.ts";

/** One for all suites of a run, ended with the process. */
let started: Promise<Mariadb> | undefined;

/** The server that TEST_MYSQL_URL names, or a MariaDB of our own. */
async function serverUrl(): Promise<string> {
  const given = process.env["TEST_MYSQL_URL"];
  if (given) return given;
  started ??= startMariadb();
  return (await started).url;
}

/** The MariaDB that `scratchDatabase` makes databases in; undefined where TEST_MYSQL_URL names another server. */
export const ownMariadb = async (): Promise<Mariadb | undefined> => started;

after(async () => (await started)?.[Symbol.asyncDispose]());

/** A database of its own for a test, dropped when it is disposed. `server`: the URL of another server than the usual one. */
export async function scratchDatabase(
  server?: string,
): Promise<{ url: string; run(sql: string): Promise<unknown> } & AsyncDisposable> {
  // At a database that every user may look at.
  const base = at(server ?? (await serverUrl()), "information_schema");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Another default than ours, as a server may have it: nothing of ours may depend on it.
  await run(base, `create database ${name} character set latin1`);
  const url = at(base, name);
  return {
    url,
    run: (sql) => run(url, sql),
    async [Symbol.asyncDispose]() {
      await run(base, `drop database if exists ${name}`);
    },
  };
}

/** A store that disposes of its database with itself. `server`: as for `scratchDatabase`. */
export async function onScratch<Store extends AsyncDisposable>(
  open: (url: string) => Promise<Store>,
  server?: string,
): Promise<Store> {
  const database = await scratchDatabase(server);
  const store = await open(database.url);
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

function at(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function run(url: string, sql: string): Promise<unknown> {
  const connection = createConnection(readMysqlUrl(url));
  try {
    return await promisify((text: string, done: (err: unknown, result: unknown) => void) =>
      connection.query(text, done),
    )(sql);
  } finally {
    connection.destroy();
  }
}

/** Suites that need MySQL: skipped in plain sight where there is none, failed under REQUIRE_BACKENDS=1. */
export function onMysql(suites: () => void): void {
  if (process.env["TEST_MYSQL_URL"] || hasMariadb()) suites();
  else onMissing("MySQL: set TEST_MYSQL_URL, or install MariaDB (Debian: apt-get install mariadb-server)");
}

/** As `onMysql`, for suites that stop and start the server: only one of our own will do. */
export function onOwnMariadb(suites: () => void): void {
  if (hasMariadb()) suites();
  else onMissing("a MariaDB to stop and start (Debian: apt-get install mariadb-server)");
}

function onMissing(what: string): void {
  if (process.env["REQUIRE_BACKENDS"] === "1") {
    it(`needs ${what}`, () => {
      throw new Error(`REQUIRE_BACKENDS=1 and there is no ${what}`);
    });
  } else it.skip(`needs ${what}`);
}
