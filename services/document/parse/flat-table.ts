import { isHeaderLine } from "./column-labels.ts";
import { ungluedRows } from "./flat-glued.ts";
import { nameBeside } from "./flat-header.ts";
import { mayBeLabel, sectionRow } from "./flat-labels.ts";
import { headerOf, unitAround } from "./flat-opening.ts";
import { type FlatLine, type FlatRow, flatLine, MAX_LINE, rowsOfLine, runsOf, withoutName } from "./flat-rows.ts";
import { headerInLabel } from "./flat-run-in.ts";
import type { Grid, GridCell, GridRow } from "./grid.ts";
import { phraseLabels } from "./header-words.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";

const MAX_LABEL = 170;
const MAX_ROWS = 5000;

/** A table without visible columns and the lines that it takes. */
export interface FlatTable {
  grid: Grid;
  /** The first line of its header. */
  from: number;
  /** The line after its last row. */
  to: number;
}

/**
 * A table that lost its columns, as PDF and HTML converters leave it: lines of a label and values. `floor` is the first
 * line that its header may take. Undefined where `lines[at]` is not its first row.
 */
export function flatTableAt(text: string, lines: readonly Line[], at: number, floor: number): FlatTable | undefined {
  const first = lines[at];
  if (!first) return undefined;
  const { flat: head } = withoutName(text, first);
  if (head.trailing === 0 || (head.words > 30 && head.trailing < 2)) return undefined;
  const own = countOfValues(text, lines, at, head);
  if (own === undefined || (own === 1 && isInsideSentence(text, lines, at))) return undefined;
  const { rows: found, to } = rowsFrom(text, lines, at, own);
  const unglued = ungluedRows(text, found);
  const rows = unglued ?? found;
  const count = unglued ? own + 1 : own;
  const data = rows.filter((row) => row.kind === "data");
  if (data.length < 2 || data.every((row) => row.isRagged)) return undefined;
  const header = headerOf(text, lines, { at, floor, count }, rows);
  const unit = unitAround(text, lines, header.from, at, rows[0]?.start ?? 0);
  return {
    grid: {
      rows: [...header.rows, ...rows],
      columnCount: count + 1,
      labels: header.labels,
      caption: header.labels ? nameBeside(text, header.rows[0]) : undefined,
      unit,
    },
    from: header.from,
    to,
  };
}

/** "weighing less than 600" below a whole line of its sentence, and above "pounds were 460": where prose was broken to a width. */
function isInsideSentence(text: string, lines: readonly Line[], at: number): boolean {
  const [above, line, next] = [lines[at - 1], lines[at], lines[at + 1]];
  if (!line) return false;
  const isOpen = next?.gap === 0 && line.end - line.start >= FULL_LINE && opensSmall(text, next);
  const goesOn = above && line.gap === 0 && above.end - above.start >= FULL_LINE && opensSmall(text, line);
  return isOpen || (goesOn === true && !/[.:;]$/.test(text.slice(above.start, above.end)));
}

/** A line broken to a width is hardly shorter. */
const FULL_LINE = 50;

const opensSmall = (text: string, { start }: Line) => /^\p{Ll}/u.test(text.charAt(start));

/** Labels of a table that are searched for the header of another; hardly any table has more that are long enough. */
const MAX_TRIED = 40;
/** A shorter label holds no header. */
const MIN_RUN_IN = 24;
/** How many values a row has: the commonest number in the rows that follow closely, if it comes twice at least. */
function countOfValues(text: string, lines: readonly Line[], at: number, head: FlatLine): number | undefined {
  const counts = new Map<number, number>();
  let strong = 0;
  let seen = 0;
  let misses = 0;
  for (let i = at; i < lines.length && seen < 8 && misses < 4; i++) {
    const line = lines[i];
    if (!line || (i > at && line.gap > 2) || line.end - line.start > MAX_LINE) break;
    const flat = i === at ? head : withoutName(text, line).flat;
    if (flat.trailing === 0) {
      if (line.end - line.start > MAX_LABEL) break;
      misses++;
      continue;
    }
    misses = 0;
    seen++;
    if (flat.isStrong) strong++;
    for (const run of runsOf(flat)) counts.set(run, (counts.get(run) ?? 0) + 1);
    // "Cost of net revenues (1) 718 663": the mark of a note, or a loss of one.
    const lead = flat.tokens[flat.words];
    if (flat.trailing > 2 && lead && /^\(\d\)$/.test(text.slice(lead.start, lead.end)))
      counts.set(flat.trailing - 1, (counts.get(flat.trailing - 1) ?? 0) + 1);
  }
  let best = 0;
  let times = 0;
  for (const [count, n] of counts) {
    if (n > times || (n === times && count > best)) {
      best = count;
      times = n;
    }
  }
  if (times < 2) return undefined;
  // A row with empty cells may come first, where it is plainly one.
  if (head.trailing < best && !(head.isStrong && head.words > 0 && head.words <= 8 && lines[at + 1]?.gap === 0))
    return undefined;
  // Single values at line ends are often prose: more rows, and figures that are plainly figures, are asked for.
  if (best === 1 && (times < 3 || strong < 2 || head.words === 0 || head.words > 14)) return undefined;
  return best;
}

