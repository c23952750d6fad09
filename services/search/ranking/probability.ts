import { FEATURES } from "./features.ts";

/**
 * Log-odds of relevance: a constant, and so much for each unit of a feature. The ratios are round numbers, for a fit of each
 * ranks no better on queries that it has not seen; scale and constant are fitted over the development sets. Both is shown by
 * `CORPUS_DIR=… node test/bench/fit-score.ts`, which prints these lines.
 */
export const INTERCEPT = -4.24;
export const COEFFICIENTS: Record<(typeof FEATURES)[number], number> = {
  cosinePassage: 1.04,
  cosineFinding: 0.72,
  cosineQuestion: 0.15,
  bm25: 1.04,
  covered: 0.33,
  coveredByInsight: 0.15,
  passageBm25: 1.11,
  pairs: 0.42,
  yearsMissing: -0.47,
  namesMissing: -0.29,
  periodFits: 0.28,
  figures: 0.17,
  causeMissing: -0.21,
  siblingsBetter: -0.56,
};

const WEIGHTS = Float64Array.from(FEATURES, (name) => COEFFICIENTS[name]);

/** The logistic model: features in the order of `FEATURES` to a probability. */
export function probability(features: ArrayLike<number>): number {
  let logit = INTERCEPT;
  for (let at = 0; at < WEIGHTS.length; at++) logit += (WEIGHTS[at] ?? 0) * (features[at] ?? 0);
  return 1 / (1 + Math.exp(-logit));
}
