import type { ResolvedQuery } from "../ranking/candidate.ts";
import { namesTime, periodFit } from "../ranking/period-fit.ts";
import { createTermTable } from "../ranking/term-table.ts";
import { periodOf } from "./evidence.ts";
import { documentWords } from "./fields.ts";
import type { View } from "./view.ts";

/** A statement that stands in more documents than this is looked for in so many of them. */
export const MOST_SIBLINGS = 64;

/**
 * Counts for a row how many insights of other documents quote the same statement and fit the query better: first by the
 * period that it asks about, then by how much of it the document's title and publisher hold, else the newer one. Looks at
 * the whole view, whatever the filter, so that a score depends on none.
 */
export function createBetterSiblings(view: View, query: ResolvedQuery): (row: number) => number {
  const { columns, alive, rows } = view;
  const table = createTermTable(query);
  const hasTime = namesTime(query.time);
  const known = new Map<number, Fit>();
  const fitOf = (document: number): Fit => {
    const before = known.get(document);
    if (before) return before;
    const seen = new Set<number>();
    for (const word of documentWords(columns, document)) seen.add(table.positionOf(word));
    let covered = 0;
    for (const position of seen) if (position >= 0) covered += query.idf[position] ?? 0;
    const fit: Fit = {
      period: hasTime ? periodFit(query.time, periodOf(columns, document), true) : 0,
      covered,
      date: columns.documentDate[document] ?? 0,
      hash: columns.documentHash[document] ?? 0,
      document,
    };
    known.set(document, fit);
    return fit;
  };
  return (row) => {
    const group = columns.rowGroup[row] ?? 0;
    if (group === 0) return 0;
    const own = fitOf(columns.rowDocument[row] ?? 0);
    let better = 0;
    let met = 0;
    for (let next = columns.groupHead[group - 1] ?? 0; next > 0 && met < MOST_SIBLINGS; ) {
      const other = next - 1;
      next = columns.rowSibling[other] ?? 0;
      // Written after this view.
      if (other >= rows) continue;
      const document = columns.rowDocument[other] ?? 0;
      if (document === own.document || alive[document] === 0) continue;
      met++;
      if (isBetter(fitOf(document), own)) better++;
    }
    return better;
  };
}

/** What decides which of two documents that say the same comes first. */
export interface Fit {
  period: number;
  covered: number;
  /** YYYYMMDD. */
  date: number;
  /** Of the document's title and publisher. */
  hash: number;
  document: number;
}

export function isBetter(one: Fit, other: Fit): boolean {
  if (one.period !== other.period) return one.period > other.period;
  if (one.covered !== other.covered) return one.covered > other.covered;
  if (one.date !== other.date) return one.date > other.date;
  // Numbers of documents come of the order in which they were taken in, which two indexes of the same need not share.
  return one.hash === other.hash ? one.document > other.document : one.hash > other.hash;
}
