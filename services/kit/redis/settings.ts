import { DomainError } from "../errors.ts";

/**
 * `redis://[[user]:password@]host:port[/db]`, or `rediss://` for TLS, as the driver may have it: it would throw at others, or
 * take something for what it is not. Throws `invalid`, never with the value: it holds a password.
 */
export function checkedRedisUrl(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^rediss?:$/.test(parsed.protocol) || !parsed.hostname)
    throw invalid("must be redis://[[user]:password@]host:port or rediss://…, with %23, %2F and %3F for #, / and ?");
  if (!/^(\/\d*)?$/.test(parsed.pathname)) throw invalid("has a path that is no number of a database, such as /0");
  try {
    decodeURIComponent(parsed.username + parsed.password);
  } catch (cause) {
    throw invalid("has a % that begins no escape: write it %25", cause);
  }
  return url;
}

const invalid = (message: string, cause?: unknown) => new DomainError("invalid", `REDIS_URL: ${message}`, { cause });
