import assert from "node:assert/strict";
import { mean, median, ndcgAt, recallAt, reciprocalRankAt } from "../../../services/cli/eval/metrics.ts";

const grades = new Map([
  ["a", 1],
  ["b", 1],
]);
const close = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}`);

describe("the measures of a ranking", () => {
  it("give 1 to the best order and 0 to one without anything relevant", () => {
    for (const measure of [ndcgAt, recallAt, reciprocalRankAt]) {
      assert.equal(measure(10, { ranked: ["a", "b", "x"], grades }), 1);
      assert.equal(measure(10, { ranked: ["x", "y"], grades }), 0);
      assert.equal(measure(10, { ranked: [], grades }), 0);
      assert.equal(measure(10, { ranked: ["a"], grades: new Map() }), 0);
    }
  });

  it("discount by the logarithm of the rank", () => {
    close(ndcgAt(10, { ranked: ["x", "a"], grades: new Map([["a", 1]]) }), 1 / Math.log2(3));
    close(ndcgAt(10, { ranked: ["a", "x", "b"], grades }), 1.5 / (1 + 1 / Math.log2(3)));
  });

  it("weigh a higher grade more", () => {
    const graded = new Map([
      ["a", 2],
      ["b", 1],
    ]);
    close(ndcgAt(10, { ranked: ["b", "a"], grades: graded }), (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)));
  });

  it("look at the first k only", () => {
    const ranked = ["x", "y", "a", "b"];
    assert.equal(ndcgAt(2, { ranked, grades }), 0);
    assert.equal(recallAt(3, { ranked, grades }), 0.5);
    assert.equal(reciprocalRankAt(2, { ranked, grades }), 0);
    close(reciprocalRankAt(3, { ranked, grades }), 1 / 3);
  });

  it("count grade 0 as not relevant", () => {
    assert.equal(recallAt(10, { ranked: ["b"], grades: new Map([["b", 0]]) }), 0);
  });

  it("take means and medians, 0 of nothing", () => {
    assert.equal(mean([1, 2, 6]), 3);
    assert.equal(mean([]), 0);
    assert.equal(median([5, 1, 9]), 5);
    assert.equal(median([4, 1, 9, 5]), 4);
    assert.equal(median([]), 0);
  });
});
