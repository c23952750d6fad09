import { headerLayers, isHeaderLine } from "./column-labels.ts";
import { mayBeLabel, sectionRow } from "./flat-labels.ts";
import { flatLine } from "./flat-rows.ts";
import { isLayers, labelsOf } from "./flat-run-in.ts";
import type { GridCell, GridRow } from "./grid.ts";
import { isMarkLine, withMarks } from "./header-marks.ts";
import { phraseLabels, wordLabels } from "./header-words.ts";
import { headingShape, isCaption } from "./headings.ts";
import type { Line } from "./lines.ts";
import { headerOfNames } from "./named-header.ts";
import type { Span } from "./parsed-document.ts";
import { overRepeated } from "./repeated-header.ts";
import { stackedHeader } from "./stacked-header.ts";
import { isUnitLine, unitIn } from "./unit.ts";

const MAX_HEADER_LINES = 30;

/** What stands over the first row of a table without visible columns. */
export interface Header {
  from: number;
  rows: GridRow[];
  labels: string[] | undefined;
}

/** The lines over the first row that head its columns, as far as their words settle which. */
export function headerAbove(text: string, lines: readonly Line[], at: number, floor: number, count: number): Header {
  const lowest = Math.max(floor, at - MAX_HEADER_LINES);
  const named = headerWithName(text, lines, at, lowest, count);
  if (named) return named;
  const last = headerEnd(text, lines, at, lowest, count);
  const first = bestHeader(text, lines, { top: last, lowest, count, isLast: true });
  let top = last;
  let { best } = first;
  // What looked like the name of the first rows may be the header's last lines.
  for (let end = at; !best && end > last; end--) {
    best = bestHeader(text, lines, { top: end, lowest, count, isLast: false }).best;
    if (best) top = end;
  }
  // A line or two that name the first rows may stand between it and them.
  while (!best && top > lowest && last - top < 2 && isName(text, lines[top - 1])) {
    top--;
    best = bestHeader(text, lines, { top, lowest, count, isLast: false }).best;
  }
  if (best) {
    const own = best.layers;
    best = overRepeated(text, lines, best, lowest, count);
    const { layers } = best;
    const cells = (layers === own ? layers.at(-1) : layers[0]) ?? [];
    const marks = lines[top];
    const areMarked = marks !== undefined && top < at && isMarkLine(text, marks);
    const names = labelsOf(text, layers, count);
    const labels = areMarked ? withMarks(text, names, layers.at(-1) ?? [], marks) : names;
    const from = withWhatHolds(text, lines, best.from, lowest);
    if (areMarked) top++;
    const end = lines[top - 1]?.end ?? 0;
    const sections = lines.slice(top, at).map(sectionRow);
    return { from, labels, rows: [headerRow(lines, from, end, cells), ...sections] };
  }
  const byRows = headerOfNames(text, lines, at, lowest, count);
  if (byRows) return byRows;
  // The words do not say which columns they head: kept as the table's header, without labels.
  const end = lines[last - 1]?.end ?? 0;
  if (first.from < last && (lines[at]?.gap ?? 0) <= 1) {
    return { from: first.from, labels: undefined, rows: [headerRow(lines, first.from, lines[at - 1]?.end ?? end, [])] };
  }
  return { from: at, labels: undefined, rows: [] };
}

