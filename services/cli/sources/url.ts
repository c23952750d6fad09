import { messageOf } from "#kit/errors.ts";
import { type Fetched, type FetchLimits, fetchDocument } from "./fetch-document.ts";
import { mediaTypeOfName } from "./file.ts";
import type { Given, Item, MediaType, Source } from "./source.ts";

/** True for an argument that names a place on the network. */
export const isUrl = (argument: string): boolean => /^https?:\/\//i.test(argument);

/** One document at a URL. */
export const surveyUrl = (url: string, given: Given, allowPrivate: boolean): Source => ({
  documents: 1,
  bytes: 0,
  read: (signal) => read(url, given, { allowPrivate, signal }),
});

async function* read(url: string, given: Given, limits: FetchLimits): AsyncGenerator<Item> {
  try {
    const fetched = await fetchDocument(url, limits);
    const mediaType = mediaTypeOf(fetched);
    if (!mediaType) {
      const reason = `${url} is of the type "${fetched.contentType.slice(0, 100)}". Only PDF, HTML and plain text can be ingested.`;
      yield { failure: { documentUrl: given.url ?? url, reason } };
      return;
    }
    const documentUrl = given.url ?? url;
    yield {
      document: {
        name: url,
        listedAs: documentUrl,
        content: fetched.content,
        mediaType,
        documentUrl,
        sourceName: given.sourceName ?? "",
        articleTitle: given.title ?? "",
        publishedDate: given.publishedDate,
        authors: given.author ?? [],
        summary: "",
      },
    };
  } catch (err) {
    yield { failure: { documentUrl: given.url ?? url, reason: `${url} ${messageOf(err)}` } };
  }
}

const BY_NAME: Record<string, MediaType> = {
  "text/html": "text/html",
  "application/xhtml+xml": "text/html",
  "application/pdf": "application/pdf",
  "application/x-pdf": "application/pdf",
  "text/plain": "text/plain",
};

/** What the server says; where it does not know, what the content or the name shows. */
function mediaTypeOf({ contentType, content, url }: Fetched): MediaType | undefined {
  const name = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const known = BY_NAME[name];
  if (known) return known;
  if (name !== "" && name !== "application/octet-stream" && name !== "binary/octet-stream") return undefined;
  return Buffer.from(content.subarray(0, 5)).toString("latin1") === "%PDF-"
    ? "application/pdf"
    : mediaTypeOfName(url.pathname);
}
