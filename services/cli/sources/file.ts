import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf } from "#kit/errors.ts";
import { readRegularFile } from "./read-file.ts";
import { readSidecar } from "./sidecar.ts";
import type { Given, Item, MediaType, Source } from "./source.ts";

const TYPES: Record<string, MediaType> = {
  ".pdf": "application/pdf",
  ".html": "text/html",
  ".htm": "text/html",
  ".xhtml": "text/html",
  ".txt": "text/plain",
  ".text": "text/plain",
  ".md": "text/plain",
};

export const KNOWN_FILES =
  "PDF (.pdf), HTML (.html, .htm, .xhtml), text (.txt, .text, .md) and JSON Lines (.jsonl, .ndjson)";

/** The media type that a name's extension stands for. */
export const mediaTypeOfName = (name: string): MediaType | undefined => TYPES[extname(name).toLowerCase()];

/** True for the name of a JSON Lines file. */
export const isJsonLines = (name: string): boolean => [".jsonl", ".ndjson"].includes(extname(name).toLowerCase());

/** One document in one file; what is known of it comes from the command line, then from the file beside it. */
export async function surveyFile(path: string, mediaType: MediaType, given: Given): Promise<Source> {
  // A file that cannot be looked at has no size yet; reading it will say why.
  const bytes = await stat(path).then(
    (stat) => stat.size,
    () => 0,
  );
  return { documents: 1, bytes, read: () => read(path, mediaType, given) };
}

async function* read(path: string, mediaType: MediaType, given: Given): AsyncGenerator<Item> {
  try {
    const beside = await readSidecar(path);
    const content = await readRegularFile(path);
    const url = given.url ?? beside?.document_url ?? undefined;
    yield {
      document: {
        name: path,
        listedAs: url ?? path,
        content,
        mediaType,
        // Without a URL the file's own is its identity: names alone repeat from folder to folder.
        documentUrl: url ?? pathToFileURL(resolve(path)).href,
        sourceName: given.sourceName ?? beside?.source_name ?? "",
        articleTitle: given.title ?? beside?.article_title ?? "",
        publishedDate: given.publishedDate ?? beside?.published_date ?? undefined,
        authors: given.author ?? beside?.authors ?? [],
        summary: beside?.summary ?? "",
      },
    };
  } catch (err) {
    yield { failure: { documentUrl: given.url ?? path, reason: `${path} ${messageOf(err)}` } };
  }
}
