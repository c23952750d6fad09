import type { DocumentBuilder, DraftCell, DraftRow } from "./document-builder.ts";
import { MAX_COLUMNS } from "./limits.ts";
import type { Role } from "./parsed-document.ts";
import { isListItem } from "./prose.ts";
import { kindOfCell } from "./values.ts";

/** A table as the tags give it. */
export interface HtmlTable {
  rows: HtmlCell[][];
  /** Another table inside it: it only lays out the page. */
  isLayout: boolean;
}

export interface HtmlCell {
  /** What it shows, by its line breaks and blocks; "" where one is empty. */
  lines: string[];
  colspan: number;
  rowspan: number;
  isHeader: boolean;
}

/** A cell with what it shows in one line. */
type Cell = Omit<HtmlCell, "lines"> & { words: string };

const MAX_CELL = 500;

/** Adds an HTML table to the document: as rows with columns where it states something, else as paragraphs. */
export function addHtmlTable(builder: DocumentBuilder, table: HtmlTable, role: Role | undefined): void {
  const extra = role ? { role } : {};
  const rows = placeCells(table.isLayout ? table.rows.map(joined) : table.rows.flatMap(rowsOf)).filter((row) =>
    row.some((cell) => cell.words !== ""),
  );
  if (rows.length === 0) return;
  const filled = rows.map((row) => row.filter((cell) => cell.words !== ""));
  const widest = filled.reduce((max, row) => Math.max(max, row.length), 0);
  const isPage = filled.some((row) => row.some((cell) => cell.words.length > MAX_CELL));
  const isList = filled.every(
    (row) =>
      row.length <= 2 && row.length > 0 && isListItem(`${row[0]?.words ?? ""} x`) && (row[0]?.words.length ?? 9) <= 5,
  );
  if (table.isLayout || isPage || isList || widest < 2) {
    for (const row of filled) {
      const words = row.map((cell) => cell.words).join(" ");
      builder.add({ kind: isListItem(words) ? "listItem" : "paragraph", ...extra }, words);
    }
    return;
  }
  const { drafts, columnCount } = squeeze(rows.map(joinSigns));
  builder.addTable(drafts, columnCount, extra);
}

/**
 * The rows that a row of tags shows: one, or as many as its cells have lines where a page sets them below each other by
 * line breaks and a column of them is all numbers. A label that goes on in its second line, or figures in brackets below
 * others, are still of one row.
 */
function rowsOf(row: readonly HtmlCell[]): Cell[][] {
  const filled = row.filter(({ lines }) => lines.some((line) => line !== ""));
  const count = filled[0]?.lines.length ?? 0;
  const isStacked =
    count > 1 &&
    filled.length > 1 &&
    row.every(({ rowspan }) => rowspan === 1) &&
    filled.every(({ lines }) => lines.length === count && !lines.slice(1).some((line) => /^\p{Ll}/u.test(line))) &&
    filled.some(({ lines }) => lines.every(isNumberOrBlank) && !lines.slice(1).every((line) => line.startsWith("(")));
  if (!isStacked) return [joined(row)];
  return Array.from({ length: count }, (_, at) =>
    row.map(({ lines, ...cell }) => ({ ...cell, words: lines[at] ?? "" })),
  );
}

const isNumberOrBlank = (line: string) => line === "" || kindOfCell(line) === "number";

const joined = (row: readonly HtmlCell[]): Cell[] =>
  row.map(({ lines, ...cell }) => ({ ...cell, words: lines.filter((line) => line !== "").join(" ") }));

