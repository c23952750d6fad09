import { isUtf8 } from "node:buffer";
import { messageOf } from "#kit/errors.ts";
import { isPublicAddress } from "#kit/public-address.ts";
import { canonicalUrl } from "../../document/identity.ts";
import { type MediaType, mediaTypeOf } from "../../document/parse/media-type.ts";
import { type Fetched, type FetchLimits, fetchDocument } from "./fetch-document.ts";
import type { Given, Item, Source } from "./source.ts";

/** True for an argument that names a place on the network. */
export const isUrl = (argument: string): boolean => /^https?:\/\//i.test(argument);

/** One document at a URL. */
export const surveyUrl = (url: string, given: Given, allowPrivate: boolean): Source => ({
  documents: 1,
  bytes: 0,
  read: (signal) => read(url, given, { allows: allowPrivate ? () => true : isPublicAddress, signal }),
});

async function* read(url: string, given: Given, limits: FetchLimits): AsyncGenerator<Item> {
  const documentUrl = given.url ?? url;
  try {
    canonicalUrl(documentUrl);
    const fetched = await fetchDocument(url, limits);
    const document = toDocument(fetched);
    if (!document) {
      const reason = `${url} is of the type "${fetched.contentType.slice(0, 100)}". Only PDF, HTML and plain text can be ingested.`;
      yield { failure: { documentUrl, reason } };
      return;
    }
    yield {
      document: {
        name: url,
        listedAs: documentUrl,
        ...document,
        documentUrl,
        sourceName: given.sourceName ?? "",
        articleTitle: given.title ?? "",
        publishedDate: given.publishedDate,
        authors: given.author ?? [],
        summary: "",
      },
    };
  } catch (err) {
    yield { failure: { documentUrl, reason: `${url} ${messageOf(err)}` } };
  }
}

/** Names that the document service tells media types by, of what servers say. */
const NAMES = new Map([
  ["text/html", "page.html"],
  ["application/xhtml+xml", "page.html"],
  ["application/pdf", "file.pdf"],
  ["application/x-pdf", "file.pdf"],
  ["text/plain", "text.txt"],
]);
const UNTOLD = ["", "application/octet-stream", "binary/octet-stream"];

/** What the content shows, else what the server says, else what the address looks like. */
function toDocument({ contentType, content, url }: Fetched): { mediaType: MediaType; content: Uint8Array } | undefined {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  const name = UNTOLD.includes(type.trim()) ? url.pathname : NAMES.get(type.trim());
  const mediaType = name === undefined ? undefined : mediaTypeOf(content, name);
  if (!mediaType) return undefined;
  return { mediaType, content: mediaType === "application/pdf" ? content : toUtf8(content, charsetOf(parameters)) };
}

const charsetOf = (parameters: string[]): string | undefined =>
  parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");

/** Text in the encoding that the server names: only the bytes travel on from here, without what was said of them. */
function toUtf8(content: Uint8Array, charset: string | undefined): Uint8Array {
  if (!charset || charset === "utf-8" || charset === "utf8" || isUtf8(content)) return content;
  try {
    return new TextEncoder().encode(new TextDecoder(charset, { fatal: true }).decode(content));
  } catch (err) {
    // A charset that nobody knows, or that is not true: the parser goes by the bytes.
    if (err instanceof RangeError || err instanceof TypeError) return content;
    throw err;
  }
}
