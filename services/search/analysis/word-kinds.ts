import { stemmer } from "stemmer";

/**
 * What an analysed word says of time and figures, as one small number: months are 1 to 12, years themselves, other
 * numbers below 100 are `SMALL_NUMBER` and more.
 */
export type WordKind = number;

export const NO_KIND = 0;
/** First to fourth quarter (`q1`): 20 and more. */
export const QUARTER = 20;
/** "first" to "fourth", which are a quarter only before the word: 30 and more. */
export const ORDINAL = 30;
export const QUARTER_WORD = 35;
/** Spring to winter: 40 and more; early, mid, late and end: 44 and more. */
export const PART_OF_YEAR = 40;
export const PARTS_OF_YEAR = 8;
export const FISCAL = 50;
export const NUMBER = 60;
/** Whole numbers of one or two digits (days, months, the second half of 2025/26): 100 to 199. */
export const SMALL_NUMBER = 100;
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2099;

const MONTHS = "january february march april may june july august september october november december".split(" ");
const PARTS = "spring summer autumn winter early mid late end".split(" ");
const numbered = (words: string[], first: number) => words.map((word, at) => [stemmer(word), first + at] as const);

const KINDS = new Map<string, WordKind>([
  ...numbered(["first", "second", "third", "fourth"], ORDINAL),
  ...numbered(PARTS, PART_OF_YEAR),
  ...numbered(MONTHS, 1),
  ...numbered(
    MONTHS.map((month) => month.slice(0, 3)),
    1,
  ),
  ...numbered(["q1", "q2", "q3", "q4"], QUARTER),
  ["sept", 9],
  [stemmer("fall"), PART_OF_YEAR + 2],
  [stemmer("quarter"), QUARTER_WORD],
  ["fy", FISCAL],
  [stemmer("fiscal"), FISCAL],
]);

/** `word`: as `analyse` gives it. */
export function kindOfWord(word: string): WordKind {
  const unit = word.charCodeAt(0);
  if (unit < 0x30 || unit > 0x39) return KINDS.get(word) ?? NO_KIND;
  if (/^\d{1,2}$/.test(word)) return SMALL_NUMBER + Number(word);
  if (/^(?:19|20)\d\d$/.test(word)) return Number(word);
  return /^[\d.]+$/.test(word) ? NUMBER : NO_KIND;
}

export const isYear = (kind: WordKind): boolean => kind >= FIRST_YEAR && kind <= LAST_YEAR;
export const isMonth = (kind: WordKind): boolean => kind >= 1 && kind <= 12;
/** A number that is no year. */
export const isFigure = (kind: WordKind): boolean => kind === NUMBER || (kind >= SMALL_NUMBER && kind < FIRST_YEAR);
