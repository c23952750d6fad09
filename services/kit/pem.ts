import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { DomainError } from "./errors.ts";

/** The file that a setting names. Throws `invalid` when it cannot be read. */
export function readPem(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new DomainError("invalid", `${setting}: the file cannot be read`, { cause });
  }
}

const BEGIN = "-----BEGIN CERTIFICATE-----";

/** All that a file begins must be whole: OpenSSL would leave the rest of a bundle out without a word. */
export function certificatesIn(setting: string, pem: Buffer): X509Certificate[] {
  const [, ...rest] = pem.toString("latin1").split(BEGIN);
  try {
    if (rest.length > 0) return rest.map((text) => new X509Certificate(BEGIN + text));
  } catch (cause) {
    throw new DomainError("invalid", `${setting}: the file has a certificate that is damaged or half written`, {
      cause,
    });
  }
  throw new DomainError("invalid", `${setting}: the file has no certificate in PEM`);
}

/**
 * The file with an authority's certificates. A file without one would be taken without a word, and then no certificate of
 * the server's would do: whoever runs it would look for a server that is away.
 */
export function readAuthority(setting: string, path: string): Buffer {
  const pem = readPem(setting, path);
  certificatesIn(setting, pem);
  return pem;
}
