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
 * The insights whose vectors are nearest to the query, in no particular order, each at its best vector. `vectors`: stretches
 * to look at; `scores`: scratch, one per row, all 0 before and after.
 */
export function nearestRows(
  view: View,
  kernel: Kernel,
  { query, vectors, most, scores }: { query: Float32Array; vectors: number[]; most: number; scores: Float32Array },
): { rows: Uint32Array; scores: Float64Array } {
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
  const { order, ends } = byNearness(cosines);
  let at = 0;
  // Once enough rows are met, no vector of a later step can bring one of the best.
  for (let step = 0; step < STEPS && touched.length < most; step++) {
    for (; at < (ends[step] ?? 0); at++) {
      const place = order[at] ?? 0;
      const cosine = cosines[place] ?? 0;
      const owner = vectorOwner[rows[place] ?? 0] ?? 0;
      if (owner < IS_PASSAGE) meet(owner, cosine);
      else
        for (let next = passageRow[owner - IS_PASSAGE] ?? 0; next > 0; next = rowNext[next - 1] ?? 0)
          meet(next - 1, cosine);
    }
  }
  const top = createTopRows(most);
  let least = Number.NEGATIVE_INFINITY;
  for (const row of touched) {
    const score = scores[row] ?? 0;
    if (score >= least) least = top.offer(row, score);
    scores[row] = 0;
  }
  return top.best();
}

/** From a cosine of 1 down to 0. */
const STEPS = 1024;

/**
 * Places in `cosines` by how near they are, in steps; within a step as they come. The places of a step end before
 * `ends[step]`. What points away from the query, or nowhere, is no neighbour and left out.
 */
function byNearness(cosines: Float32Array): { order: Uint32Array; ends: Uint32Array } {
  const stepOf = (cosine: number) => Math.min(STEPS - 1, Math.max(0, Math.floor((1 - cosine) * STEPS)));
  const sizes = new Uint32Array(STEPS);
  for (const cosine of cosines) if (cosine > 0) sizes[stepOf(cosine)] = (sizes[stepOf(cosine)] ?? 0) + 1;
  /** Where the next place of a step goes; when all are there, where the step ends. */
  const ends = new Uint32Array(STEPS);
  for (let step = 1; step < STEPS; step++) ends[step] = (ends[step - 1] ?? 0) + (sizes[step - 1] ?? 0);
  const order = new Uint32Array(cosines.length);
  for (let place = 0; place < cosines.length; place++) {
    const cosine = cosines[place] ?? 0;
    if (cosine <= 0) continue;
    const step = stepOf(cosine);
    const next = ends[step] ?? 0;
    order[next] = place;
    ends[step] = next + 1;
  }
  return { order, ends };
}