function rowsFrom(text: string, lines: readonly Line[], at: number, count: number): { rows: GridRow[]; to: number } {
  const rows: GridRow[] = [];
  let pending: Line[] = [];
  let to = at;
  let off = 0;
  let tried = 0;
  for (let i = at; i < lines.length && rows.length < MAX_ROWS; i++) {
    const line = lines[i];
    if (!line || (i > at && line.gap > 2)) break;
    const { flat, line: cut, nameAt } = withoutName(text, line, count);
    if (isNoise(text.slice(line.start, Math.min(line.end, line.start + 101)))) {
      for (const label of pending) rows.push(sectionRow(label));
      pending = [];
      rows.push({ start: line.start, end: line.end, kind: "noise", cells: [], page: line.page });
      if (line.gap <= 1) continue;
      break;
    }
    // The mark of a note in a line of its own, under the name of the first rows; later ones begin another table.
    const named = pending.at(-1);
    if (named && line.gap === 0 && count > 1 && rows.length < 2 && isNoteLine(text, line)) {
      pending[pending.length - 1] = { ...named, end: line.end };
      continue;
    }
    const isLabel = flat.trailing === 0 || (flat.trailing === 1 && count > 1 && !flat.isStrong && flat.words > 0);
    if (isLabel) {
      if (pending.length === 3 || !mayBeLabel(text, line) || beginsTable(text, line) || heads(text, line, count)) break;
      pending.push(line);
      continue;
    }
    if (count === 1 && (flat.words > 16 || (i > at && flat.trailing > 2))) break;
    const found = rowsOfLine(text, cut, flat, count);
    if (found.length === 0) break;
    if (found.every((row) => row.isRagged) && pending.some((label) => label.gap > 0)) break;
    // Two rows of another width in a row begin another table.
    off = found.every((row) => row.isRagged) ? off + 1 : 0;
    if (off === 2 && !goesOn(text, lines, i, count, found)) {
      for (let last = rows.at(-1); last && isLoose(text, last); last = rows.at(-1)) rows.pop();
      break;
    }
    const firstRow = found[0];
    // A header inside a row's label begins another table.
    if (i > at && firstRow && tried < MAX_TRIED && firstRow.label.end - firstRow.label.start > MIN_RUN_IN) {
      if (headerInLabel(text, line.start, firstRow.label, count)) break;
      tried++;
    }
    const carried = firstRow && carriedLabel(text, pending, line, firstRow.label);
    for (const label of pending) {
      if (carried && label.start >= carried.start) break;
      rows.push(sectionRow(label));
    }
    for (const row of found) {
      const isCarried = carried !== undefined && row === firstRow;
      const label = isCarried ? { start: carried.start, end: Math.max(carried.end, row.label.end) } : row.label;
      const cells: GridCell[] = [{ ...withoutLeaders(text, label), column: 0, width: 1 }];
      if (!row.isRagged) row.values.forEach((value, c) => void cells.push({ ...value, column: c + 1, width: 1 }));
      const isSetOff = line.gap > 0 && row === firstRow;
      const { isRagged, end } = row;
      rows.push({ start: label.start, end, kind: "data", cells, isRagged, isSetOff, page: line.page });
    }
    pending = nameAt === undefined ? [] : [{ ...line, start: nameAt, gap: 0 }];
    to = i + 1;
  }
  while (rows.length > 0 && rows.at(-1)?.kind !== "data") rows.pop();
  // Lines behind the last row that stays are read again.
  const end = rows.at(-1)?.end ?? 0;
  while (to > at + 1 && (lines[to - 1]?.start ?? 0) >= end) to--;
  // The name behind the last row stays with it, as the rest of its line.
  const last = lines[to - 1];
  const nameAt = last && last.end > end ? last.end - text.slice(end, last.end).trimStart().length : end;
  if (last && nameAt < last.end) rows.push(sectionRow({ ...last, start: nameAt }));
  return { rows, to };
}

