import { IS_PASSAGE } from "./columns.ts";
import type { Kernel } from "./kernel.ts";
import { createTopRows } from "./top-rows.ts";
import type { View } from "./view.ts";

/**
 * How many vectors the first pass keeps for exact products. Several belong to one insight. At 540,000 vectors, four
 * questions an insight, all of the exact best 10 insights are among them and 99.4 % of the best 100; 8,192 vectors
 * give 99.6 % and take half a millisecond more, 4,096 give 98.8 % (`test/bench/engine.ts` prints the share).
 */
export const VECTORS_KEPT = 6144;

/**
 * The insights whose vectors are nearest to the query, best first, each at its best vector. `vectors`: stretches to look
 * at; `scores`: scratch, one per row, all 0 before and after.
 */
export function nearestRows(
  view: View,
  kernel: Kernel,
  { query, vectors, most, scores }: { query: Float32Array; vectors: number[]; most: number; scores: Float32Array },
): { row: number; score: number }[] {
  kernel.begin(query, VECTORS_KEPT);
  for (let at = 0; at < vectors.length; at += 2) kernel.scan(vectors[at] ?? 0, vectors[at + 1] ?? 0);
  const { rows, cosines } = kernel.best();
  const { vectorOwner, passageRow, rowNext } = view.columns;
  const touched: number[] = [];
  const meet = (row: number, cosine: number) => {
    const before = scores[row] ?? 0;
    if (before === 0) touched.push(row);
    if (cosine > before) scores[row] = cosine;
  };
  for (let at = 0; at < rows.length; at++) {
    const cosine = cosines[at] ?? 0;
    // What points away from the query, or nowhere, is no neighbour.
    if (cosine <= 0) continue;
    const owner = vectorOwner[rows[at] ?? 0] ?? 0;
    if (owner < IS_PASSAGE) meet(owner, cosine);
    else
      for (let next = passageRow[owner - IS_PASSAGE] ?? 0; next > 0; next = rowNext[next - 1] ?? 0)
        meet(next - 1, cosine);
  }
  const top = createTopRows(most);
  let least = Number.NEGATIVE_INFINITY;
  for (const row of touched) {
    const score = scores[row] ?? 0;
    if (score >= least) least = top.offer(row, score);
    scores[row] = 0;
  }
  return top.sorted();
}
