import {
  FISCAL,
  isMonth,
  isYear,
  ORDINAL,
  PART_OF_YEAR,
  PARTS_OF_YEAR,
  QUARTER,
  QUARTER_WORD,
  SMALL_NUMBER,
  type WordKind,
} from "./word-kinds.ts";

/** Months from the first to the last, both counted as 12 × year + month - 1. */
export interface Period {
  first: number;
  last: number;
}

/** What a text says of time. */
export interface Periods {
  periods: Period[];
  /** Months of the year, 0 to 11, that are named without a year ("September", "Q3"). */
  months: number[];
}

/** A query that names more is a list, not a question. */
const MOST_PERIODS = 8;
/** How far before its year a month, quarter or season may stand: "28 and 29 January, 2019", "first quarter of fiscal 2023". */
const BEFORE_YEAR = 4;

/** Months of each season and part of a year: spring to winter, early, mid, late, end. */
const PARTS: [first: number, last: number][] = [
  [2, 5],
  [5, 8],
  [8, 11],
  [11, 14],
  [0, 4],
  [4, 8],
  [8, 12],
  [11, 12],
];

/**
 * The periods that a text names, from the kinds of its words in their order: January 2019, 2019-01-29, Q3 2022, the first
 * quarter of 2022, spring 2024, mid-2008, FY2018, 2025/26 and plain years. A fiscal year may end in any month of its
 * calendar year and a marketing year begin in any, so both are wide.
 */
export function readPeriods(kinds: ArrayLike<WordKind>): Periods {
  const periods: Period[] = [];
  const months = new Set<number>();
  /** Before this position everything is told. */
  let told = 0;
  for (let at = 0; at < kinds.length && periods.length < MOST_PERIODS; at++) {
    if (!isYear(kinds[at] ?? 0)) continue;
    const { period, first, end } = aroundYear(kinds, at, told);
    tellMonths(kinds, told, first, months);
    periods.push(period);
    told = end;
    at = end - 1;
  }
  tellMonths(kinds, told, kinds.length, months);
  return { periods, months: [...months] };
}

/** The period of the year at `at`; the words from `first` up to `end` are part of it. */
function aroundYear(
  kinds: ArrayLike<WordKind>,
  at: number,
  told: number,
): { period: Period; first: number; end: number } {
  const year = kinds[at] ?? 0;
  const january = year * 12;
  const next = numberAt(kinds, at + 1);
  const day = numberAt(kinds, at + 2);
  if (next === (year + 1) % 100 && day < 0) return { period: span(january + 4, 16), first: at, end: at + 2 };
  if (next >= 1 && next <= 12) return { period: span(january + next - 1, 0), first: at, end: at + (day < 0 ? 2 : 3) };
  const after = kinds[at + 1] ?? 0;
  if (isQuarter(after)) return { period: span(january + 3 * (after - QUARTER), 2), first: at, end: at + 2 };

  let isFiscal = false;
  let found: Period | undefined;
  let first = at;
  for (let before = at - 1; before >= Math.max(told, at - BEFORE_YEAR); before--) {
    const kind = kinds[before] ?? 0;
    if (kind === FISCAL) {
      isFiscal = true;
      first = before;
    } else if (isMonth(kind)) {
      // Of two months before a year (October 31 - November 1, 2023) the first counts too.
      found = { first: january + kind - 1, last: found?.last ?? january + kind - 1 };
      if (found.first > found.last) found.first -= 12;
      first = before;
    } else if (!found && isQuarter(kind)) {
      found = span(january + 3 * (kind - QUARTER), 2);
      first = before;
    } else if (!found && kind === QUARTER_WORD && isOrdinal(kinds[before - 1] ?? 0)) {
      found = span(january + 3 * ((kinds[before - 1] ?? 0) - ORDINAL), 2);
      first = before - 1;
    } else if (!found && before === at - 1 && isPart(kind)) {
      const [start = 0, end = 11] = PARTS[kind - PART_OF_YEAR] ?? [];
      return { period: { first: january + start, last: january + end }, first: before, end: at + 1 };
    }
  }
  if (isFiscal) found = { first: (found?.first ?? january) - 6, last: found?.last ?? january + 11 };
  return { period: found ?? span(january, 11), first, end: at + 1 };
}

/** Months and quarters without a year between two positions. "May" and "March" are too often verbs. */
function tellMonths(kinds: ArrayLike<WordKind>, from: number, end: number, months: Set<number>): void {
  for (let at = from; at < end; at++) {
    const kind = kinds[at] ?? 0;
    if (isMonth(kind) && kind !== 3 && kind !== 5) months.add(kind - 1);
    const isOrdinalQuarter = isOrdinal(kind) && kinds[at + 1] === QUARTER_WORD;
    const quarter = isQuarter(kind) ? kind - QUARTER : isOrdinalQuarter ? kind - ORDINAL : -1;
    if (quarter >= 0) for (let month = 0; month < 3; month++) months.add(3 * quarter + month);
  }
}

const span = (first: number, more: number): Period => ({ first, last: first + more });
const isQuarter = (kind: WordKind) => kind >= QUARTER && kind < QUARTER + 4;
const isOrdinal = (kind: WordKind) => kind >= ORDINAL && kind < ORDINAL + 4;
const isPart = (kind: WordKind) => kind >= PART_OF_YEAR && kind < PART_OF_YEAR + PARTS_OF_YEAR;

/** A number of one or two digits at a position, or -1. */
function numberAt(kinds: ArrayLike<WordKind>, at: number): number {
  const kind = kinds[at] ?? 0;
  return kind >= SMALL_NUMBER && kind < SMALL_NUMBER + 100 ? kind - SMALL_NUMBER : -1;
}
