import assert from "node:assert/strict";
import {
  areaUnderCurve,
  chanceBy,
  crossValidated,
  fitLogistic,
  type Judged,
  reliability,
  sigmoid,
} from "../../bench/logistic.ts";

/** 2,000 judged by a known rule; the numbers are spread evenly, so that every run sees the same. */
const judged: Judged[] = Array.from({ length: 2000 }, (_, at) => {
  const signs = [((at * 0.618) % 1) * 4 - 2, at % 2];
  const chance = sigmoid(-0.5 + 1.5 * (signs[0] ?? 0) - (signs[1] ?? 0));
  return { signs, isGood: (at * 0.7548) % 1 < chance, group: `document ${at % 50}` };
});

describe("a logistic regression", () => {
  it("finds the weights by which things were judged", () => {
    const { intercept, weights } = fitLogistic(judged, 1e-3);
    for (const [found, given] of [
      [intercept, -0.5],
      [weights[0] ?? 0, 1.5],
      [weights[1] ?? 0, -1],
    ] as const)
      assert.ok(Math.abs(found - given) < 0.25, `${found} for ${given}`);
  });

  it("trusts its signs less with a larger ridge, and leaves the mean as it is", () => {
    const ridged = fitLogistic(judged, 1e6);
    assert.ok(ridged.weights.every((weight) => Math.abs(weight) < 0.01));
    const share = judged.filter(({ isGood }) => isGood).length / judged.length;
    assert.ok(Math.abs(chanceBy(ridged, [0, 0]) - share) < 0.01);
  });

  it("is not asked of a document that it has seen", () => {
    // The sign is the document's own verdict: it tells nothing of another document.
    const own: Judged[] = Array.from({ length: 40 }, (_, at) => ({
      signs: Array.from({ length: 4 }, (_one, group) => Number(at % 4 === group)),
      isGood: at % 4 < 2,
      group: String(at % 4),
    }));
    const chances = crossValidated(own, 0.1, Number);
    assert.ok(areaUnderCurve(chances, own) <= 0.5);
    assert.equal(
      areaUnderCurve(
        own.map(({ signs }) => chanceBy(fitLogistic(own, 0.1), signs)),
        own,
      ),
      1,
    );
  });

  it("is as right as it says in every bin", () => {
    const chances = crossValidated(judged, 1, (group) => Number(group.split(" ")[1]) % 5);
    for (const [predicted, good, count] of reliability(chances, judged, 5)) {
      assert.equal(count, 400);
      assert.ok(Math.abs(predicted - good) < 0.08, `${predicted} for ${good}`);
    }
  });
});
