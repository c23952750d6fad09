import { DomainError } from "#kit/errors.ts";
import { declaredCharset, decode } from "./decode.ts";
import { MAX_BYTES } from "./limits.ts";
import type { MediaType } from "./media-type.ts";
import { parseHtml } from "./parse-html.ts";
import { parsePdf } from "./parse-pdf.ts";
import { parseText } from "./parse-text.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { isSecSubmission, parseSecSubmission } from "./sec-submission.ts";
import { unitsOfTwins } from "./unit-of-twin.ts";

export { MEDIA_TYPES, type MediaType, mediaTypeOf } from "./media-type.ts";

/** A file as it came, and what it is called. */
export interface Source {
  bytes: Uint8Array;
  mediaType: MediaType;
  name: string;
}

/**
 * Reads a file into text, blocks and tables. The same bytes give the same document. Meant for a worker thread: it
 * computes for seconds on large files. Throws `invalid` with a sentence that says what is wrong and what to do.
 */
export async function parse(source: Source): Promise<ParsedDocument> {
  if (source.bytes.length === 0) throw new DomainError("invalid", "the file is empty");
  if (source.bytes.length > MAX_BYTES) {
    throw new DomainError("invalid", `the file is larger than ${MAX_BYTES / 1024 / 1024} MiB: split it`);
  }
  const document = await read(source);
  unitsOfTwins(document);
  return document;
}

async function read(source: Source): Promise<ParsedDocument> {
  switch (source.mediaType) {
    case "text/plain": {
      const { text, repairs } = decode(source.bytes);
      const document = isSecSubmission(text) ? parseSecSubmission(text) : parseText(text);
      return { ...document, repairs: [...repairs, ...document.repairs] };
    }
    case "text/html": {
      const { text, repairs } = decode(source.bytes, declaredCharset(source.bytes));
      const document = parseHtml(text);
      return { ...document, repairs: [...repairs, ...document.repairs] };
    }
    case "application/pdf":
      return await parsePdf(source.bytes);
  }
}
