import { isHeaderLine } from "./column-labels.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** A label with values behind it, as text without columns shows a table's row. */
export interface FlatRow extends Span {
  label: Span;
  values: Span[];
  /** Another number of values than the table has columns. */
  isRagged: boolean;
}

/** How a line looks to the recogniser of figures. */
export interface FlatLine {
  /** Values at its end; 0 when it ends with a word. */
  trailing: number;
  /** Words before them. */
  words: number;
  /** Some value is plainly a figure: currency, decimals, thousands, brackets, per cent. */
  isStrong: boolean;
  tokens: Token[];
}

/** Some converters leave a whole table in one line. */
export const MAX_LINE = 12_000;
const VALUE_END = /[\d)%\]*†‡—–\-.xXaA]/;
const STRONG = /[$€£¥%]|\d[.,]\d|^\(\d/;
const DATED =
  /^(?:\d{1,2},|due|in|fiscal|of|since|from|until|through|maturing|expiring|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?)$/i;
const MONTH = /^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/;
const NO_LINE: FlatLine = { trailing: 0, words: 0, isStrong: false, tokens: [] };

/** A line is looked at as the first row of a table, and again as one of those that follow the lines before it. Emptied when full. */
const looked = new Map<Line, FlatLine>();
const MOST_LOOKED = 64;

/** Looks at one line of a text; cheap for prose. */
export function flatLine(text: string, line: Line): FlatLine {
  const known = looked.get(line);
  if (known) return known;
  const flat = newlyLooked(text, line);
  if (looked.size >= MOST_LOOKED) looked.clear();
  looked.set(line, flat);
  return flat;
}

function newlyLooked(text: string, line: Line): FlatLine {
  if (line.end - line.start > MAX_LINE || !VALUE_END.test(text.charAt(line.end - 1))) return NO_LINE;
  const tail = text.slice(Math.max(line.start, line.end - 16), line.end);
  if (!/[\d—–-]/.test(tail) && !/(?:\.\.|n\.?[am]\.?|NM)$/i.test(tail)) return NO_LINE;
  const tokens = tokensOf(text, line.start, line.end);
  if (!tokens) return NO_LINE;
  let trailing = 0;
  let isStrong = false;
  let at = tokens.length - 1;
  for (; at >= 0; at--) {
    const token = tokens[at];
    if (!token || (token.kind !== "number" && token.kind !== "null" && token.kind !== "year")) break;
    trailing++;
    if (token.kind === "number" && STRONG.test(text.slice(token.start, token.end))) isStrong = true;
  }
  const last = tokens.at(-1);
  if (!isStrong && tokens.some((t) => t.kind === "year") && isHeaderLine(text, line.start, line.end)) return NO_LINE;
  // "… July 29, 2023": a date ends the line, no value.
  if (last?.kind === "year" && /\b\d{1,2},$/.test(text.slice(Math.max(line.start, last.start - 4), last.start - 1))) {
    return NO_LINE;
  }
  // "Notes due May 2032 800 800": a year behind a month is part of the label.
  const before = tokens[at];
  if (trailing > 1 && tokens[at + 1]?.kind === "year" && before && DATED.test(text.slice(before.start, before.end))) {
    return { trailing: trailing - 1, words: at + 2, isStrong, tokens };
  }
  // "Balance as of January 1 60 41": a day behind a month is part of the label.
  const next = tokens[at + 1];
  if (
    trailing > 1 &&
    next &&
    before &&
    /^\d{1,2}$/.test(text.slice(next.start, next.end)) &&
    MONTH.test(text.slice(before.start, before.end))
  )
    return { trailing: trailing - 1, words: at + 2, isStrong, tokens };
  // The year that leads a row of figures is its label.
  const first = tokens[0];
  if (at < 0 && first?.kind === "year" && tokens.some((t) => t.kind === "number"))
    return { trailing: trailing - 1, words: 1, isStrong, tokens };
  return { trailing, words: at + 1, isStrong, tokens };
}

/**
 * "Goodwill 21 22 Current liabilities:": a line of rows without the name of the next ones behind them, and where that name
 * begins. `count` is how many values a row has, where it is known.
 */
export function withoutName(
  text: string,
  line: Line,
  count?: number,
): { line: Line; flat: FlatLine; nameAt?: number | undefined } {
  const flat = flatLine(text, line);
  const length = line.end - line.start;
  const isOpen = flat.trailing === 0 && count !== 1 && length >= 12 && length <= MAX_LINE;
  if (!isOpen || !/[\p{L}):]/u.test(text.charAt(line.end - 1))) return { line, flat };
  const tail = text.slice(Math.max(line.start, line.end - 130), line.end);
  const found = NAME_BEHIND.exec(tail);
  if (!found) return { line, flat };
  const nameAt = line.end - tail.length + found.index + found[0].length;
  const cut = { ...line, end: line.start + text.slice(line.start, nameAt).trimEnd().length };
  const row = flatLine(text, cut);
  const isRow = row.isStrong && row.words > 0 && (count === undefined ? row.trailing > 1 : row.trailing === count);
  return isRow ? { line: cut, flat: row, nameAt } : { line, flat };
}

