import type { GridCell } from "./grid.ts";
import type { Span } from "./parsed-document.ts";
import { tokensOf } from "./tokens.ts";

/**
 * What heads columns in words, in statistics of goods, votes and segments. Letters only: a header may have lost its spaces
 * or have won some ("BeginningStocks", "Productio n").
 */
const PHRASES = new Set(
  (
    "beginning stocks|ending stocks|opening stocks|closing stocks|carry-over stocks|stocks|production|output|imports|exports|" +
    "total supply|supply|trade|total use|use|total utilization|utilization|domestic use|domestic feed|domestic crush|domestic total|" +
    "total domestic|domestic|domestic consumption|total consumption|consumption|per capita|feed|food|crush|loss|area harvested|area planted|yield|" +
    "steers|barrows and gilts|broilers|turkeys|eggs|milk|" +
    "hard red winter|hard red spring|soft red winter|soft white|white|durum|" +
    "for|against|abstain|abstained|abstentions|withheld|votes for|votes against|votes withheld|votes abstained|abstain/withheld|broker non-votes|" +
    "country|commodity|attribute|previous|prior|current|change|" +
    "domestic|international|consolidated|total|worldwide|corporate|unallocated|other|eliminations|intersegment eliminations|" +
    "reportable segments|non-reportable segments|elimination of intersegment revenues|elimination of intersegment sales|" +
    "pension benefits|domestic pension benefits|international pension benefits|postretirement benefits|other benefits|" +
    "other postretirement benefits|level 1|level 2|level 3"
  )
    .split("|")
    .map(letters),
);
const NO_NAMES: ReadonlySet<string> = new Set();
type IsPhrase = (words: string) => boolean;
/** What may stand over the labels. */
const LABEL_HEADS = new Set([
  "nominee",
  "nominees",
  "name",
  "nameofnominee",
  "director",
  "directors",
  "country",
  "region",
  "item",
  "yearandquarter",
  "directornominee",
  "nameofdirector",
]);
/** No phrase has more words, torn ones included. */
const MAX_PARTS = 5;
const MAX_WORDS = 60;

export function letters(words: string): string {
  return words.toLowerCase().replace(/[^\p{L}\d]/gu, "");
}

/**
 * A cell for each of `values` columns from header words that break off anywhere: "Beginning / Stocks Production / Domestic /
 * Feed". Undefined unless there is exactly one way to read all the words as known phrases, as many as there are columns.
 */
export function phraseLabels(
  text: string,
  start: number,
  end: number,
  values: number,
  names: ReadonlySet<string> = NO_NAMES,
): GridCell[] | undefined {
  if (values < 2 || end - start > 600) return undefined;
  const isPhrase = (words: string) => PHRASES.has(words) || names.has(words);
  if (!endsInPhrase(text, start, end, isPhrase)) return undefined;
  // A season or an area before the words holds for all columns.
  const held = HELD_BEFORE.exec(text.slice(start, end))?.[0].length ?? 0;
  const words = wordsBetween(text, start + held, end);
  if (words.length < values || words.length > MAX_WORDS) return undefined;
  const cells = onlyReading(text, words, values, isPhrase);
  if (cells) return cells.map((cell, at) => ({ ...cell, column: at + 1, width: 1 }));
  // The first words may head the labels.
  for (let skip = 1; skip <= 3 && words.length - skip >= values; skip++) {
    if (!LABEL_HEADS.has(joined(text, words.slice(0, skip)))) continue;
    const [, ...rest] = [0, ...(onlyReading(text, words.slice(skip), values, isPhrase) ?? [])];
    if (rest.length === values) return rest.map((cell, at) => ({ ...cell, column: at + 1, width: 1 }));
  }
  return undefined;
}

const HELD_BEFORE =
  /^\s*(?:(?:19|20)\d\d\/\d\d(?:\s\(?(?:E ?st|Proj)\b\.?\)?)?|(?:World|United States|(?:Total )?Foreign)(?:\s\d{1,2}\/)?)\s/;

