import { changeHeaderAbove } from "./change-header.ts";
import { type Header, headerAbove, headerBeside } from "./flat-header.ts";
import { headerInLabel, labelsOf, yearsInLabel } from "./flat-run-in.ts";
import type { GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";
import { overRepeated, withNames } from "./repeated-header.ts";
import { unitIn } from "./unit.ts";

/** Where a table without visible columns begins. */
export interface Opening {
  /** The line of its first row. */
  at: number;
  /** The first line that its header may take. */
  floor: number;
  /** How many values a row has. */
  count: number;
}

/** The header of such a table. What belongs to it, or to the first row, is taken from one and given to the other. */
export function headerOf(text: string, lines: readonly Line[], opening: Opening, rows: GridRow[]): Header {
  const data = rows.filter((row) => row.kind === "data");
  const header =
    withNamedYears(text, lines, opening, rows) ??
    withYearsFirst(text, lines, opening, rows) ??
    withChanges(text, lines, opening, data[0]) ??
    withUnitsBelow(text, lines, opening, data[0]) ??
    withRunIn(text, lines, opening, data[0]) ??
    withShares(text, lines, opening, data) ??
    headerAbove(text, lines, opening.at, opening.floor, opening.count);
  joinMark(text, header.rows, rows[0]);
  return header;
}

/** A header that runs into a label begins no more lines above it. */
const MAX_LINES_OVER = 4;

/** "Pension benefits Other benefits 2031 2030 2031 2030": the header that looks like the first row, and is taken from the rows. */
function withNamedYears(
  text: string,
  lines: readonly Line[],
  { at, count }: Opening,
  rows: GridRow[],
): Header | undefined {
  const [row] = rows;
  const [label, ...years] = row?.cells ?? [];
  if (!row || !label || row.isRagged || years.length !== count || row.start !== lines[at]?.start) return undefined;
  if (!years.every(({ start, end }) => /^(?:19|20)\d\d$/.test(text.slice(start, end)))) return undefined;
  const found = withNames(text, lines, label, [years], count);
  if (!found) return undefined;
  rows.shift();
  return {
    from: at,
    labels: labelsOf(text, found, count),
    rows: [{ start: row.start, end: row.end, kind: "header", cells: years, page: row.page }],
  };
}

/** The header whose years look like the first row of their line, and are taken from the rows. */
function withYearsFirst(
  text: string,
  lines: readonly Line[],
  { at, floor, count }: Opening,
  rows: GridRow[],
): Header | undefined {
  const [first, second] = rows;
  if (!first || !second || count < 2 || first.kind !== "data" || second.kind !== "data" || first.isRagged)
    return undefined;
  if (second.start > (lines[at]?.end ?? 0)) return undefined;
  const [label, ...values] = first.cells;
  if (!label || !values.every(({ start, end }) => /^(?:19|20)\d\d$/.test(text.slice(start, end)))) return undefined;
  const header = headerBeside(text, lines, at, floor, first.end, count);
  if (header) rows.shift();
  return header;
}

/** Changes between months over the first row; the year of the last one may have run into its label. */
function withChanges(
  text: string,
  lines: readonly Line[],
  { at, floor, count }: Opening,
  row: GridRow | undefined,
): Header | undefined {
  const [label] = row?.cells ?? [];
  const line = lines[at];
  if (!row || !label || !line || row.start !== line.start) return undefined;
  const own = changeHeaderAbove(text, lines, at, floor, lines[at - 1]?.end ?? 0, count);
  if (own) return own;
  // "All items (CPI / Headline)": the first label began a line above.
  const above = lines[at - 1];
  const isOpen = above !== undefined && at - 1 > floor && /\([^()]*$/.test(text.slice(above.start, above.end));
  const over = isOpen ? changeHeaderAbove(text, lines, at - 1, floor, lines[at - 2]?.end ?? 0, count) : undefined;
  if (above && over) {
    row.start = above.start;
    label.start = above.start;
    return over;
  }
  const isYear = /^(?:19|20)\d\d \p{Lu}/u.test(text.slice(line.start, line.start + 6));
  const header = isYear ? changeHeaderAbove(text, lines, at, floor, line.start + 4, count) : undefined;
  if (!header) return undefined;
  row.start = line.start + 5;
  label.start = row.start;
  return header;
}

/** "Dol./cwt Cents/lb. 2031 I 205.02 94.8": the units of the columns, whose names stand in the lines above, before the first row. */
function withUnitsBelow(
  text: string,
  lines: readonly Line[],
  { at, floor, count }: Opening,
  row: GridRow | undefined,
): Header | undefined {
  const [label] = row?.cells ?? [];
  if (!row || !label || row.start !== lines[at]?.start || count < 2) return undefined;
  const units = [...text.slice(label.start, label.end).matchAll(RATE)].map(([unit]) => unit);
  const length = RATES.exec(text.slice(label.start, label.end))?.[0].length ?? 0;
  if (units.length !== count || length === 0) return undefined;
  const header = headerAbove(text, lines, at, floor, count);
  const [own, ...others] = header.rows;
  const [corner = "", ...names] = header.labels ?? [];
  if (!own || others.length > 0 || names.length !== count) return undefined;
  const end = text.slice(0, label.start + length).trimEnd().length;
  row.start = label.start + length;
  label.start = row.start;
  const labels = [corner, ...names.map((name, column) => `${name} ${units[column]}`)];
  return { from: header.from, labels, rows: [{ ...own, end }] };
}

const RATE = /(?:Dol\.|Cents|[$¢])\/[a-z]{2,5}\b\.?/g;
const RATES = /^(?:(?:Dol\.|Cents|[$¢])\/[a-z]{2,5}\b\.?\s+)+(?=\S)/;

/** "2031 2030" over "343 21 % 394 20 %": a period for each figure and its share. */
function withShares(
  text: string,
  lines: readonly Line[],
  { at, floor, count }: Opening,
  data: readonly GridRow[],
): Header | undefined {
  const [, ...values] = data.find((row) => !row.isRagged)?.cells ?? [];
  const isShare = ({ start, end }: Span) => text[end - 1] === "%" && end > start;
  if (count < 4 || count % 2 > 0 || !values.every((value, i) => isShare(value) === i % 2 > 0)) return undefined;
  if (headerAbove(text, lines, at, floor, count).labels) return undefined;
  const header = headerAbove(text, lines, at, floor, count / 2);
  const [first = "", ...labels] = header.labels ?? [];
  return header.labels && { ...header, labels: [first, ...labels.flatMap((label) => [label, `${label} share`])] };
}

/** The header that runs into the first row's label, which then begins behind it. */
function withRunIn(
  text: string,
  lines: readonly Line[],
  { at, floor, count }: Opening,
  row: GridRow | undefined,
): Header | undefined {
  const [label] = row?.cells ?? [];
  if (!row || !label || row.start !== lines[at]?.start) return undefined;
  for (let from = Math.max(floor, at - MAX_LINES_OVER); from <= at; from++) {
    const line = lines[from];
    if (!line || lines.slice(from + 1, at + 1).some(({ gap }) => gap > 2)) continue;
    const found =
      headerInLabel(text, line.start, label, count) ?? (from === at ? yearsInLabel(text, label, count) : undefined);
    if (!found) continue;
    const end = text.slice(0, found.labelStart).trimEnd().length;
    row.start = found.labelStart;
    label.start = found.labelStart;
    const whole = overRepeated(text, lines, { from, layers: found.layers }, floor, count);
    const cells = whole.layers.at(-1) ?? [];
    return {
      from: whole.from,
      labels: labelsOf(text, whole.layers, count),
      rows: [{ start: lines[whole.from]?.start ?? line.start, end, kind: "header", cells, page: line.page }],
    };
  }
  return undefined;
}

/** The name in the line above belongs to a first row that has nothing but the mark of a note. */
function joinMark(text: string, above: GridRow[], row: GridRow | undefined): void {
  const last = above.at(-1);
  const [label] = row?.cells ?? [];
  if (!row || !label || last?.kind !== "section" || !/^(?:\(\w\))+$/.test(text.slice(label.start, label.end))) return;
  if (text.slice(last.end, row.start).trim() !== "" || text[last.end - 1] === ":") return;
  row.start = last.start;
  label.start = last.start;
  above.pop();
}

/** The unit that stands in the header, or in the two lines above it. */
export function unitAround(
  text: string,
  lines: readonly Line[],
  from: number,
  at: number,
  end: number,
): Span | undefined {
  for (let i = (lines[at]?.start ?? end) < end ? at : at - 1; i >= Math.max(0, from - 3); i--) {
    const line = lines[i];
    const unit = line && unitIn(text, line.start, Math.min(line.end, end));
    if (unit) return unit;
  }
  return undefined;
}
