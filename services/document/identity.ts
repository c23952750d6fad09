import { createHash } from "node:crypto";
import { DomainError } from "#kit/errors.ts";

/**
 * Raise it when parsing or extraction makes other results of the same bytes: documents that are submitted again are then
 * done again. It is part of the content hash, so nothing else has to know.
 */
export const PIPELINE_VERSION = 26;

const URL_LIMIT = 2_048;
const SCHEMES = new Set(["http:", "https:", "ftp:", "file:"]);

/**
 * The one spelling of a document's address that decides its identity. Of URLs: scheme and host in lower case, without
 * default port, a dot at the host's end, and "." or ".." steps; unreserved characters not escaped, escapes in upper case
 * (RFC 3986, 6.2.2). Query and path stay as they are, so do "http" and "https": they may be different documents. The
 * fragment stays too: central banks list many minutes on one page, and a document lost is worse than one that is there
 * twice; an empty one goes, and so do words to highlight ("#:~:text="). What is no URL is a name, compared after NFC.
 * Throws `invalid`.
 */
export function canonicalUrl(given: string): string {
  const address = given.trim();
  if (address === "") throw new DomainError("invalid", "document_url is empty: give the URL or the file's name");
  if (address.length > URL_LIMIT)
    throw new DomainError("invalid", `document_url is longer than ${URL_LIMIT} characters`);
  if (/\p{Cc}/u.test(address) || !address.isWellFormed()) {
    throw new DomainError("invalid", "document_url has control characters: give the plain URL");
  }
  if (/^(?:javascript|data|vbscript|blob):/i.test(address)) {
    throw new DomainError("invalid", "document_url must be the address of a document, not a script or the data itself");
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address.normalize("NFC");
  const url = URL.parse(address);
  if (!url || !SCHEMES.has(url.protocol)) {
    throw new DomainError("invalid", `document_url is not a URL that a document can have: ${address.slice(0, 200)}`);
  }
  if (url.username || url.password) {
    throw new DomainError(
      "invalid",
      "document_url holds a user name or password: leave them out, it is shown to everybody",
    );
  }
  // Also takes away the "#" of an empty one.
  url.hash = url.hash.replace(/:~:.*$/, "").replace(/^#$/, "");
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.href.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

/** A document's id: the same for every spelling of its URL. */
export const docIdOf = (documentUrl: string): string => `doc_${sha256(canonicalUrl(documentUrl)).slice(0, 32)}`;

/**
 * An insight's id. It stays when the document is made again and says the same: neither offsets nor the order of the
 * insights are part of it.
 */
export const insightIdOf = (docId: string, finding: string, firstExcerpt: string): string =>
  `ins_${sha256(JSON.stringify([docId, finding, firstExcerpt])).slice(0, 32)}`;

/** SHA-256, hexadecimal. */
export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/** How publishers are compared: by Unicode lower case after NFC. */
export const foldSourceName = (name: string): string => name.normalize("NFC").toLowerCase();

/** A UUID (version 8, RFC 9562) that is the same for the same words. */
export function uuidOf(...words: string[]): string {
  const hash = createHash("sha256").update(words.join("\0")).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
