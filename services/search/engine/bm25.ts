import { postingsOf, type Segment } from "./postings.ts";
import type { View } from "./view.ts";

/** The usual constants of BM25; a Milvus BM25 function is given the same. */
const K1 = 1.2;
const B = 0.75;

/**
 * Adds each term's BM25 to the `scores` of the rows that may be found. Returns the idf of each term: ln(1 + (N - n + 0.5) /
 * (n + 0.5)) over all rows of the view, whatever the filter, also of a term that the index has never seen (-1).
 * `aliveRows` is 1 for each row of the view.
 */
export function scoreWords(
  view: View,
  terms: number[],
  { admitted, aliveRows, scores }: { admitted: Uint8Array; aliveRows: Uint8Array; scores: Float32Array },
): number[] {
  const { rowLength } = view.columns;
  // Without a filter and replaced documents there is nothing to ask of each row.
  const isAll = admitted === aliveRows && view.aliveDocuments === view.documents;
  const averageLength = view.aliveWords / Math.max(1, view.aliveRows);
  const perWord = (K1 * B) / Math.max(1, averageLength);
  return terms.map((term) => {
    const found = term < 0 ? 0 : countRows(view, term, aliveRows);
    const idf = idfOf(view.aliveRows, found);
    // A word that occurs nowhere weighs most: what is found lacks it.
    if (found === 0) return idf;
    const most = idf * (K1 + 1);
    for (const segment of view.segments) {
      addWeights(segment, term, { most, perWord, rowLength, admitted: isAll ? undefined : admitted, scores });
    }
    return idf;
  });
}

/** Adds a term's weights to the scores of the rows of one segment. */
function addWeights(
  segment: Segment,
  term: number,
  weighing: {
    /** The weight that no count exceeds. */
    most: number;
    perWord: number;
    rowLength: Uint32Array;
    /** Absent: all of them. */
    admitted: Uint8Array | undefined;
    scores: Float32Array;
  },
): void {
  const { most, perWord, rowLength, admitted, scores } = weighing;
  const { rows, counts } = segment;
  const [start, end] = postingsOf(segment, term);
  for (let at = start; at < end; at++) {
    const row = rows[at] ?? 0;
    if (admitted !== undefined && admitted[row] === 0) continue;
    const count = counts[at] ?? 0;
    const weight = (most * count) / (count + K1 * (1 - B) + perWord * (rowLength[row] ?? 0));
    scores[row] = (scores[row] ?? 0) + weight;
  }
}

/** How much a term tells that stands in `found` of so many rows. */
export const idfOf = (rows: number, found: number): number => Math.log(1 + (rows - found + 0.5) / (found + 0.5));

/** What a term adds to a row of that length that has it so often. */
export const weightOf = (idf: number, count: number, length: number, averageLength: number): number =>
  (idf * (K1 + 1) * count) / (count + K1 * (1 - B) + (K1 * B * length) / Math.max(1, averageLength));

/** In how many rows of the view a term occurs; rows of replaced documents stay in a segment until it is rebuilt. */
function countRows({ segments, aliveDocuments, documents }: View, term: number, aliveRows: Uint8Array): number {
  let found = 0;
  for (const segment of segments) {
    const [start, end] = postingsOf(segment, term);
    if (aliveDocuments === documents) found += end - start;
    else for (let at = start; at < end; at++) found += aliveRows[segment.rows[at] ?? 0] ?? 0;
  }
  return found;
}
