import { stat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DomainError, messageOf } from "#kit/errors.ts";
import { canonicalUrl } from "../../document/identity.ts";
import { mediaTypeOf } from "../../document/parse/media-type.ts";
import { readRegularFile } from "./read-file.ts";
import { readSidecar } from "./sidecar.ts";
import type { Given, Item, Source } from "./source.ts";

const DOCUMENT_NAMES = [".pdf", ".html", ".htm", ".xhtml", ".txt", ".text", ".md"];

export const KNOWN_FILES =
  "PDF (.pdf), HTML (.html, .htm, .xhtml), text (.txt, .text, .md) and JSON Lines (.jsonl, .ndjson)";

/** True for the name of a file that holds one document. */
export const isDocument = (name: string): boolean => DOCUMENT_NAMES.includes(extname(name).toLowerCase());

/** True for the name of a JSON Lines file. */
export const isJsonLines = (name: string): boolean => [".jsonl", ".ndjson"].includes(extname(name).toLowerCase());

/** One document in one file; what is known of it comes from the command line, then from the file beside it. */
export async function surveyFile(path: string, given: Given): Promise<Source> {
  // A file that cannot be looked at has no size yet; reading it will say why.
  const bytes = await stat(path).then(
    (stat) => stat.size,
    () => 0,
  );
  return { documents: 1, bytes, read: () => read(path, given) };
}

async function* read(path: string, given: Given): AsyncGenerator<Item> {
  try {
    const beside = await readSidecar(path);
    const content = await readRegularFile(path);
    const mediaType = mediaTypeOf(content, path);
    if (!mediaType)
      throw new DomainError(
        "invalid",
        "is not what its name says but an archive, an image or a program. Unpack or convert it.",
      );
    const url = given.url ?? beside?.document_url ?? undefined;
    // Without a URL the file's own is its identity: names alone repeat from folder to folder.
    const documentUrl = url ?? pathToFileURL(resolve(path)).href;
    canonicalUrl(documentUrl);
    yield {
      document: {
        name: path,
        listedAs: url ?? path,
        content,
        mediaType,
        documentUrl,
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