/** Whether the last words are a known phrase: few lines need be looked at as a whole. */
function endsInPhrase(text: string, start: number, end: number, isPhrase: IsPhrase): boolean {
  const words = text
    .slice(Math.max(start, end - 80), end)
    .split(/\s+/)
    .filter((word) => letters(word) !== "" && !/^(?:\d{1,2}\/|\/\d{1,2}|\(\w{1,2}\))$/.test(word));
  let phrase = "";
  for (let size = 1; size <= MAX_PARTS; size++) {
    phrase = letters(words.at(-size) ?? "") + phrase;
    if (isPhrase(phrase)) return true;
  }
  return false;
}

/** The words, each with the mark of a note that follows it. */
function wordsBetween(text: string, start: number, end: number): Span[] {
  const words: Span[] = [];
  for (const found of text.slice(start, end).matchAll(/\S+/g)) {
    const span = { start: start + found.index, end: start + found.index + found[0].length };
    const last = words.at(-1);
    if (last && /^(?:\d{1,2}\/|\/\d{1,2}|\(\w{1,2}\)|\*+)$/.test(found[0])) last.end = span.end;
    else words.push(span);
  }
  return words;
}

const joined = (text: string, words: readonly Span[]): string =>
  letters(
    words
      .map(({ start, end }) => text.slice(start, end).replace(/(?:\s*(?:\d{1,2}\/|\/\d{1,2}|\(\w{1,2}\)|\*+))+$/, ""))
      .join(""),
  );

/**
 * The one division of the words into `count` known phrases; undefined when there is none, or more than one. Counts the ways
 * from the end of the words to their beginning.
 */
function onlyReading(text: string, words: readonly Span[], count: number, isPhrase: IsPhrase): Span[] | undefined {
  // ways[at][left]: in how many ways the words from `at` on are `left` phrases, two at most; and where the first one ends.
  const ways = Array.from({ length: words.length + 1 }, () => new Map<number, { ways: number; next: number }>());
  ways[words.length]?.set(0, { ways: 1, next: 0 });
  for (let at = words.length - 1; at >= 0; at--) {
    for (let size = 1; size <= MAX_PARTS && at + size <= words.length; size++) {
      if (!isPhrase(joined(text, words.slice(at, at + size)))) continue;
      for (const [left, rest] of ways[at + size] ?? []) {
        if (left + 1 > count) continue;
        const before = ways[at]?.get(left + 1)?.ways ?? 0;
        ways[at]?.set(left + 1, { ways: Math.min(2, before + rest.ways), next: at + size });
      }
    }
  }
  if (ways[0]?.get(count)?.ways !== 1) return undefined;
  const cells: Span[] = [];
  for (let at = 0, left = count; at < words.length; left--) {
    const next = ways[at]?.get(left)?.next ?? words.length;
    cells.push({ start: words[at]?.start ?? 0, end: words[next - 1]?.end ?? 0 });
    at = next;
  }
  return cells.length === count ? cells : undefined;
}

const HEADS_LABELS =
  /^(?:years?|months?|quarters?|period|dates?|country|countries|region|name|item|group|category|sector|nominee|series)$/i;

/** One word for each column in a single line ("Year Jan Feb …"); one more heads the labels. */
export function wordLabels(text: string, start: number, end: number, values: number): GridCell[] | undefined {
  const tokens = tokensOf(text, start, end);
  if (!tokens || values < 3) return undefined;
  const words: Span[] = [];
  for (const token of tokens) {
    const last = words.at(-1);
    if (last && /^\(?\d{1,2}[)/]$/.test(text.slice(token.start, token.end))) last.end = token.end;
    else words.push({ start: token.start, end: token.end });
  }
  if (words.length !== values && words.length !== values + 1) return undefined;
  // "1,000 Metric Tons, Actual Weight" is a unit, and a phrase with a comma one phrase.
  if (tokens.some((token) => token.kind === "number")) return undefined;
  if (words.some((word) => text.charAt(word.end - 1) === ",")) return undefined;
  if (words.some((word) => !/^[\p{Lu}%\d$]/u.test(text.slice(word.start, word.end)))) return undefined;
  const shift = words.length === values ? 1 : 0;
  // One word more than columns: the first one heads the labels, or two words head one column.
  const head = words[0];
  if (shift === 0 && (!head || !HEADS_LABELS.test(text.slice(head.start, head.end)))) return undefined;
  return words.map((word, i) => ({ ...word, column: i + shift, width: 1 }));
}
