import type { GridCell } from "./grid.ts";
import type { Span } from "./parsed-document.ts";

interface Item extends Span {
  kind: "period" | "day" | "point" | "change" | "versus";
}

const MONTH =
  "(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?\\.?|July?\\.?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)";
const YEAR = "(?:19|20)\\d\\d";
const COUNT =
  "(?:Three|Six|Nine|Twelve|Thirteen|Fourteen|Twenty-six|Thirty-nine|Fifty-two|Fifty-three|\\d{1,2}|First|Second|Third|Fourth)";
const S = "\\s+";

/** The day that ends a period and is followed by its years: "Three Months Ended June 30, 2023 2022". */
const ENDING_DAY = new RegExp(`${S}${MONTH}(?:${S}\\d{1,2})?,?(?![\\p{L}\\d])`, "iuy");

/** What heads a column of a period: sticky, so that a header is read from left to right with nothing left over. */
const PATTERNS: { kind: Item["kind"] | "skip"; pattern: RegExp; isDate?: true }[] = [
  { kind: "skip", pattern: /[([][^()[\]]{0,120}[)\]]/y },
  {
    kind: "period",
    pattern: new RegExp(
      `(?:For${S}the${S})?(?:${COUNT}[\\s-]+(?:Months?|Weeks?|Quarters?)|Fiscal${S}Years?|Years?|Quarters?)${S}Ended`,
      "iy",
    ),
  },
  { kind: "period", pattern: new RegExp(`(?:First|Second|Third|Fourth)[\\s-]+Quarter(?!${S}${YEAR})`, "iy") },
  { kind: "period", pattern: /(?:Year[\s-]to[\s-]Date|Fiscal\s+Years?)(?!\s+(?:19|20)\d\d)/iy },
  {
    kind: "point",
    pattern: new RegExp(`(?:As${S}of${S}|At${S})?${MONTH}${S}\\d{1,2},?${S}${YEAR}`, "iy"),
    isDate: true,
  },
  { kind: "point", pattern: new RegExp(`\\d{1,2}${S}${MONTH}${S}${YEAR}`, "iy") },
  { kind: "point", pattern: new RegExp(`${MONTH}${S}${YEAR}(?:/\\d\\d)?(?!\\d)`, "iy") },
  { kind: "point", pattern: /\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2})(?!\d)/y },
  { kind: "point", pattern: /\d{1,2}\.\d{1,2}\.(?:19|20)\d\d(?!\d)/y },
  { kind: "point", pattern: /(?:Q[1-4]|[1-4]Q|[12]H|H[12])[\s’'-]*(?:FY)?\s?(?:(?:19|20)?\d\d)(?!\d)/iy },
  { kind: "point", pattern: /(?:First|Second|Third|Fourth)[\s-]+Quarter\s+(?:of\s+)?(?:19|20)\d\d/iy },
  { kind: "point", pattern: /FY\s?\d\d(?!\d)/iy },
  { kind: "period", pattern: /(?:Q[1-4](?![\p{L}\d])|Full\s+Year|(?:Three|Six|Nine|Twelve)\s+Months)/iuy },
  { kind: "versus", pattern: /(?:(?:19|20)\d\d|\d\d)\s+vs?\.?\s+(?:(?:19|20)\d\d|\d\d)(?!\d)/iy },
  // "December 31," over the years of its columns.
  { kind: "day", pattern: new RegExp(`(?:As${S}of${S}|At${S})?${MONTH}${S}\\d{1,2},?(?![\\d,])`, "iy") },
  {
    kind: "point",
    pattern: new RegExp(
      `(?:FY|Fiscal(?:${S}Year)?${S})?\\s?${YEAR}(?:[/–-]\\d{2,4})?(?:${S}?\\(?(?:E\\s?st|Est|Proj|Prel|Forecast|Actual|Budget)\\b\\.?\\)?|[EFPe]\\b)?(?!\\d)`,
      "iy",
    ),
  },
  { kind: "point", pattern: new RegExp(`${MONTH}(?![\\p{L}\\d])`, "iuy") },
  {
    kind: "change",
    pattern:
      /(?:(?:Percent(?:age)?|[%$])\s+)?(?:Change(?:\s+Excluding\s+Currency\s+Changes?)?|Increase\s*\/?\s*\(?Decrease\)?|Variance|Incr\.?\s*\/?\s*\(?Decr\.?\)?)|%|Total|Average\d?/iy,
  },
  // What else stands beside years: a change divided into what it is made of.
  {
    kind: "change",
    pattern:
      /(?:Adjusted\s+)?(?:Operational|Operations)(?:\s?\d(?:,\d)*)?|(?:Constant\s+)?Currency|Reported|Organic|Core/iy,
  },
];

/**
 * Cells for header lines of figures without visible columns, in layers, outermost first: dates over `values` columns,
 * with periods that span them. Undefined when the words do not settle which column they head: a wrong label is worse
 * than none.
 */
export function headerLayers(text: string, start: number, end: number, values: number): GridCell[][] | undefined {
  for (const reading of READINGS) {
    const layers = settle(text, itemsOf(text, start, end, reading), values);
    if (layers) return layers;
  }
  return undefined;
}

/**
 * How days and years are read together: "June 30, 2023" as one date; "Three Months Ended June 30," as one period; or
 * "June 30, December 31," as days that stand over their years. The first reading by which every column has its label holds.
 */
const READINGS = ["dates", "periods", "days"] as const;
type Reading = (typeof READINGS)[number];

function settle(text: string, items: Item[] | undefined, values: number): GridCell[][] | undefined {
  if (!items || items.length === 0) return undefined;
  const periods = items.filter((item) => item.kind === "period");
  const days = items.filter((item) => item.kind === "day");
  const points = items.filter((item) => item.kind === "point" || item.kind === "change");
  if (items.some((item) => item.kind === "versus")) return withVersus(items, values);
  if (points.length === 0) return periods.length === values && days.length === 0 ? [leaf(periods)] : undefined;
  // A day that is left over beside whole dates belongs to one of them, or to a period.
  if (days.length > 0 && points.some((point) => /\d,\s+\d/.test(text.slice(point.start, point.end)))) return undefined;
  // "52 Weeks Ended January 28," beside "January 29, 2032": the first day is one of several, whose years stand below.
  const isDated = ({ start, end }: Item) => /\d{1,2},?$/.test(text.slice(start, end));
  if (periods.some(isDated) && points.some(({ start, end }) => /\d,\s+\d/.test(text.slice(start, end))))
    return undefined;
  if (days.length > 1 && days.length !== values && days.length !== periods.length) return undefined;
  if (points.length === values) {
    const layers = [periods, days].map((outer) => (outer.length === 0 ? [] : spansOver(outer, points, values)));
    const [over, dayCells] = layers;
    return over && dayCells ? [over, dayCells, leaf(points)].filter((layer) => layer.length > 0) : undefined;
  }
  const [first, second] = points;
  // "% Change" in the line over several columns: those of the years it does not head.
  const isOver =
    first?.kind === "change" && second?.kind === "point" && text.slice(first.end, second.start).includes("\n");
  if (points.length === values + 1 && isOver && periods.every((period) => period.end <= first.start))
    return settle(
      text,
      items.filter((item) => item !== first),
      values,
    );
  const [only] = points;
  // "2023" over "Q1 Q2 Six Months": a year that holds for all.
  const isOneYear = points.length === 1 && days.length === 0 && periods.length === values;
  if (only && isOneYear && periods.every((period) => period.start > only.end))
    return [[{ start: only.start, end: only.end, column: 1, width: values }], leaf(periods)];
  return days.length > 0 ? undefined : withSecondLayer(text, points, periods, values);
}

/** "Year ended May 31, $ change % change" over "2031 2030 31 vs. 30 31 vs. 30": changes over the years they lie between. */
function withVersus(items: Item[], values: number): GridCell[][] | undefined {
  const kinds = { period: 0, day: 0, point: 0, change: 0, versus: 0 };
  for (const { kind } of items) kinds[kind]++;
  const { period, day, point, change, versus } = kinds;
  const leaves = items.filter(({ kind }) => kind === "point" || kind === "versus");
  const isLast = leaves.slice(0, point).every(({ kind }) => kind === "point");
  if (point + versus !== values || change !== versus || period > 1 || day > 0 || !isLast) return undefined;
  const over = items.filter(({ kind }) => kind === "period").map((item) => ({ ...item, column: 1, width: point }));
  const changes = items
    .filter(({ kind }) => kind === "change")
    .map(({ start, end }, i) => ({ start, end, column: 1 + point + i, width: 1 }));
  return [[...over, ...changes], leaf(leaves)];
}

/** Whether a line says nothing but dates and periods, so that its numbers are no values. */
export function isHeaderLine(text: string, start: number, end: number): boolean {
  const items = end - start > 300 ? undefined : itemsOf(text, start, end, "periods");
  return items?.some((item) => item.kind !== "change") ?? false;
}

/** The dates, periods and changes that a header's words are made of; undefined when other words stand among them. */
export const headerItems = (words: string): Span[] | undefined => itemsOf(words, 0, words.length, "periods");

/** The dates and periods between `start` and `end`, or undefined when other words stand between or behind them. */
function itemsOf(text: string, start: number, end: number, reading: Reading): Item[] | undefined {
  const items: Item[] = [];
  let stubs = 0;
  const slice = text.slice(start, Math.min(end, start + 3000));
  for (let at = 0; at < slice.length; ) {
    if (/[\s,]/.test(slice.charAt(at))) {
      at++;
      continue;
    }
    // The mark of a note in a line of its own.
    NOTE_LINE.lastIndex = at;
    const note = at === 0 || slice.charAt(at - 1) === "\n" ? NOTE_LINE.exec(slice) : null;
    if (note) {
      at += note[0].length;
      continue;
    }
    let length = 0;
    for (const { kind, pattern, isDate } of PATTERNS) {
      if (isDate && reading === "days") continue;
      pattern.lastIndex = at;
      const found = pattern.exec(slice);
      if (!found) continue;
      length = found[0].length;
      ENDING_DAY.lastIndex = at + length;
      if (kind === "period" && reading === "periods") length += ENDING_DAY.exec(slice)?.[0].length ?? 0;
      if (kind !== "skip") items.push({ kind, start: start + at, end: start + at + length });
      break;
    }
    if (length === 0) {
      // Words that begin a line and stand before its dates head the labels, not a column.
      const lineStart = slice.lastIndexOf("\n", at) + 1;
      const isLineStart = at - lineStart < 150 && /^\s*(?:[([][^()[\]]*[)\]]\s*)?$/.test(slice.slice(lineStart, at));
      const stub = isLineStart && stubs === 0 ? stubLength(slice, at) : 0;
      if (stub === 0) return undefined;
      stubs++;
      length = stub;
    }
    at += length;
  }
  return items;
}

const NOTE_LINE = /\(?(?:\d{1,2}|[a-z])\)?(?:,\s?\d{1,2})*(?=[ \t]*(?:\n|$))/y;

const DATES_FOLLOW = new RegExp(`${MONTH}[\\s\\d]|(?:FY)?${YEAR}|\\b${COUNT}\\s+(?:Months|Weeks)`, "gi");

/** How many characters from `at` come before the first date of the same line; 0 when there is none in a few words. */
function stubLength(slice: string, at: number): number {
  let stop = slice.indexOf("\n", at);
  if (stop < 0) stop = slice.length;
  DATES_FOLLOW.lastIndex = at;
  const found = DATES_FOLLOW.exec(slice.slice(0, stop));
  return found && found.index > at && found.index - at <= 60 ? found.index - at : 0;
}

const leaf = (items: Span[]): GridCell[] => items.map(({ start, end }, i) => ({ start, end, column: 1 + i, width: 1 }));

/** Periods over their columns: all before the dates and dividing them evenly, or each before its own dates. */
function spansOver(periods: Item[], points: Item[], values: number): GridCell[] | undefined {
  const first = points[0];
  const isBefore = first !== undefined && periods.every((period) => period.end <= first.start);
  if (isBefore) {
    const width = values / periods.length;
    return Number.isInteger(width) ? periods.map((p, i) => ({ ...p, column: 1 + i * width, width })) : undefined;
  }
  return periods.map((period, i) => {
    const until = periods[i + 1]?.start ?? Number.POSITIVE_INFINITY;
    const own = points.filter((point) => point.start >= period.end && point.start < until).length;
    const before = points.filter((point) => point.start < period.start).length;
    return { ...period, column: 1 + before, width: own };
  });
}

/**
 * Years in one line with months under the last of them, which come in runs of equal ones: "2024/25, 2025/26 Proj., 2025/26
 * Proj." over "Sep, Nov", "2024, 2025 Proj., 2025 Proj., 2026 Proj., 2026 Proj." over "Sep, Nov, Sep, Nov".
 */
function withSecondLayer(text: string, points: Item[], periods: Item[], values: number): GridCell[][] | undefined {
  if (periods.length > 0 || points.length < values || points.length >= 2 * values) return undefined;
  const upper = points.slice(0, values);
  const lower = points.slice(values);
  const words = ({ start, end }: Span) => text.slice(start, end).replace(/[\s.]+/g, "");
  const equal = upper.slice(-lower.length);
  const [first] = equal;
  // A year under a date is the label of the first row.
  if (lower.some((item) => /^\d/.test(words(item)))) return undefined;
  if (!first) return undefined;
  const other = equal.findIndex((item) => words(item) !== words(first));
  const size = other < 0 ? lower.length : other;
  const isRuns = equal.every((item, at) => {
    const isNext = at > 0 && at % size === 0;
    return at === 0 || (words(item) === words(equal[at - 1] ?? item)) !== isNext;
  });
  const isRepeated = lower.every((item, at) => words(item) === words(lower[at % size] ?? item));
  if (!isRuns || !isRepeated || lower.length % size > 0 || (size === 1 && other > 0)) return undefined;
  const before = upper.at(-lower.length - 1);
  if (before && words(before) === words(first)) return undefined;
  return [
    leaf(upper),
    lower.map(({ start, end }, i) => ({ start, end, column: 1 + values - lower.length + i, width: 1 })),
  ];
}
