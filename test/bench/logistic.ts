/** One thing that was judged: its signs, the verdict, and what it must not be parted from in cross-validation. */
export interface Judged {
  signs: number[];
  isGood: boolean;
  group: string;
}

export interface Fitted {
  intercept: number;
  weights: number[];
}

const STEPS = 25;
const CLOSE = 1e-7;

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

export const chanceBy = ({ intercept, weights }: Fitted, signs: readonly number[]): number =>
  sigmoid(signs.reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), intercept));

/** Logistic regression by Newton's method. The ridge holds for signs in units of their standard deviation, the weights returned for raw ones. */
export function fitLogistic(judged: readonly Judged[], ridge: number): Fitted {
  const size = judged[0]?.signs.length ?? 0;
  const columns = Array.from({ length: size }, (_, at) => judged.map(({ signs }) => signs[at] ?? 0));
  const means = columns.map(mean);
  const spreads = columns.map(
    (column, at) => Math.sqrt(mean(column.map((value) => (value - (means[at] ?? 0)) ** 2))) || 1,
  );
  const rows = judged.map(({ signs }) => [
    1,
    ...signs.map((sign, at) => (sign - (means[at] ?? 0)) / (spreads[at] ?? 1)),
  ]);
  let weights: number[] = Array(size + 1).fill(0);
  for (let step = 0; step < STEPS; step += 1) {
    const moved = solve(...normal(rows, judged, weights, ridge));
    weights = weights.map((weight, at) => weight + (moved[at] ?? 0));
    if (Math.max(...moved.map(Math.abs)) < CLOSE) break;
  }
  const [constant = 0, ...scaled] = weights;
  const raw = scaled.map((weight, at) => weight / (spreads[at] ?? 1));
  return { intercept: constant - raw.reduce((sum, weight, at) => sum + weight * (means[at] ?? 0), 0), weights: raw };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The equations of one step: the curvature and the slope of the penalised likelihood. */
function normal(rows: number[][], judged: readonly Judged[], weights: number[], ridge: number): [number[][], number[]] {
  const curve = weights.map(() => weights.map(() => 0));
  const slope = weights.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
  for (const [nth, row] of rows.entries()) {
    const chance = sigmoid(row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
    const error = Number(judged[nth]?.isGood) - chance;
    for (const [at, value] of row.entries()) {
      slope[at] = (slope[at] ?? 0) + error * value;
      const line = curve[at] ?? [];
      for (const [other, second] of row.entries())
        line[other] = (line[other] ?? 0) + chance * (1 - chance) * value * second;
    }
  }
  for (const [at, line] of curve.entries()) line[at] = (line[at] ?? 0) + (at === 0 ? 0 : ridge);
  return [curve, slope];
}

/** Gauss, with the largest pivot of each column. */
function solve(matrix: number[][], right: number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0]);
  const at = (line: number, column: number) => lines[line]?.[column] ?? 0;
  for (let column = 0; column < lines.length; column += 1) {
    let pivot = column;
    for (let line = column; line < lines.length; line += 1)
      if (Math.abs(at(line, column)) > Math.abs(at(pivot, column))) pivot = line;
    [lines[column], lines[pivot]] = [lines[pivot] ?? [], lines[column] ?? []];
    for (let line = 0; line < lines.length; line += 1) {
      const factor = line === column ? 0 : at(line, column) / at(column, column);
      if (factor !== 0) lines[line] = (lines[line] ?? []).map((value, place) => value - factor * at(column, place));
    }
  }
  return lines.map((_line, place) => at(place, lines.length) / at(place, place));
}

/** What is said of each by models fitted without its group and a fold of others. */
export function crossValidated(judged: readonly Judged[], ridge: number, foldOf: (group: string) => number): number[] {
  const models = new Map<number, Fitted>();
  return judged.map(({ signs, group }) => {
    const fold = foldOf(group);
    const model =
      models.get(fold) ??
      fitLogistic(
        judged.filter((one) => foldOf(one.group) !== fold),
        ridge,
      );
    models.set(fold, model);
    return chanceBy(model, signs);
  });
}

/** In how many pairs of a good one and a bad one the good one has the greater chance; half where both have the same. */
export function areaUnderCurve(chances: readonly number[], judged: readonly Judged[]): number {
  const good = chances.filter((_, at) => judged[at]?.isGood);
  const bad = chances.filter((_, at) => !judged[at]?.isGood);
  const won = good.reduce(
    (sum, one) => sum + bad.reduce((part, other) => part + (one > other ? 1 : one === other ? 0.5 : 0), 0),
    0,
  );
  return won / (good.length * bad.length);
}

/** As many bins of equal size: mean chance, share that is good, number. */
export function reliability(
  chances: readonly number[],
  judged: readonly Judged[],
  bins: number,
): [number, number, number][] {
  const sorted = chances
    .map((chance, at) => ({ chance, isGood: judged[at]?.isGood === true }))
    .sort((a, b) => a.chance - b.chance);
  const size = Math.ceil(sorted.length / bins);
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, bin) => {
    const some = sorted.slice(bin * size, (bin + 1) * size);
    return [mean(some.map(({ chance }) => chance)), mean(some.map(({ isGood }) => Number(isGood))), some.length];
  });
}
