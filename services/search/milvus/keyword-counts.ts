import type { InsightRow } from "./rows.ts";

/** Words of all keyword fields together, and in how many of them each stands: what BM25 wants to know of a version. */
export function keywordCounts(insights: readonly InsightRow[]): { words: number; counts: Map<string, number> } {
  const counts = new Map<string, number>();
  let words = 0;
  for (const insight of insights) {
    const said = insight.words.split(" ");
    words += said.length;
    for (const word of new Set(said)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { words, counts };
}
