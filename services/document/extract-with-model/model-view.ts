import type { Extraction } from "../extract/extraction.ts";
import { cutPassages } from "../extract/passages.ts";
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
}

/** A row or sentence longer than this, in UTF-16 code units, is none: the model is not shown it. */
const MAX_UNIT_LENGTH = 1_500;

/** The sentences and rows of each passage of an extraction, in order. What has a role is in none. */
export function unitsOfPassages(document: ParsedDocument, { passages, insights }: Extraction): Unit[][] {
  const headers = rowHeaders(
    document,
    insights.flatMap(({ excerpts }) => (excerpts.length > 1 ? [excerpts] : [])),
  );
  const units = unitsOf(document, headers);
  const found: Unit[][] = [];
  let from = 0;
  for (const { start, end } of passages) {
    while (from < units.length && (units[from]?.start ?? 0) < start) from += 1;
    const own: Unit[] = [];
    for (let at = from; at < units.length; at += 1) {
      const unit = units[at];
      if (!unit || unit.end > end) break;
      own.push(unit);
    }
    found.push(own);
  }
  return found;
}

function unitsOf(document: ParsedDocument, headers: ReadonlyMap<number, Span>): Unit[] {
  const units: Unit[] = [];
  for (const { sentences } of cutPassages(document)) {
    for (const { start, end, block, opensBlock } of sentences) {
      const speaker = block.speaker === undefined ? {} : { speaker: block.speaker };
      units.push({ start, end, isRow: false, opensBlock, ...speaker });
    }
  }
  for (const { kind, role, row, start, end } of document.blocks) {
    if (kind !== "tableRow" || role !== undefined || !row) continue;
    const header = row.isHeader ? undefined : headers.get(row.table);
    units.push({ start, end, isRow: true, opensBlock: true, ...(header && { header }) });
  }
  return units.filter(({ start, end }) => end - start <= MAX_UNIT_LENGTH).sort((a, b) => a.start - b.start);
}

/** A longer header is no help beside a row. */
const MAX_HEADER_LENGTH = 260;

/**
 * What names the columns of each table: the header that the rules cite with its rows, for they also find the one of a
 * table that goes on behind a page break; else the table's own.
 */
function rowHeaders({ blocks, tables }: ParsedDocument, cited: readonly Span[][]): Map<number, Span> {
  const headers = new Map<number, Span>();
  for (const [number, { header }] of tables.entries()) {
    const last = header.at(-1);
    if (last && last.end - last.start <= MAX_HEADER_LENGTH) headers.set(number, { start: last.start, end: last.end });
  }
  const tableAt = new Map(blocks.flatMap(({ start, row }) => (row && !row.isHeader ? [[start, row.table]] : [])));
  for (const [header, ...rows] of cited) {
    for (const row of rows) {
      const number = tableAt.get(row.start);
      if (header && number !== undefined && header.end <= row.start) headers.set(number, header);
    }
  }
  return headers;
}
