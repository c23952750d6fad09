import { FEATURES } from "./features.ts";

/**
 * Log-odds of relevance: a constant, and so much for each unit of a feature. The ratios are round numbers, for a fit of each
 * ranks no better on queries that it has not seen; scale and constant are fitted over the development sets. Both is shown by
 * `CORPUS_DIR=… node test/bench/fit-score.ts`, which prints these lines.
 */
export const INTERCEPT = -3.85;
export const COEFFICIENTS: Record<(typeof FEATURES)[number], number> = {
  cosinePassage: 1.11,
  cosineFinding: 0.32,
  cosineQuestion: 0.08,
  bm25: 0.43,
  covered: 0.35,
  coveredByInsight: 0.16,
  coveredByTitle: 0.15,
  allInTitle: 0.6,
  passageBm25: 1.19,
  pairs: 0.45,
  pairsInTitle: 0.2,
  yearsMissing: -0.5,
  namesMissing: -0.43,
  periodFits: 0.3,
  figures: 0.27,
  siblingsBetter: -0.6,
};

const WEIGHTS = Float64Array.from(FEATURES, (name) => COEFFICIENTS[name]);

/** The logistic model: features in the order of `FEATURES` to a probability. */
export function probability(features: ArrayLike<number>): number {
  let logit = INTERCEPT;
  for (let at = 0; at < WEIGHTS.length; at++) logit += (WEIGHTS[at] ?? 0) * (features[at] ?? 0);
  return 1 / (1 + Math.exp(-logit));
}