/** Cells at their columns: a cell that spans rows takes its place in the rows below, and a label of values says its words there again. */
function placeCells(rows: readonly Cell[][]): DraftCell[][] {
  const taken: number[] = [];
  const labels: (DraftCell | undefined)[] = [];
  return rows.map((row) => {
    const cells: DraftCell[] = [];
    let column = 0;
    const skipTaken = () => {
      for (; (taken[column] ?? 0) > 0; column++) {
        const label = labels[column];
        if (label) cells.push({ ...label });
      }
    };
    for (const cell of row) {
      skipTaken();
      if (column >= MAX_COLUMNS) break;
      const width = Math.min(cell.colspan, MAX_COLUMNS - column);
      cells.push({ words: cell.words, column, width, isHeader: cell.isHeader });
      for (let i = column; i < column + width; i++) [taken[i], labels[i]] = [cell.rowspan, undefined];
      column += width;
    }
    skipTaken();
    // In front of no number it is a head of columns, or a text of its own.
    const isNumber = ({ words }: DraftCell) => kindOfCell(words) === "number";
    const values = cells.findIndex(isNumber);
    for (const cell of cells.slice(0, Math.max(0, values))) labels[cell.column] = cell;
    for (let i = 0; i < taken.length; i++) taken[i] = Math.max(0, (taken[i] ?? 0) - 1);
    return cells;
  });
}

/** A currency sign in a cell of its own goes to the number behind it, a closing bracket or per cent to the one before. */
function joinSigns(row: DraftCell[]): DraftCell[] {
  const cells: DraftCell[] = [];
  let sign: DraftCell | undefined;
  for (const cell of row) {
    if (cell.words === "") continue;
    const last = cells.at(-1);
    if (/^(?:[$€£¥(]|US\$|[$€£¥]\s?\()$/.test(cell.words)) sign = cell;
    else if (cell.words === "%" && last && (sign || HEAD.test(last.words))) {
      // "$" and "%" over the amount of a change and its share.
      if (sign) cells.push(sign);
      sign = undefined;
      cells.push({ ...cell });
    } else if (last && last.column > 0 && CLOSING.test(cell.words)) last.words += cell.words;
    else if (sign) {
      const space = sign.words.endsWith("(") ? "" : " ";
      // The number keeps the sign's column: both stand under one header that spans them.
      cells.push({
        ...cell,
        words: sign.words + space + cell.words,
        width: cell.column + cell.width - sign.column,
        column: sign.column,
      });
      sign = undefined;
    } else cells.push({ ...cell });
  }
  if (sign) cells.push(sign);
  return cells;
}

/** What ends the number in the cell before. */
const CLOSING = /^(?:\)|%|\)\s?%|pts|bps|[*†]|\(\w\))$/;
/** "2031", "Change": beside it "%" heads a column of its own. */
const HEAD = /^(?:(?:19|20)\d\d|\D*\p{L}{3}\D*)$/u;

/** Leaves out the columns that only kept distance: values that never share a row with their neighbour become one column. */
function squeeze(rows: DraftCell[][]): { drafts: DraftRow[]; columnCount: number } {
  const starts = new Set<number>([0]);
  // A sample of a very long table settles its columns.
  const data = rows
    .slice(0, 500)
    .filter((row) => row.some((cell) => cell.column > 0 && ["number", "null"].includes(kindOfCell(cell.words))));
  const sample = data.length > 0 ? data : rows.slice(0, 500);
  for (const row of sample) for (const cell of row) starts.add(cell.column);
  const ordered = [...starts].sort((a, b) => a - b);
  const groups: number[][] = [];
  for (const start of ordered) {
    const group = groups.at(-1);
    const isApart =
      !group ||
      start === 0 ||
      group[0] === 0 ||
      sample.some((row) => row.filter((c) => c.column === start || group.includes(c.column)).length > 1);
    if (isApart) groups.push([start]);
    else group.push(start);
  }
  const firsts = groups.map((group) => group[0] ?? 0);
  const columnAt = (position: number): number => {
    let column = 0;
    while (column + 1 < firsts.length && (firsts[column + 1] ?? 0) <= position) column++;
    return column;
  };
  const drafts = rows.map((row): DraftRow => {
    const cells: DraftCell[] = [];
    for (const cell of row) {
      const column = columnAt(cell.column);
      const last = columnAt(cell.column + cell.width - 1);
      const before = cells.at(-1);
      if (before && before.column + before.width > column) {
        before.words += ` ${cell.words}`;
        before.width = Math.max(before.width, last - before.column + 1);
      } else cells.push({ ...cell, column, width: last - column + 1 });
    }
    return { cells };
  });
  return { drafts, columnCount: firsts.length };
}
