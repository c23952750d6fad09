import type { Grid, GridCell, GridRow } from "./grid.ts";
import { holdsValues } from "./grid.ts";
import { MAX_COLUMNS } from "./limits.ts";
import { type Line, trimmed } from "./lines.ts";
import type { Span } from "./parsed-document.ts";
import { isUnitLine } from "./unit.ts";

const SEPARATOR = /^[\s|:+=-]+$/;
const MAX_LABEL = 160;

/** Whether a line has cells with bars or tabs between them. */
export function isPipeLine(text: string, line: Line): boolean {
  // Never searched beyond the line: a document of many lines without bars would be read once for each.
  const words = text.slice(line.start, line.end);
  if (words.includes("\t")) return true;
  const bar = words.indexOf("|");
  return bar >= 0 && (words.includes(" | ") || (bar === 0 && words.length > 1 && words.endsWith("|")));
}

/** A table of lines with bars that begins at `lines[from]`: its grid, and the line after it. */
export function pipeTableAt(
  text: string,
  lines: readonly Line[],
  from: number,
): { grid: Grid; to: number } | undefined {
  const first = lines[from];
  if (!first) return undefined;
  // Up to four short lines without bars may stand directly over the first row: headers that span columns.
  let start = from;
  while (start < lines.length && start - from < 4 && !isPipeLine(text, lines[start] ?? first)) {
    const line = lines[start];
    if (!line || line.end - line.start > MAX_LABEL || (start > from && line.gap > 0)) return undefined;
    start++;
  }
  const firstPipe = lines[start];
  if (!firstPipe || !isPipeLine(text, firstPipe) || (start > from && firstPipe.gap > 0)) return undefined;
  const rows: { line: Line; cells: Span[] }[] = [];
  let to = from;
  let pipes = 0;
  for (; to < lines.length; to++) {
    const line = lines[to];
    if (!line || (to > from && line.gap > 0 && !(line.gap === 1 && isPipeLine(text, line) && pipes > 0))) break;
    const isPipe = isPipeLine(text, line);
    if (!isPipe && to >= start && !bringsRow(text, lines, to)) break;
    if (isPipe) pipes++;
    if (isPipe && SEPARATOR.test(text.slice(line.start, Math.min(line.end, line.start + 500)))) continue;
    rows.push({ line, cells: isPipe ? cellsOf(text, line) : [{ start: line.start, end: line.end }] });
  }
  const grid = toGrid(text, rows);
  return grid && { grid, to };
}

/** Whether a line without bars inside a table is short and rows go on below it. */
function bringsRow(text: string, lines: readonly Line[], at: number): boolean {
  const line = lines[at];
  if (!line || line.end - line.start > MAX_LABEL) return false;
  for (let i = at + 1; i <= at + 3; i++) {
    const next = lines[i];
    if (!next || next.gap > 0) return false;
    if (isPipeLine(text, next)) return true;
  }
  return false;
}

function cellsOf(text: string, line: Line): Span[] {
  let { start, end } = line;
  if (text[start] === "|") start++;
  if (end > start && text[end - 1] === "|") end--;
  const cells: Span[] = [];
  const words = text.slice(0, end);
  const separator = words.includes("\t", start) ? "\t" : "|";
  for (let at = start; at <= end; ) {
    let bar = words.indexOf(separator, at);
    if (bar < 0 || cells.length === MAX_COLUMNS - 1) bar = end;
    cells.push(trimmed(text, { start: at, end: bar }));
    at = bar + 1;
  }
  return cells;
}

