import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { DomainError, messageOf } from "#kit/errors.ts";
import { grouped } from "../table.ts";
import { DOCUMENT_LIMIT_BYTES } from "./source.ts";

export interface Fetched {
  content: Uint8Array;
  /** As the server says, with its parameters; empty when it says nothing. */
  contentType: string;
  /** Where the content was in the end, after redirects. */
  url: URL;
}

export interface FetchLimits {
  /** Whether a connection may go to this IP address. */
  allows(address: string): boolean;
  /** Resolves a host name. The default is the system's way. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
  signal: AbortSignal;
  limitBytes?: number;
  timeoutMs?: number;
}

const REDIRECTS = 5;
const TIMEOUT_MS = 60_000;
const MOVED = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a document over HTTP. Every address that a host name stands for is checked, the connection goes to an address
 * that was checked, and each redirect is checked anew, so that no name, redirect or second look-up leads into the private
 * network. Throws an `invalid` error that says what is wrong and what to do, without the URL.
 */
export async function fetchDocument(address: string, limits: FetchLimits): Promise<Fetched> {
  const deadline = AbortSignal.timeout(limits.timeoutMs ?? TIMEOUT_MS);
  const signal = AbortSignal.any([limits.signal, deadline]);
  try {
    let url = checkUrl(address);
    for (let hop = 0; hop <= REDIRECTS; hop++) {
      const answer = await get(url, limits, signal);
      const { statusCode = 0, headers } = answer;
      if (MOVED.has(statusCode) && headers.location) {
        answer.destroy();
        url = checkUrl(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        answer.destroy();
        throw refused(
          `was answered with status ${statusCode} ${answer.statusMessage ?? ""}`.trimEnd() +
            ". Check the address, or download the document and ingest the file.",
        );
      }
      const content = await readBody(answer, limits.limitBytes ?? DOCUMENT_LIMIT_BYTES, signal);
      return { content, contentType: headers["content-type"] ?? "", url };
    }
    throw refused(`was redirected more than ${REDIRECTS} times. Check the address.`);
  } catch (err) {
    if (limits.signal.aborted) throw new DomainError("cancelled", "was interrupted.", { cause: err });
    if (deadline.aborted)
      throw refused(
        `took longer than ${(limits.timeoutMs ?? TIMEOUT_MS) / 1_000} s. Try again, or download it and ingest the file.`,
      );
    if (err instanceof DomainError) throw err;
    throw refused(`could not be fetched (${explainNetworkError(err)}). Check the address and the network.`, err);
  }
}

function checkUrl(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw refused("is not a URL. Check the address.");
  const url = new URL(address, base);
  const where = base ? "redirects to a place that" : "";
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw refused(`${where} is not an http or https URL. Download the document and ingest the file.`.trimStart());
  if (url.username || url.password)
    throw refused(
      `${where} carries a user name or password, which would be stored and shown. Download the document and ingest the file.`.trimStart(),
    );
  return url;
}

function get(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is connected to without a look-up, so it is checked here.
  if (isIP(host) && !limits.allows(host)) throw isPrivate(host);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(
      {
        host,
        port: url.port || undefined,
        path: `${url.pathname}${url.search}`,
        // A connection of its own: one that is kept open could lead to an address that was checked for another name.
        agent: false,
        lookup: checkedLookup(limits),
        servername: isIP(host) ? "" : host,
        signal,
        headers: {
          host: url.host,
          accept: "application/pdf, text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.1",
          "accept-encoding": "identity",
          "user-agent": "research-insights/0.1.0",
        },
      },
      resolve,
    )
      .on("error", reject)
      .end();
  });
}

/** Resolves a name for a connection, and refuses it when any of its addresses may not be asked. */
const checkedLookup =
  ({ allows, resolve = resolveAll }: FetchLimits): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (!first) callback(new DomainError("invalid", "has a host name without an address. Check it."), "");
        else if (!found.every(({ address }) => allows(address))) callback(isPrivate(hostname), "");
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (err) => callback(err, ""),
    );
  };

const resolveAll = (hostname: string) => lookup(hostname, { all: true });

/** The body, decompressed where the server compressed it all the same, and never more than the limit of it. */
async function readBody(answer: IncomingMessage, limitBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const encoding = (answer.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const decoder = DECODERS.get(encoding)?.();
  if (encoding !== "identity" && !decoder) {
    answer.destroy();
    throw refused(
      `came in the encoding "${encoding.slice(0, 40)}", which is not known. Download the document and ingest the file.`,
    );
  }
  if (decoder) answer.on("error", (err) => decoder.destroy(err)).pipe(decoder);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of decoder ?? answer) {
      signal.throwIfAborted();
      length += part.length;
      if (length > limitBytes)
        throw refused(
          `is longer than ${grouped(limitBytes)} bytes, which is all a document may have. Split it, or ingest its text only.`,
        );
      parts.push(part);
    }
  } finally {
    answer.destroy();
  }
  if (length === 0) throw refused("is empty. Check the address.");
  return Buffer.concat(parts);
}

const DECODERS = new Map<string, () => NodeJS.ReadWriteStream & { destroy(err?: Error): void }>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

const refused = (sentence: string, cause?: unknown) => new DomainError("invalid", sentence, { cause });

const isPrivate = (host: string) =>
  refused(`leads to ${host}, which is not on the public Internet. Set INGEST_ALLOW_PRIVATE=true if you mean it.`);

function explainNetworkError(err: unknown): string {
  const code = err instanceof Error && "code" in err ? String(err.code) : "";
  return code || messageOf(err);
}
