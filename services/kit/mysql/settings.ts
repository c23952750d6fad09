import { readFileSync } from "node:fs";
import type { PoolOptions, SslOptions } from "mysql2";
import { DomainError } from "../errors.ts";

/**
 * What the driver needs of `mysql://user:password@host:port/database`. With `?ssl=true` the server must prove its name
 * with a certificate of a public authority, with `?ssl-ca=FILE` with one of that authority; without either, plain text.
 * Throws `invalid`, never with the value: it holds a password.
 */
export function readMysqlUrl(url: string): PoolOptions & { database: string } {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "mysql:") throw invalid("must be mysql://user:password@host:port/database");
  const database = decoded(parsed.pathname.slice(1));
  if (!parsed.hostname || !database) throw invalid("must name a host and a database");
  const ssl = readSsl(parsed.searchParams);
  return {
    // An IPv6 address stands in brackets in a URL and nowhere else.
    host: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: parsed.port === "" ? 3306 : Number(parsed.port),
    user: decoded(parsed.username),
    password: decoded(parsed.password),
    database,
    ...(ssl && { ssl }),
  };
}

function readSsl(parameters: URLSearchParams): SslOptions | undefined {
  for (const name of parameters.keys()) {
    if (name !== "ssl" && name !== "ssl-ca") throw invalid(`knows ssl and ssl-ca, not "${name}"`);
  }
  const ssl = parameters.get("ssl") ?? "true";
  if (ssl !== "true" && ssl !== "false") throw invalid("ssl must be true or false");
  if (parameters.size === 0 || ssl === "false") return undefined;
  // The driver does not compare names unless it is told to.
  const checks = { rejectUnauthorized: true, verifyIdentity: true, minVersion: "TLSv1.2" };
  const file = parameters.get("ssl-ca");
  if (file === null) return checks;
  try {
    return { ...checks, ca: readFileSync(file, "utf8") };
  } catch (cause) {
    throw invalid("the file of ssl-ca cannot be read", cause);
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw invalid("has a % that begins no escape: write it %25", cause);
  }
}

const invalid = (message: string, cause?: unknown) => new DomainError("invalid", `MYSQL_URL: ${message}`, { cause });
