/** What was measured of one insight for one query. */
export interface Sample {
  features: number[];
  /** What competes: insights of one group stand in a ranking once, where the best of them does. */
  group: string;
  isRelevant: boolean;
}

/** One query with its candidates. */
export interface Question {
  set: string;
  id: string;
  samples: Sample[];
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
  sample: Sample;
}

/** What callers see by default: the score must be right there. */
const SEEN = 20;
const ROUNDS = 15;

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The groups of a query, best first, each at its best sample. */
export function rank(model: Model, { samples }: Question): Ranked[] {
  const best = new Map<string, Ranked>();
  for (const sample of samples) {
    const logit = sample.features.reduce((sum, value, at) => sum + value * (model.weights[at] ?? 0), model.intercept);
    const before = best.get(sample.group);
    if (!before || logit > before.logit) best.set(sample.group, { ...sample, logit, sample });
  }
  return [...best.values()].sort((a, b) => b.logit - a.logit);
}

/**
 * Ridge logistic regression by Newton steps over the best 20 groups of each query, each at its best insight. Which these
 * are depends on the model, so each step ranks anew. Every set weighs the same, and within a set every query.
 */
export function fitModel(questions: Question[], start: Model, ridge: number): Model {
  const perSet = Map.groupBy(questions, ({ set }) => set);
  let model = start;
  for (let round = 0; round < ROUNDS; round++) {
    const size = start.weights.length + 1;
    const gradient = new Array<number>(size).fill(0);
    const hessian = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    for (const question of questions) {
      const weight = 1 / ((perSet.get(question.set)?.length ?? 1) * perSet.size * SEEN);
      for (const { sample, logit } of rank(model, question).slice(0, SEEN)) {
        const probability = sigmoid(logit);
        const row = [...sample.features, 1];
        const slope = Math.max(1e-6, probability * (1 - probability)) * weight;
        for (const [i, a] of row.entries()) {
          add(gradient, i, (probability - (sample.isRelevant ? 1 : 0)) * weight * a);
          const line = hessian[i] ?? [];
          for (const [j, b] of row.entries()) add(line, j, slope * a * b);
        }
      }
    }
    for (const [at, weight] of model.weights.entries()) {
      add(gradient, at, ridge * weight);
      add(hessian[at] ?? [], at, ridge);
    }
    // Half steps first: the ranking changes under the fit.
    const step = solve(hessian, gradient).map((value) => value * (round < 4 ? 0.5 : 1));
    model = {
      intercept: model.intercept - (step[size - 1] ?? 0),
      weights: model.weights.map((weight, at) => weight - (step[at] ?? 0)),
    };
  }
  return model;
}

function add(values: number[], at: number, value: number): void {
  values[at] = (values[at] ?? 0) + value;
}

/** Gauss with pivots. */
export function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((line, at) => [...line, right[at] ?? 0]);
  const size = rows.length;
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let at = 0; at < size; at++) {
    let pivot = at;
    for (let row = at + 1; row < size; row++) if (Math.abs(cell(row, at)) > Math.abs(cell(pivot, at))) pivot = row;
    const [a, b] = [rows[at] ?? [], rows[pivot] ?? []];
    rows[at] = b;
    rows[pivot] = a;
    for (let row = at + 1; row < size; row++) {
      const factor = cell(row, at) / (cell(at, at) || 1e-12);
      rows[row] = (rows[row] ?? []).map((value, column) => value - factor * cell(at, column));
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    const known = solution.reduce((sum, value, at) => sum + (at > row ? value * cell(row, at) : 0), 0);
    solution[row] = (cell(row, size) - known) / (cell(row, row) || 1e-12);
  }
  return solution;
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