/** "(in millions) 2031 2030 Assets:": years, and behind them the name of the rows below. */
const YEARS_THEN_NAME = /^(.{0,80}?(?:(?:19|20)\d\d\s+){2,9})(?=(\p{Lu}[\p{L} ,&’'()/-]{2,60}:?)$)/u;

/** The header whose last line goes on with the name of the first rows; up to three more names may follow it. */
function headerWithName(
  text: string,
  lines: readonly Line[],
  at: number,
  lowest: number,
  count: number,
): Header | undefined {
  for (let i = at - 1; i >= Math.max(lowest, at - 4); i--) {
    const line = lines[i];
    if (!line || line.end - line.start > 160 || (lines[i + 1]?.gap ?? 9) > 2) return undefined;
    const words = text.slice(line.start, line.end);
    const years = count > 1 ? YEARS_THEN_NAME.exec(words)?.[1] : undefined;
    if (years !== undefined) {
      const end = line.start + years.trimEnd().length;
      const found = bestHeader(text, lines, { top: i + 1, lowest, count, isLast: false, end }).best;
      if (!found) return undefined;
      const labels = labelsOf(text, found.layers, count);
      const from = withWhatHolds(text, lines, found.from, lowest);
      const name = sectionRow({ ...line, start: line.start + years.length });
      const header = headerRow(lines, from, end, found.layers.at(-1) ?? []);
      return { from, labels, rows: [header, name, ...lines.slice(i + 1, at).map(sectionRow)] };
    }
    if (!isName(text, line)) return undefined;
  }
  return undefined;
}

/** "(In millions) 2031 2030 Net sales $ 11 $ 12": the header that ends with the years before the first row of a line. */
export function headerBeside(
  text: string,
  lines: readonly Line[],
  at: number,
  floor: number,
  end: number,
  count: number,
) {
  const lowest = Math.max(floor, at - MAX_HEADER_LINES);
  const found = bestHeader(text, lines, { top: at + 1, lowest, count, isLast: false, end }).best;
  if (!found) return undefined;
  const from = withWhatHolds(text, lines, found.from, lowest);
  return {
    from,
    labels: labelsOf(text, found.layers, count),
    rows: [headerRow(lines, from, end, found.layers.at(-1) ?? [])],
  };
}

/** "Domestic Segment Results" before the dates of a header's last line: what the rows are of. */
export function nameBeside(text: string, header: GridRow | undefined): Span | undefined {
  const first = header?.cells[0];
  if (!header || !first) return undefined;
  const start = Math.max(header.start, text.lastIndexOf("\n", first.start) + 1);
  const words = text
    .slice(start, first.start)
    .replace(/\s*[([][^()[\]]*[)\]]?\s*$/, "")
    .trimEnd();
  const isName =
    /^\p{Lu}[\p{L}’'&,-]*(?: [\p{L}’'&,-]+){1,7}$/u.test(words) &&
    words.length <= 70 &&
    !unitIn(text, start, start + words.length) &&
    !isHeaderLine(text, start, start + words.length);
  return isName ? { start, end: start + words.length } : undefined;
}

interface Search {
  /** The line after the header's last. */
  top: number;
  lowest: number;
  count: number;
  /** The header ends directly over the first row. */
  isLast: boolean;
  /** Where the header ends, if that is not the end of its last line. */
  end?: number;
}

/** The lines that end at `top` and settle which columns they head, from the lowest up; the most of them that do. */
function bestHeader(text: string, lines: readonly Line[], { top, lowest, count, isLast, end: stop }: Search) {
  const end = stop ?? lines[top - 1]?.end ?? 0;
  const stacked = top - 3 < lowest ? undefined : stackedHeader(text, lines[top - 3]?.start ?? end, end, count);
  if (stacked) return { from: top - 3, best: { from: top - 3, layers: stacked } };
  let from = top;
  let best: { from: number; layers: GridCell[][] } | undefined;
  for (let i = top - 1; i >= lowest; i--) {
    const line = lines[i];
    const below = lines[i + 1];
    const isCut = stop !== undefined && i === top - 1;
    if (!line || (below && !isCut && below.gap > 2) || (!isCut && line.end - line.start > 200)) break;
    const layers =
      headerLayers(text, line.start, end, count) ??
      phraseLabels(text, line.start, end, count) ??
      (isLast && i === top - 1 ? wordLabels(text, line.start, end, count) : undefined);
    if (layers) best = { from: i, layers: isLayers(layers) ? layers : [layers] };
    const words = text.slice(line.start, Math.min(line.end, end));
    if (
      isCaption(words) ||
      /[.!?:]["”’)]*$/.test(words) ||
      (best && !layers && i < best.from - 1 && !FRAGMENT.test(words))
    )
      break;
    if (!layers && headingShape(words) && line.end - line.start > 45) break;
    if (line.end - line.start <= 60) from = i;
  }
  // Half a date over a header belongs to it: the rest of it was not understood.
  const over = best && best.from > lowest ? lines[best.from - 1] : undefined;
  const isTorn =
    over !== undefined && (lines[best?.from ?? 0]?.gap ?? 9) <= 1 && FRAGMENT.test(text.slice(over.start, over.end));
  return { from, best: isTorn ? undefined : best };
}

/** Part of a date, as headers in narrow columns are broken. */
const FRAGMENT =
  /^(?:(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?(?: \d{1,2},?)?|\d{1,2},)$/i;

export const isName = (text: string, line: Line | undefined): boolean =>
  line !== undefined &&
  line.end - line.start <= 80 &&
  mayBeLabel(text, line) &&
  (flatLine(text, line).trailing === 0 || unitIn(text, line.start, line.end) !== undefined);

/** The header with the lines over it that hold for all its columns, a season, a scale in brackets, a unit, or that head its labels. */
function withWhatHolds(text: string, lines: readonly Line[], from: number, lowest: number): number {
  let first = from;
  while (first > lowest && from - first < MAX_LINES_HELD && (lines[first]?.gap ?? 9) <= 2) {
    const above = lines[first - 1];
    const words = above ? text.slice(above.start, Math.min(above.end, above.start + 81)) : "";
    if (!HOLDS.test(words) && !CHANGES.test(words) && !(words.length > 0 && isUnitLine(words))) break;
    first--;
  }
  return first;
}

const MAX_LINES_HELD = 6;
/** "Percent change from / previous year": what the last columns are. */
const CHANGES =
  /^(?:differences? in levels|from \p{Lu}\p{Ll}+ \d{4}|projections?|per ?cent(?:age)? changes?(?: from)?|(?:from )?(?:the )?previous (?:year|month|quarter|projections?))$/iu;
const HOLDS = /^(?:(?:19|20)\d\d\/\d\d(?: ?\(?(?:E ?st|Proj)\b\.?\)?)?|\([^()]{3,70}\)|Commodity|Item)$/;

/** The line after the header: up to four lines that name the first rows may stand between it and them. */
function headerEnd(text: string, lines: readonly Line[], at: number, lowest: number, count: number): number {
  for (let i = at - 1; i >= Math.max(lowest, at - 5); i--) {
    const line = lines[i];
    if (!line || line.gap > 2) return at;
    if (isHeaderLine(text, line.start, line.end)) return i + 1;
    const isWords = line.end - line.start <= 200 && /(?:19|20)\d\d/.test(text.slice(line.start, line.end));
    if (isWords && wordLabels(text, line.start, line.end, count)) return i + 1;
    if (!mayBeLabel(text, line) || flatLine(text, line).trailing > 0) return at;
  }
  return at;
}

export const headerRow = (lines: readonly Line[], from: number, end: number, cells: GridCell[]): GridRow => ({
  start: lines[from]?.start ?? end,
  end,
  kind: "header",
  cells,
  page: lines[from]?.page,
});
