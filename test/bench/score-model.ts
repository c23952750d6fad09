import { mean, ndcgAt } from "../../services/cli/eval/metrics.ts";

/** What was measured of one insight for one query. */
export interface Sample {
  features: number[];
  /** What competes: insights of one group stand in a ranking once, where the best of them does. */
  group: string;
  isRelevant: boolean;
}

/** One query with its candidates, and the grades of all that is relevant, found or not; none where insights are judged. */
export interface Question {
  set: string;
  id: string;
  samples: Sample[];
  grades: [string, number][];
}

export interface Model {
  intercept: number;
  weights: number[];
}

export interface Ranked {
  group: string;
  isRelevant: boolean;
  /** Log-odds. */
  logit: number;
}

/** What callers see by default: the score must be right there. */
const SEEN = 20;

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The groups of a query, best first, each at its best sample. */
export function rank({ intercept, weights }: Model, { samples }: Question): Ranked[] {
  const best = new Map<string, Ranked>();
  for (const { features, group, isRelevant } of samples) {
    let logit = intercept;
    for (let at = 0; at < weights.length; at++) logit += (weights[at] ?? 0) * (features[at] ?? 0);
    const before = best.get(group);
    if (!before) best.set(group, { group, isRelevant, logit });
    else if (logit > before.logit) before.logit = logit;
  }
  return [...best.values()].sort((a, b) => b.logit - a.logit);
}

/** nDCG@10 where documents are judged; where insights are, the mean of success@1 and success@10. */
export function qualityOf(question: Question, ranked: Ranked[]): number {
  if (question.grades.length > 0) {
    return ndcgAt(10, { ranked: ranked.map(({ group }) => group), grades: new Map(question.grades) });
  }
  const first = ranked.slice(0, 10).findIndex(({ isRelevant }) => isRelevant);
  return first < 0 ? 0 : first === 0 ? 1 : 0.5;
}

/** Mean quality, every set weighing the same. */
export const quality = (model: Model, questions: Question[]): number =>
  mean(
    [...Map.groupBy(questions, ({ set }) => set).values()].map((asked) =>
      mean(asked.map((question) => qualityOf(question, rank(model, question)))),
    ),
  );

/** A weight moves by these shares of itself, or of 0.8 where it is smaller. */
const STEPS = [0.5, 0.25];
const ROUNDS = 2;
/** A smaller gain is chance. */
const LEAST_GAIN = 0.0005;

/**
 * Moves one weight after the other while that makes the ranking better. Coarse on purpose: a logistic fit of all at once
 * (tried: pooled and per query) predicts relevance as well and ranks worse, and finer steps follow the noise of 72 queries.
 * `mayBe` says which values a weight may have: evidence for must not count against.
 */
export function ascend(questions: Question[], start: Model, mayBe: (at: number, weight: number) => boolean): Model {
  let model = start;
  let reached = quality(model, questions);
  for (const share of STEPS) {
    for (let round = 0; round < ROUNDS; round++) {
      for (const at of model.weights.keys()) {
        const weight = model.weights[at] ?? 0;
        for (const step of [share, -share]) {
          const moved = weight + step * Math.max(0.8, Math.abs(weight));
          if (!mayBe(at, moved)) continue;
          const candidate = { ...model, weights: model.weights.with(at, moved) };
          const gained = quality(candidate, questions);
          if (gained < reached + LEAST_GAIN) continue;
          model = candidate;
          reached = gained;
          break;
        }
      }
    }
  }
  return model;
}

interface Seen {
  set: string;
  logit: number;
  isRelevant: boolean;
  weight: number;
}

/**
 * Scales log-odds and moves their constant, so that they are right for the best 20 of each query: Platt's method (logistic
 * regression on one number, every set weighing the same), then what near it errs least on the set where it errs most. The
 * order stays.
 */
export function calibrate(model: Model, questions: Question[]): Model {
  const perSet = Map.groupBy(questions, ({ set }) => set);
  const seen: Seen[] = questions.flatMap((question) =>
    rank({ ...model, intercept: 0 }, question)
      .slice(0, SEEN)
      .map(({ logit, isRelevant }) => ({
        set: question.set,
        logit,
        isRelevant,
        weight: 1 / (perSet.get(question.set)?.length ?? 1),
      })),
  );
  const { scale, shift } = leastWorst(seen, platt(seen));
  return { intercept: shift, weights: model.weights.map((weight) => weight * scale) };
}

interface Line {
  scale: number;
  shift: number;
}

/** How far from Platt's scale and constant is looked, in steps of a twentieth of the scale and .1 log-odds. */
const LOOKED_AROUND = 8;

function leastWorst(seen: Seen[], from: Line): Line {
  const sets = [...Map.groupBy(seen, ({ set }) => set).values()];
  const worst = ({ scale, shift }: Line) =>
    Math.max(
      ...sets.map((one) =>
        calibrationError(
          one.map(({ logit, isRelevant }) => ({ probability: sigmoid(scale * logit + shift), isRelevant })),
        ),
      ),
    );
  let best = from;
  let least = worst(from);
  for (let stretched = -LOOKED_AROUND; stretched <= LOOKED_AROUND; stretched++) {
    for (let moved = -LOOKED_AROUND; moved <= LOOKED_AROUND; moved++) {
      const line = { scale: from.scale * (1 + stretched / 20), shift: from.shift + moved / 10 };
      const error = worst(line);
      if (error < least) [best, least] = [line, error];
    }
  }
  return best;
}

function platt(seen: Seen[]): Line {
  const loss = (scale: number, shift: number) =>
    seen.reduce((sum, { logit, isRelevant, weight }) => {
      const odds = scale * logit + shift;
      return sum + weight * Math.log1p(Math.exp(isRelevant ? -odds : odds));
    }, 0);
  let [scale, shift] = [1, -4];
  for (let round = 0; round < 50; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-9, 0, 1e-9];
    for (const { logit, isRelevant, weight } of seen) {
      const probability = sigmoid(scale * logit + shift);
      const error = (probability - (isRelevant ? 1 : 0)) * weight;
      const slope = probability * (1 - probability) * weight;
      g0 += error * logit;
      g1 += error;
      h00 += slope * logit * logit;
      h01 += slope * logit;
      h11 += slope;
    }
    const determinant = h00 * h11 - h01 * h01;
    const [d0, d1] = [(g0 * h11 - g1 * h01) / determinant, (g1 * h00 - g0 * h01) / determinant];
    let share = 1;
    while (share > 1e-6 && !(loss(scale - share * d0, shift - share * d1) < loss(scale, shift))) share /= 2;
    if (share <= 1e-6) break;
    [scale, shift] = [scale - share * d0, shift - share * d1];
  }
  return { scale, shift };
}

/** Expected calibration error over ten equal bins of probability. */
export function calibrationError(scored: { probability: number; isRelevant: boolean }[]): number {
  const bins = Map.groupBy(scored, ({ probability }) => Math.min(9, Math.floor(probability * 10)));
  let error = 0;
  for (const bin of bins.values()) {
    error += Math.abs(bin.reduce((sum, { probability, isRelevant }) => sum + probability - (isRelevant ? 1 : 0), 0));
  }
  return scored.length === 0 ? 0 : error / scored.length;
}
