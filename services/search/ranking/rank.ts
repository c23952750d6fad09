import type { Evidence } from "../ports.ts";
import type { Candidate, ResolvedQuery } from "./candidate.ts";
import { createFeatures, FEATURES } from "./features.ts";
import { probability } from "./probability.ts";

/** How many rows each of the two searches should bring, so that the siblings of a passage do not fill both lists. */
export const LIST_LENGTH = 400;

/** How many candidates the final score is computed for: measured, more find nothing more. */
const MOST_CANDIDATES = 200;

/**
 * An insight less probable than this is not worth showing, so that a query about something else finds little or nothing:
 * above the probability that the constant of the model gives without any evidence. On the development sets leaving these out
 * costs less than .001 of recall@100.
 */
export const LEAST_SCORE = 0.03;

/** How many insights of a passage are scored before those of all other passages. */
const MOST_OF_A_PASSAGE = 3;

/** Measured for the bundled model, and for all-MiniLM-L6-v2 in place of any other. */
export const DENSE_SHARE = { bundled: 0.7, onnx: 0.8, endpoint: 0.8 } as const;

/**
 * The rows worth scoring, best first: the union of the best keyword and the best vector rows, each row once, fused. Fusion
 * only picks; the final order is `scoreCandidate`'s. Weighted sums of both sides' shares of their best, because reciprocal
 * ranks fell below keywords alone where the vectors are weak. `passageOf` names a row's passage: the insights of one share
 * its evidence, and would otherwise keep other passages out. `denseShare`: how much vectors count of the two, 0 to 1.
 */
export function selectCandidates(
  keyword: { row: number; bm25: number }[],
  dense: { row: number; cosine: number }[],
  passageOf: (row: number) => number = (row) => row,
  denseShare: number = DENSE_SHARE.bundled,
): number[] {
  const bestBm25 = keyword.reduce((best, { bm25 }) => Math.max(best, bm25), 0) || 1;
  const bestCosine = dense.reduce((best, { cosine }) => Math.max(best, cosine + 1), 0) || 1;
  const fused = new Map<number, { row: number; value: number }>();
  const add = (row: number, value: number) => {
    const known = fused.get(row);
    if (known) known.value += value;
    else fused.set(row, { row, value });
  };
  for (const { row, bm25 } of keyword) add(row, ((1 - denseShare) * bm25) / bestBm25);
  for (const { row, cosine } of dense) add(row, (denseShare * (cosine + 1)) / bestCosine);
  const best = [...fused.values()].sort((a, b) => b.value - a.value || a.row - b.row);
  const ofPassage = new Map<number, number>();
  const [first, later] = [[] as number[], [] as number[]];
  for (const { row } of best) {
    const passage = passageOf(row);
    const before = ofPassage.get(passage) ?? 0;
    ofPassage.set(passage, before + 1);
    (before < MOST_OF_A_PASSAGE ? first : later).push(row);
  }
  return [...first, ...later].slice(0, MOST_CANDIDATES);
}

/**
 * Probabilities, 0 to 1, that candidates answer the query: the same for a candidate under any filter, limit and company.
 * With one kind of evidence alone, numbers from 0 to 1 that order by it and mean nothing else.
 */
export function createScorer(query: ResolvedQuery, evidence?: Evidence): (candidate: Candidate) => number {
  if (evidence === "keyword") return ({ bm25 }) => bm25 / (bm25 + 1);
  if (evidence === "dense") return ({ cosine }) => (nearest(cosine) + 1) / 2;
  const featuresOf = createFeatures(query);
  const left = evidence && FEATURES.indexOf(LEFT_OUT[evidence]);
  if (left === undefined) return (candidate) => probability(featuresOf(candidate));
  return (candidate) => probability(featuresOf(candidate).fill(0, left, left + 1));
}

const LEFT_OUT = { "no-periods": "periodFits", "no-siblings": "siblingsBetter" } as const;

/** As `createScorer`, for a single candidate. */
export const scoreCandidate = (query: ResolvedQuery, candidate: Candidate, evidence?: Evidence): number =>
  createScorer(query, evidence)(candidate);

/** The largest of an insight's cosines: how near it is to the query. */
export const nearest = ({ finding, bestQuestion, passage }: Candidate["cosine"]): number =>
  Math.max(finding, bestQuestion, passage);
