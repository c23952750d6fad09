import type { Columns } from "./columns.ts";
import { keywordRanges } from "./fields.ts";

/**
 * Which rows hold which words, for the rows of neighbouring documents. Never changed once built: a search that began with
 * it may go on with it. New documents come in small segments, which are rebuilt into larger ones as they add up.
 */
export interface Segment {
  firstDocument: number;
  /** One past the last. */
  endDocument: number;
  /** Dictionary numbers, ascending. */
  terms: Uint32Array;
  /** `rows` and `counts` of terms[i] begin at starts[i] and end before starts[i + 1]. */
  starts: Uint32Array;
  /** Ascending for each term. */
  rows: Uint32Array;
  /** How often the term occurs in the row's keyword field, at most 255. */
  counts: Uint8Array;
}

/** How many segments of one size add up to one of the next. */
const FAN = 8;
const SMALLEST_ROWS = 64;

/** Adds documents of `rows` rows to a list of segments, joining neighbours so that there are few, each mostly larger than the next. */
export function planSegments(sizes: number[]): number {
  const tier = (rows: number) => Math.floor(Math.log(Math.max(1, rows / SMALLEST_ROWS)) / Math.log(FAN));
  let joined = 1;
  for (;;) {
    const total = sizes.slice(-joined).reduce((sum, rows) => sum + rows, 0);
    let run = joined;
    while (run < sizes.length && tier(sizes.at(-run - 1) ?? 0) <= tier(total)) run++;
    if (run - joined < FAN - 1) return joined;
    joined = run;
  }
}

/** Builds the postings of some documents from the words of their rows. `isAlive` says which documents still count. */
export function buildSegment(
  columns: Columns,
  range: { firstDocument: number; endDocument: number; firstRow: number; endRow: number },
  dictionarySize: number,
  isAlive: (document: number) => boolean,
): Segment {
  const { firstDocument, endDocument, firstRow, endRow } = range;
  const { tokens } = columns;
  /** The last row that was met with a word, plus 1: so a row's words need not be noted down and forgotten again. */
  const met = new Uint32Array(dictionarySize);
  const eachRange = (read: (row: number, start: number, end: number, repeats: number) => void) => {
    for (let row = firstRow; row < endRow; row++) {
      if (!isAlive(columns.rowDocument[row] ?? 0)) continue;
      keywordRanges(columns, row, (start, end, repeats) => read(row, start, end, repeats));
    }
    met.fill(0);
  };

  /** First how many rows hold a word, then where its next posting goes. */
  const next = new Uint32Array(dictionarySize);
  eachRange((row, start, end) => {
    for (let at = start; at < end; at++) {
      const word = tokens[at] ?? 0;
      if (met[word] === row + 1) continue;
      met[word] = row + 1;
      next[word] = (next[word] ?? 0) + 1;
    }
  });
  let used = 0;
  for (const rows of next) if (rows > 0) used++;
  const terms = new Uint32Array(new SharedArrayBuffer(used * 4));
  const starts = new Uint32Array(new SharedArrayBuffer((used + 1) * 4));
  let total = 0;
  let term = 0;
  for (let word = 0; word < dictionarySize; word++) {
    const rows = next[word] ?? 0;
    if (rows === 0) continue;
    terms[term] = word;
    starts[term++] = total;
    next[word] = total;
    total += rows;
  }
  starts[used] = total;
  const rows = new Uint32Array(new SharedArrayBuffer(total * 4));
  const counts = new Uint8Array(new SharedArrayBuffer(total));
  eachRange((row, start, end, repeats) => {
    for (let at = start; at < end; at++) {
      const word = tokens[at] ?? 0;
      const place = next[word] ?? 0;
      if (met[word] === row + 1) {
        counts[place - 1] = Math.min(255, (counts[place - 1] ?? 0) + repeats);
        continue;
      }
      met[word] = row + 1;
      rows[place] = row;
      counts[place] = repeats;
      next[word] = place + 1;
    }
  });
  return { firstDocument, endDocument, terms, starts, rows, counts };
}

/** Where a term's postings lie in a segment; an empty range when it has none. */
export function postingsOf({ terms, starts }: Segment, term: number): [start: number, end: number] {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? 0) < term) low = middle + 1;
    else high = middle;
  }
  return low < terms.length && terms[low] === term ? [starts[low] ?? 0, starts[low + 1] ?? 0] : [0, 0];
}
