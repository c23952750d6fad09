import type { FEATURES } from "./features.ts";

/**
 * Log-odds of relevance: a constant, and so much for each unit of a feature. Fitted over the development sets by
 * `node test/bench/fit-score.ts`, which prints them with what they reach.
 */
export const INTERCEPT = -5.9;
export const COEFFICIENTS: Record<(typeof FEATURES)[number], number> = {
  cosinePassage: 2.2,
  cosineFinding: 2.0,
  cosineQuestion: 0.3,
  bm25: 2.2,
  covered: 0.7,
  coveredByInsight: 0.3,
  pairs: 1.5,
  numbersMissing: 0,
  yearsMissing: -1.0,
  namesMissing: -0.6,
};

const WEIGHTS = Float64Array.from(Object.values(COEFFICIENTS));

/** The logistic model: features in the order of `FEATURES` to a probability. */
export function probability(features: ArrayLike<number>): number {
  let logit = INTERCEPT;
  for (let at = 0; at < WEIGHTS.length; at++) logit += (WEIGHTS[at] ?? 0) * (features[at] ?? 0);
  return 1 / (1 + Math.exp(-logit));
}
