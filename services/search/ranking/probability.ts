import { FEATURES } from "./features.ts";

/**
 * Log-odds of relevance: a constant, and so much for each unit of a feature. The ratios are round numbers, for a fit of each
 * ranks no better on queries that it has not seen; scale and constant are fitted over the development sets. Both is shown by
 * `CORPUS_DIR=… node test/bench/fit-score.ts`, which prints these lines.
 */
export const INTERCEPT = -4.96;
export const COEFFICIENTS: Record<(typeof FEATURES)[number], number> = {
  cosinePassage: 1.5,
  cosineFinding: 1.03,
  cosineQuestion: 0.21,
  bm25: 1.5,
  covered: 0.48,
  coveredByInsight: 0.21,
  passageBm25: 0.68,
  pairs: 1.03,
  yearsMissing: -0.68,
  namesMissing: -0.41,
};

const WEIGHTS = Float64Array.from(FEATURES, (name) => COEFFICIENTS[name]);

/** The logistic model: features in the order of `FEATURES` to a probability. */
export function probability(features: ArrayLike<number>): number {
  let logit = INTERCEPT;
  for (let at = 0; at < WEIGHTS.length; at++) logit += (WEIGHTS[at] ?? 0) * (features[at] ?? 0);
  return 1 / (1 + Math.exp(-logit));
}
