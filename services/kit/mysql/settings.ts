import { isIP } from "node:net";
import type { PoolOptions, SslOptions } from "mysql2";
import { DomainError } from "../errors.ts";
import { readAuthority } from "../pem.ts";

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
  // An IPv6 address stands in brackets in a URL and nowhere else.
  const host = parsed.hostname.replace(/^\[(.*)\]$/, "$1");
  const ssl = readSsl(parsed.searchParams);
  // For an address the driver would compare the certificate's name with "localhost".
  if (ssl && isIP(host)) throw invalid("with ssl, name the server by its name, not by its address");
  return {
    host,
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
  const file = parameters.get("ssl-ca");
  const ssl = parameters.get("ssl") ?? String(file !== null);
  if (ssl !== "true" && ssl !== "false") throw invalid("ssl must be true or false");
  if (ssl === "false" && file !== null) throw invalid("has ssl=false and ssl-ca: leave one out");
  if (ssl === "false") return undefined;
  // The driver compares no names unless it is told to.
  const checks = { rejectUnauthorized: true, verifyIdentity: true, minVersion: "TLSv1.2" };
  return file === null ? checks : { ...checks, ca: readAuthority("MYSQL_URL: ssl-ca", file) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw invalid("has a % that begins no escape: write it %25", cause);
  }
}

const invalid = (message: string, cause?: unknown) => new DomainError("invalid", `MYSQL_URL: ${message}`, { cause });