/** Whether rows of the table's width follow the ones with empty cells. */
function goesOn(text: string, lines: readonly Line[], at: number, count: number, rows: readonly FlatRow[]): boolean {
  if (count < 2 || rows.some(({ values }) => values.length > count)) return false;
  for (let i = at + 1; i <= at + MAX_LINES_RAGGED; i++) {
    const line = lines[i];
    if (!line || line.gap > 1 || beginsTable(text, line)) return false;
    const flat = flatLine(text, line);
    if (flat.trailing === count && flat.words > 0) return true;
    if (flat.trailing > count) return false;
  }
  return false;
}
const MAX_LINES_RAGGED = 3;

/** Whether a row can be given back: it holds no values in columns, and no row before it in its line stays. */
const isLoose = (text: string, row: GridRow): boolean =>
  (row.isRagged === true || row.kind !== "data") &&
  /(?:^|\n)\s*$/.test(text.slice(Math.max(0, row.start - 40), row.start));

/** One word again and again, such as "filler filler filler", which some spreadsheets keep in hidden rows. */
export function isNoise(line: string): boolean {
  if (line.length > 100) return false;
  const first = line.indexOf(" ");
  // Hardly any line begins with the same word twice: the rest need not be looked at.
  if (first > 0 && line.slice(first + 1, 2 * first + 1).toLowerCase() !== line.slice(0, first).toLowerCase())
    return false;
  const words = line.toLowerCase().split(/\s+/);
  return (
    words[0] === "filler" ||
    (words.length > 3 && /^\p{L}+$/u.test(words[0] ?? "") && words.every((w) => w === words[0]))
  );
}

/** Whether a line inside a table heads the next one: its title in capitals, its scale, or its dates. */
function beginsTable(text: string, line: Line): boolean {
  const words = text.slice(line.start, line.end);
  if (/^[([].*\b(?:in\s+(?:millions|thousands|billions)|unaudited)\b/i.test(words)) return true;
  if (/\s\S+\s/.test(words) && words === words.toUpperCase() && /\p{Lu}{3}/u.test(words)) return true;
  return isHeaderLine(text, line.start, line.end);
}

/** "2030/31 Est. Beginning Stocks Production Imports …": the same columns of another season, or of another area. */
const heads = (text: string, { start, end }: Line, count: number): boolean =>
  /^(?:(?:19|20)\d\d\/\d\d|World|United States|(?:Total )?Foreign)\s/.test(text.slice(start, start + 16)) &&
  phraseLabels(text, start, end, count) !== undefined;

const isNoteLine = (text: string, { start, end }: Line) => end - start <= 2 && /^\d+$/.test(text.slice(start, end));

/** The end of the pending lines that belongs to the label of the row below: a label broken over lines. */
function carriedLabel(text: string, pending: readonly Line[], line: Line, label: Span): Span | undefined {
  const last = pending.at(-1);
  const own = text.slice(label.start, label.end).trim();
  // The mark of a note may stand apart from the label and its figures.
  const isMark = /^(?:\([a-z\d]\))+$/.test(own) && line.gap <= 1;
  if (!last || (line.gap > 0 && !isMark)) return undefined;
  const above = text.slice(last.start, last.end);
  if (above.endsWith(":")) return undefined;
  const isRest = own === "" || /^[\p{Ll}(&]/u.test(own) || /^\d?[\d,\s.]*[.…]*$/.test(own);
  const isOpen = /(?:,|-|–|\b(?:and|or|of|to|for|in|the|from|by|on|with))$/i.test(above);
  if (!isRest && !isOpen) return undefined;
  // "Other / running / costs": as far up as lines begin small.
  let top = pending.length - 1;
  while (top > 0 && (pending[top]?.gap ?? 1) === 0 && /^\p{Ll}/u.test(text.charAt(pending[top]?.start ?? 0))) top--;
  return { start: pending[top]?.start ?? last.start, end: last.end };
}

function withoutLeaders(text: string, label: Span): Span {
  let { end } = label;
  while (end > label.start && /[\s.…·_]/.test(text.charAt(end - 1)) && /[\s.…·_]/.test(text.charAt(end - 2))) end--;
  if (end > label.start && /[\s…]/.test(text.charAt(end - 1))) end--;
  return { start: label.start, end };
}