function toGrid(text: string, rows: { line: Line; cells: Span[] }[]): Grid | undefined {
  const data = rows.filter(({ cells }) => cells.length > 1 && holdsValues(text, cells));
  const counts = new Map<number, number>();
  for (const { cells } of data.length > 0 ? data : rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const columnCount = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
  if (columnCount < 2) return undefined;
  const shares = sharesOf(
    text,
    data.map(({ cells }) => cells),
    columnCount,
  );
  const firstData = rows.findIndex(({ cells }) => cells.length > 1 && holdsValues(text, cells));
  const grid: GridRow[] = rows.map(({ line, cells }, i) => {
    const isHeader = firstData < 0 ? i === 0 : i < firstData && (cells.length > 1 || i < firstData);
    const span = { start: line.start, end: line.end, page: line.page };
    // One cell below a header of several names the rows that follow.
    const isName = cells.length === 1 && rows.slice(0, i).some((row) => row.cells.length > 1);
    if (isHeader && isName) return { ...span, kind: "section", cells: place(cells, columnCount) };
    if (isHeader) return { ...span, kind: "header", cells: placeHeader(text, cells, columnCount, shares) };
    if (cells.length === 1) return { ...span, kind: "section", cells: place(cells, columnCount) };
    return dataRow(text, span, cells, columnCount);
  });
  const corner = firstData > 0 && rows[0] && rows[0].cells.length > 1 ? rows[0].cells[0] : undefined;
  return { rows: grid, columnCount, ...(corner ? nameInCorner(text, corner) : {}) };
}

/** What the cell over the labels says of the table: "Wheat balance (million tonnes)" names it and gives its unit. */
export function nameInCorner(text: string, corner: Span): { caption?: Span; unit?: Span } {
  const words = text.slice(corner.start, Math.min(corner.end, corner.start + MAX_LABEL));
  const bracket = /\s*\(([^()]{2,60})\)$/.exec(words);
  const unit = bracket && isUnitLine(bracket[1] ?? "") ? bracket : undefined;
  const end = corner.start + (unit ? unit.index : words.length);
  const isName = text.slice(corner.start, end).split(/\s+/).length > 1 && !isUnitLine(words);
  return {
    ...(isName ? { caption: { start: corner.start, end } } : {}),
    ...(unit ? { unit: { start: corner.end - unit[0].trimStart().length, end: corner.end } } : {}),
    ...(isUnitLine(words) && words !== "" ? { unit: { start: corner.start, end: corner.start + words.length } } : {}),
  };
}

function dataRow(text: string, span: Span & { page: number }, cells: Span[], columnCount: number): GridRow {
  const first = cells[0];
  // A total without a label: its values stand under the last columns.
  const isUnlabelled = cells.length === columnCount - 1 && first !== undefined && holdsValues(text, [first, first]);
  if (isUnlabelled) return { ...span, kind: "data", cells: cells.map((c, i) => ({ ...c, column: i + 1, width: 1 })) };
  if (cells.length > columnCount)
    return { ...span, kind: "data", isRagged: true, cells: place(cells.slice(0, 1), columnCount) };
  return { ...span, kind: "data", cells: place(cells, columnCount) };
}

/** Cells of a row of values by column. */
const place = (cells: Span[], columnCount: number): GridCell[] =>
  cells.slice(0, columnCount).map((cell, column) => ({ ...cell, column, width: 1 }));

/**
 * Header cells by column. Fewer than columns belong to the last ones or span them evenly, unless the first one heads
 * the labels; an empty cell over shares belongs to the figure before it.
 */
function placeHeader(text: string, cells: Span[], columnCount: number, shares: ReadonlySet<number>): GridCell[] {
  const values = columnCount - 1;
  const [first] = cells;
  const isEmpty = (cell: Span | undefined) => cell !== undefined && cell.start === cell.end;
  const headsLabels = first !== undefined && (isEmpty(first) || /^[([]/.test(text.slice(first.start, first.start + 1)));
  if (cells.length === columnCount || (headsLabels && cells.length > 1)) {
    const isShare = (column: number) => shares.has(column) && (isEmpty(cells[column]) || column >= cells.length);
    return cells.slice(0, columnCount).map((cell, column) => {
      let width = 1;
      while (!isEmpty(cell) && column > 0 && column + width < columnCount && isShare(column + width)) width++;
      return { ...cell, column, width };
    });
  }
  const spanning = overSeveral(cells, isEmpty, values);
  if (spanning) return spanning;
  const width = values / Math.max(1, cells.length);
  return Number.isInteger(width) ? cells.map((cell, i) => ({ ...cell, column: 1 + i * width, width })) : [];
}

/** "Sales |  | Income" over four columns: each name stands over the empty cells that follow it. */
function overSeveral(
  cells: readonly Span[],
  isEmpty: (cell: Span | undefined) => boolean,
  values: number,
): GridCell[] | undefined {
  const at = cells.flatMap((cell, i) => (isEmpty(cell) ? [] : [i]));
  const width = values / at.length;
  if (at.length < 2 || width < 2 || !Number.isInteger(width) || at.some((place, i) => place !== i * width))
    return undefined;
  return at.flatMap((place, i) => {
    const cell = cells[place];
    return cell ? [{ ...cell, column: 1 + i * width, width }] : [];
  });
}

/** The columns that hold shares in per cent beside a column that does not. */
function sharesOf(text: string, rows: readonly Span[][], columnCount: number): Set<number> {
  const isShare = (cell: Span | undefined) => cell !== undefined && /%\)?$/.test(text.slice(cell.start, cell.end));
  const counts = Array.from({ length: columnCount }, (_, column) => rows.filter((row) => isShare(row[column])).length);
  const isMost = (column: number) => (counts[column] ?? 0) * 2 > rows.length;
  return new Set(counts.flatMap((_, column) => (isMost(column) && !isMost(column - 1) ? [column] : [])));
}
