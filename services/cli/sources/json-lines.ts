import { createReadStream } from "node:fs";
import { docIdOf } from "../../document/identity.ts";
import { grouped, oneLine } from "../table.ts";
import { type Line, readLines } from "./lines.ts";
import { type ReadRow, readRow } from "./row.ts";
import { explainSystemError, type Item, type Source } from "./source.ts";

/** Bytes of one row at most. The longest filings have 2 MB of text; a longer row is more often a file without line ends. */
export const ROW_LIMIT_BYTES = 16 * 1024 * 1024;
/** Notes of one kind that are listed before the rest is counted. */
const NOTES_LISTED = 5;

/**
 * A JSON Lines file. It is read twice: first to count, and to see which rows are repeated later, then to submit. One row at a
 * time is in memory, and a few dozen bytes for each document.
 */
export async function surveyJsonLines(
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<{ source: Source; notes: string[] }> {
  const lastRows = new Map<string, number>();
  const repeats: string[] = [];
  const unknown = new Map<string, number>();
  let repeated = 0;
  let documents = 0;
  let bytes = 0;
  for await (const { line, read } of rows(path)) {
    if (signal.aborted) break;
    documents++;
    if (!("row" in read)) continue;
    bytes += Buffer.byteLength(read.row.text);
    for (const field of read.unknown) if (!unknown.has(field) && unknown.size < 100) unknown.set(field, line.number);
    const key = keyOf(read.row.document_url);
    const before = lastRows.get(key);
    lastRows.set(key, line.number);
    if (before === undefined) continue;
    documents--;
    repeated++;
    if (repeats.length < NOTES_LISTED)
      repeats.push(`${name}: row ${line.number} repeats the document_url of row ${before}; the last one is taken.`);
  }
  const notes = [
    ...repeats,
    ...(repeated > repeats.length
      ? [
          `${name}: ${grouped(repeated - repeats.length)} more rows repeat an earlier document_url; the last ones are taken.`,
        ]
      : []),
    ...[...unknown]
      .slice(0, NOTES_LISTED)
      .map(
        ([field, row]) =>
          `${name}: field "${oneLine(field).slice(0, 60)}" (first in row ${row}) is not known and is left out.`,
      ),
  ];
  const source: Source = {
    documents,
    bytes,
    describesItself: true,
    read: (signal) => read(path, name, lastRows, signal),
  };
  return { source, notes };
}

async function* read(
  path: string,
  name: string,
  lastRows: Map<string, number>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  try {
    for await (const { line, read } of rows(path)) {
      if (signal.aborted) return;
      const at = `${name} row ${line.number}`;
      if (!("row" in read))
        yield { failure: { documentUrl: read.documentUrl ?? name, reason: `${at}: ${read.reason}` } };
      else if (lastRows.get(keyOf(read.row.document_url)) === line.number) {
        const { row } = read;
        yield {
          document: {
            name: at,
            listedAs: row.document_url,
            content: Buffer.from(row.text),
            mediaType: "text/plain",
            documentUrl: row.document_url,
            sourceName: row.source_name,
            articleTitle: row.article_title,
            publishedDate: row.published_date ?? undefined,
            authors: row.authors ?? [],
            summary: row.summary ?? "",
          },
        };
      }
    }
  } catch (err) {
    yield { failure: { documentUrl: name, reason: `${name} ${explainSystemError(err)}` } };
  }
}

/** The rows of a file: every line that is not empty. */
async function* rows(path: string): AsyncGenerator<{ line: Line; read: ReadRow }> {
  for await (let line of readLines(createReadStream(path, { highWaterMark: 256 * 1024 }), ROW_LIMIT_BYTES)) {
    if (line.number === 1 && line.bytes) line = { ...line, bytes: withoutByteOrderMark(line.bytes) };
    if (!line.bytes) {
      const reason = `it is ${grouped(line.lengthBytes)} bytes long, and a row may have ${grouped(ROW_LIMIT_BYTES)}. Ingest such a document as a text file of its own.`;
      yield { line, read: { reason } };
    } else if (!isBlank(line.bytes)) yield { line, read: readRow(line.bytes) };
  }
}

const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0x20 || byte === 0x09);

const withoutByteOrderMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/** What two rows of one document have in common, short: a file of a million rows must not keep a million URLs in memory. */
const keyOf = (url: string): string => docIdOf(url).slice(4, 24);
