import assert from "node:assert/strict";
import { openBundledEmbedder } from "../../../services/search/embedding/bundled-embedder.ts";
import { openKernel } from "../../../services/search/engine/kernel.ts";
import { nearestRows } from "../../../services/search/engine/nearest.ts";
import { document, imageOf } from "./documents.ts";

describe("nearest rows", () => {
  it("are those whose best vector is nearest, by own vectors and by passages that rows share", async () => {
    const view = (await imageOf(Array.from({ length: 40 }, (_, at) => document(at)))).view(true);
    const { columns, rows, vectorRows } = view;
    const kernel = openKernel(view.vectors, 0);
    const scores = new Float32Array(rows);
    const { vectors } = await openBundledEmbedder().embed(["How far did tin fall?", "smelters closed", "week 3"]);
    for (const query of vectors) {
      const nearest = (most: number) => {
        const found = nearestRows(view, kernel, { query, vectors: [0, vectorRows], most, scores });
        return Array.from(found.rows, (row, at) => ({ row, score: found.scores[at] ?? 0 })).sort(betterFirst);
      };
      const found = nearest(rows);
      const expected = Array.from({ length: rows }, (_, row) => {
        const own = columns.rowVector[row] ?? 0;
        const passage = columns.passageVector[columns.rowPassage[row] ?? 0] ?? 0;
        const ofRow = Array.from({ length: 1 + (columns.rowQuestions[row] ?? 0) }, (_, at) => own + at);
        return { row, score: Math.fround(Math.max(...[passage, ...ofRow].map((vector) => kernel.cosine(vector)))) };
      });
      expected.sort(betterFirst);
      assert.deepEqual(found, expected);
      for (const most of [1, 7, 30]) assert.deepEqual(nearest(most), expected.slice(0, most));
      assert.ok(scores.every((score) => score === 0));
    }
  });
});

const betterFirst = (a: { row: number; score: number }, b: typeof a) => b.score - a.score || a.row - b.row;
