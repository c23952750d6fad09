import type { DraftCell, DraftRow } from "./document-builder.ts";
import { type PdfLine, segmentsOf, type Word, wordsOf } from "./pdf-lines.ts";
import { type Band, bandsOf, headerRows } from "./pdf-table-columns.ts";
import { kindOf } from "./values.ts";

/** A table found among a page's lines. */
export interface PdfTable {
  rows: DraftRow[];
  columnCount: number;
  /** The first of its lines, and the one after the last. */
  from: number;
  to: number;
  bands: Band[];
  /** Which words head which column is beyond doubt. */
  isSettled: boolean;
}

/** A line with a label on the left and values on the right. */
export interface RowLine {
  line: PdfLine;
  label: Word[];
  values: Word[];
}

const MAX_HEADER_LINES = 14;

/** The table whose first row of values is `lines[at]`; its header may reach up to `floor`. */
export function pdfTableAt(lines: readonly PdfLine[], at: number, floor: number): PdfTable | undefined {
  const first = lines[at] && rowLine(lines[at]);
  if (!first) return undefined;
  const { entries, to } = entriesFrom(lines, at);
  const rows = entries.filter((entry): entry is RowLine => "values" in entry);
  if (rows.length < 2 || (rows.length < 3 && rows.every((row) => row.values.length < 2))) return undefined;
  // Numbers without labels are the scale of a chart.
  if (rows.filter((row) => row.label.length > 0).length < rows.length * 0.5) return undefined;
  const bands = bandsOf(rows);
  const left = rows.reduce((min, row) => Math.min(min, row.line.left), Number.POSITIVE_INFINITY);
  const header = headerRows(lines, at, Math.max(floor, at - MAX_HEADER_LINES), { bands, left });
  const drafts = [...header.rows, ...dataRows(entries, bands)];
  return { rows: drafts, columnCount: bands.length + 1, from: header.from, to, bands, isSettled: header.isSettled };
}

/** A line as a row of values; undefined for prose. Values stand apart from their label and from each other. */
export function rowLine(line: PdfLine): RowLine | undefined {
  const words = line.words.filter((word) => !/^[.…·_]{1,2}$|^[.…·_]{4,}$/.test(word.words));
  const hasLeaders = words.length < line.words.length;
  const values: Word[] = [];
  let at = words.length - 1;
  let apart = 0;
  let widest = 0;
  for (; at >= 0; at--) {
    const word = words[at];
    if (!word) break;
    const next = values[0];
    const gapAfter = next ? next.left - word.right : Number.POSITIVE_INFINITY;
    if (/^[%)]$/.test(word.words) && at > 0) {
      values.unshift({ ...word });
      continue;
    }
    if (/^(?:[$€£¥]|US\$)$/.test(word.words) && next) {
      values[0] = { words: `${word.words} ${next.words}`, left: next.left, right: next.right };
      continue;
    }
    const bare = word.words.replace(/[.…]+$/, "");
    if (kindOf(bare) === "word" && !/^\d{1,3}\/$/.test(word.words)) break;
    // A note's mark belongs to the number before it.
    if (next && /^%?\)?$/.test(next.words) && gapAfter < line.size * 0.6) {
      values[0] = { words: word.words + next.words, left: word.left, right: next.right };
    } else if (next && gapAfter < line.size * 0.35) {
      values[0] = { words: `${word.words} ${next.words}`, left: word.left, right: next.right };
    } else values.unshift({ ...word });
    const before = words[at - 1];
    const gap = before ? word.left - before.right : Number.POSITIVE_INFINITY;
    if (gap >= line.size * 0.75) {
      apart++;
      widest = Math.max(widest, Number.isFinite(gap) ? gap : 0);
    }
  }
  let label = words.slice(0, at + 1);
  if (values.length === 0) return undefined;
  if (values.every((value) => kindOf(value.words.replace(/^\D\s/, "")) === "year") && values.length > 1)
    return undefined;
  // "Oilseeds 2023/24": a period before figures is part of the label.
  const isYear = (value: Word | undefined) => value !== undefined && kindOf(value.words) === "year";
  while (values.length > 1 && isYear(values[0]) && !values.every(isYear)) label = [...label, ...values.splice(0, 1)];
  const end = label.at(-1);
  if (hasLeaders && end) label = [...label.slice(0, -1), { ...end, words: end.words.replace(/[.…]+$/, "") }];
  // "1 year", "Class 2": numbers that stand close behind a word belong to the label.
  while (values.length > 0 && label.length > 0) {
    const [value] = values;
    const last = label.at(-1);
    if (!value || !last || value.left - last.right >= line.size * 0.75 || hasLeaders) break;
    label = [...label, value];
    values.shift();
  }
  const isRow =
    values.length > 0 && (apart >= 2 || (apart >= 1 && (widest >= line.size * 1.5 || hasLeaders || values.length > 2)));
  return isRow ? { line, label, values } : undefined;
}