const NAME_BEHIND = /[\d)%—–-] +(?=\p{Lu}[\p{L} ,&’'()/–-]{2,110}(?<=[\p{L})])(?: ?[(]\w[)])?:?$)/u;

/** How many values each row of a line has: one of its last row, of all where there are many. */
export function runsOf({ tokens, trailing }: FlatLine): number[] {
  if (tokens.length < MANY_TOKENS) return [trailing];
  const runs: number[] = [];
  let run = 0;
  for (const { kind } of tokens) {
    if (kind === "number" || kind === "null") run++;
    else if (kind !== "leader") {
      if (run > 1) runs.push(run);
      run = 0;
    }
  }
  return run > 1 ? [...runs, run] : runs;
}

/** A line of so many words and figures holds several rows. */
const MANY_TOKENS = 40;

/** The rows that stand in one line, when a row of this table has `count` values. */
export function rowsOfLine(text: string, line: Line, flat: FlatLine, count: number): FlatRow[] {
  const rows: FlatRow[] = [];
  const { tokens } = flat;
  let start = line.start;
  let labelEnd = line.start;
  let values: Token[] = [];
  const close = (end: number, next: number) => {
    const extra = values.length - count;
    const folded = extra > 0 && extra <= 2 && values.slice(0, extra).every((v) => isLabelPart(text, v)) ? extra : 0;
    const label = { start, end: folded > 0 ? (values[folded - 1]?.end ?? labelEnd) : labelEnd };
    const kept = values.slice(folded).map(({ start: from, end: to }) => ({ start: from, end: to }));
    rows.push({ start, end, label, values: kept, isRagged: kept.length !== count });
    start = next;
    labelEnd = next;
    values = [];
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) break;
    const isLeading = i === 0 && token.kind === "year" && flat.words === 1 && tokens.length > 1;
    const isValue = !isLeading && (token.kind === "number" || token.kind === "null" || token.kind === "year");
    // "net of allowances - $46 and $41": figures of a label.
    const isNamed = (at: Token | undefined) => at !== undefined && /^(?:and|or)$/.test(text.slice(at.start, at.end));
    if (isValue && isNamed(tokens[i - 1])) labelEnd = token.end;
    else if (isValue) values.push(token);
    else if (token.kind === "leader") continue;
    else if (values.length === 0) labelEnd = token.end;
    else if (values.length >= count && count > 0 && !isSuffix(text, token) && !isNamed(token))
      close(values.at(-1)?.end ?? token.start, token.start);
    else if (values.length > 1 && isOtherRow(text, values.at(-1), token))
      close(values.at(-1)?.end ?? token.start, token.start);
    else {
      // Too few for a row: numbers inside a label ("Due after 1 year"), or a mark behind a value.
      labelEnd = token.end;
      values = [];
    }
    if (!isValue && values.length === 0) labelEnd = Math.max(labelEnd, token.end);
  }
  if (values.length > 0) close(values.at(-1)?.end ?? line.end, line.end);
  return rows;
}

/** A small number, a note's mark or a year at the end of a label. */
function isLabelPart(text: string, value: Token): boolean {
  return value.kind === "year" || /^\(?[\da-z]{1,2}\)?[,.]?$/i.test(text.slice(value.start, value.end));
}

/** "Severance charges 12 (105) Net sales …": figures, and behind them the name of another row. */
const isOtherRow = (text: string, value: Token | undefined, next: Token): boolean =>
  value !== undefined &&
  /^(?:[$€£] ?)?(?:\(?\d{1,3}(?:,\d{3})+\)?|\(\d{2,}\))$/.test(text.slice(value.start, value.end)) &&
  /^\p{Lu}\p{Ll}/u.test(text.slice(next.start, next.start + 2));

const isSuffix = (text: string, token: Token): boolean =>
  /^(?:pts?|bps?|pp|bp|x|\([a-z]\))$/i.test(text.slice(token.start, token.end));
