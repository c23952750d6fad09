import type { Passage } from "../extract/extraction.ts";
import { countWords, cutPassages } from "../extract/passages.ts";
import type { ParsedDocument, Span } from "../parse/parsed-document.ts";

/** What a quotation may be made of: a sentence or a row of a table, never a part of one. */
export interface Unit extends Span {
  isRow: boolean;
  /** The first of its paragraph. */
  opensBlock: boolean;
  /** Of a transcript: who is speaking. */
  speaker?: string;
  /** Of a row: what names its columns. */
  header?: Span;
  /** Of a row: the scale or unit of the table, where words above it give one. */
  scale?: Span;
}

/** A passage as a model is shown it: its sentences and rows, in order. */
export interface ShownPassage extends Passage {
  units: Unit[];
}

/** A row or sentence longer than this, in UTF-16 code units, is none: the model is not shown it. */
const MAX_UNIT_LENGTH = 1_500;
/** Words of more than so many letters on average are an encoded file's. */
const MAX_WORD_LENGTH = 60;

/**
 * Every passage of a document, also those of which the rules make nothing. What has a role is in none. Depends on the
 * parser alone, so that better rules do not make answers worthless that were paid for.
 */
export function shownPassages(document: ParsedDocument): ShownPassage[] {
  const parts = cutPassages(document);
  const headers = rowHeaders(document);
  const units: Unit[] = [];
  for (const { sentences } of parts) {
    for (const { start, end, block, opensBlock } of sentences) {
      const speaker = block.speaker === undefined ? {} : { speaker: block.speaker };
      units.push({ start, end, isRow: false, opensBlock, ...speaker });
    }
  }
  for (const { kind, role, row, start, end } of document.blocks) {
    if (kind !== "tableRow" || role !== undefined || !row) continue;
    const header = row.isHeader ? undefined : headers[row.table];
    const scale = row.isHeader ? undefined : (row.unit ?? document.tables[row.table]?.unit);
    units.push({ start, end, isRow: true, opensBlock: true, ...(header && { header }), ...(scale && { scale }) });
  }
  units.sort((a, b) => a.start - b.start);
  let from = 0;
  return parts.map(({ start, end, headings, page }) => {
    while ((units[from]?.start ?? end) < start) from += 1;
    const own: Unit[] = [];
    for (let unit = units[from]; unit && unit.end <= end; unit = units[++from]) {
      if (isReadable(document.text, unit)) own.push(unit);
    }
    return { start, end, headings, ...(page === undefined ? {} : { page }), units: own };
  });
}

const isReadable = (text: string, { start, end }: Span): boolean =>
  end - start <= Math.min(MAX_UNIT_LENGTH, countWords(text, start, end) * MAX_WORD_LENGTH);

/** A longer header is no help beside a row. */
const MAX_HEADER_LENGTH = 260;
/** A table that goes on behind a page break has no more than this between its parts, in UTF-16 code units. */
const MAX_BREAK_LENGTH = 600;

/** What names the columns of each table, if anything does; one that goes on behind a page break has that of its first part. */
function rowHeaders({ blocks, tables }: ParsedDocument): (Span | undefined)[] {
  const bounds: Span[] = [];
  for (const { row, start, end } of blocks) {
    if (row) bounds[row.table] = { start: bounds[row.table]?.start ?? start, end };
  }
  const headers: (Span | undefined)[] = [];
  for (const [number, { header, columns }] of tables.entries()) {
    const own = header.at(-1);
    const before = tables[number - 1];
    const gap = (bounds[number]?.start ?? 0) - (bounds[number - 1]?.end ?? Number.NEGATIVE_INFINITY);
    const isContinued = before?.columns.length === columns.length && gap <= MAX_BREAK_LENGTH;
    if (own && own.end - own.start <= MAX_HEADER_LENGTH) headers.push({ start: own.start, end: own.end });
    else headers.push(!own && isContinued ? headers[number - 1] : undefined);
  }
  return headers;
}