type Entry = RowLine | { heading: PdfLine };

function entriesFrom(lines: readonly PdfLine[], at: number): { entries: Entry[]; to: number } {
  const entries: Entry[] = [];
  let pending: PdfLine[] = [];
  let to = at;
  for (let i = at; i < lines.length; i++) {
    const line = lines[i];
    const before = lines[i - 1];
    if (!line || (i > at && before && (line.y - before.y > line.size * 4 || line.y < before.y))) break;
    const row = rowLine(line);
    if (row) {
      if (pending.some((heading) => opensTable(heading, row))) break;
      for (const heading of pending) entries.push({ heading });
      pending = [];
      entries.push(row);
      to = i + 1;
    } else {
      const words = wordsOf(line);
      if (
        pending.length === 3 ||
        words.length > 110 ||
        /[.;]$/.test(words) ||
        /^(?:table|figure|note|source)\b/i.test(words)
      )
        break;
      pending.push(line);
    }
  }
  return { entries, to };
}

/** A line between rows that is not of their table: another's heading in larger letters, or another's columns by their periods. */
function opensTable(line: PdfLine, row: RowLine): boolean {
  const words = segmentsOf(line, line.size * 0.75).map(wordsOf);
  return line.size >= row.line.size * 1.2 || words.filter((each) => PERIOD.test(each)).length > 1;
}

const PERIOD = /^(?:(?:FY|[QH][1-4])?\s?(?:19|20)\d\d\*?|.*\p{Lu}\p{L}{2,}.*\b(?:19|20)\d\d)$/u;

function dataRows(entries: readonly Entry[], bands: readonly Band[]): DraftRow[] {
  const rows: DraftRow[] = [];
  for (const [i, entry] of entries.entries()) {
    if ("heading" in entry) {
      const next = entries[i + 1];
      // A label broken over lines: its values stand in the last one.
      if (next && "values" in next && continuesLabel(next)) next.label.unshift(...entry.heading.words);
      else {
        const words = wordsOf(entry.heading);
        // Raised marks of notes come as lines of their own.
        rows.push({
          cells: [cell(words, 0)],
          page: entry.heading.page,
          indent: entry.heading.left,
          isNoise: /^[\d,\s*†]{1,8}$/.test(words),
        });
      }
      continue;
    }
    const first = bands[0]?.left ?? 0;
    const isBefore = (value: Word) => value.right <= first && !bands.some((band) => value.right > band.left);
    const label = [...entry.label, ...entry.values.filter(isBefore)];
    const cells: DraftCell[] = [
      cell(
        label
          .map((word) => word.words)
          .join(" ")
          .replace(/\s*(?:[.…·_]\s?){2,}$/, ""),
        0,
      ),
    ];
    for (const value of entry.values) {
      const column = bands.findIndex((band) => value.left < band.right && value.right > band.left) + 1;
      const same = cells.find((each) => each.column === column);
      if (same && column > 0) same.words += ` ${value.words}`;
      else if (column > 0) cells.push(cell(value.words, column));
    }
    rows.push({ cells, page: entry.line.page, ...(entry.label[0] ? { indent: entry.label[0].left } : {}) });
  }
  return rows;
}

function continuesLabel({ label }: RowLine): boolean {
  const start = label[0]?.words ?? "";
  return start === "" || /^[\p{Ll}&(]/u.test(start) || /^\d{1,2}\.*$/.test(start);
}

const cell = (words: string, column: number): DraftCell => ({ words, column, width: 1, isHeader: false });

/** Whether a table without a header goes on with one of the page before: as many columns, in the same places. */
export function isContinued(before: PdfTable | undefined, table: PdfTable): boolean {
  if (!before || table.rows[0]?.cells.some((each) => each.isHeader) || before.bands.length !== table.bands.length)
    return false;
  return table.bands.every((band, i) => {
    const other = before.bands[i];
    return other !== undefined && band.left < other.right && band.right > other.left;
  });
}
