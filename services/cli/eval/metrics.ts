/** What a ranking is worth, in the names that are printed. Means over queries; each 0 to 1 except the counts and times. */
export interface Retrieval {
  "ndcg@10": number;
  "recall@10": number;
  "recall@100": number;
  "mrr@10": number;
  queries: number;
  /** Median time of a search, milliseconds. */
  ms_p50: number;
}

/** Shares of the queries that have an answer among the first 1, 10 and 100 insights. */
export interface SuccessRates {
  "success@1": number;
  "success@10": number;
  "success@100": number;
  queries: number;
}

export interface Success extends SuccessRates {
  /** Median time of a search, milliseconds. */
  ms_p50: number;
  /** The same of the queries with each tag, where the benchmark has tags. */
  parts?: Record<string, SuccessRates>;
}

/** `firsts`: for each query the position of its first answer, from 0; -1 for none. */
export function successRates(firsts: number[]): SuccessRates {
  const within = (k: number) => rounded(mean(firsts.map((first) => (first >= 0 && first < k ? 1 : 0))));
  return { "success@1": within(1), "success@10": within(10), "success@100": within(100), queries: firsts.length };
}

/** Distinct documents, best first, against the grades of the relevant ones; grades above 0 count. */
export interface Judged {
  ranked: string[];
  grades: ReadonlyMap<string, number>;
}

/**
 * Discounted gain of the first `k` (gain 2^grade - 1, discount 1/log2(rank + 1)) over that of the best possible order.
 * 0 when nothing is relevant.
 */
export function ndcgAt(k: number, { ranked, grades }: Judged): number {
  const gain = (grade: number) => 2 ** grade - 1;
  const discounted = (gains: number[]) =>
    gains.slice(0, k).reduce((sum, value, index) => sum + value / Math.log2(index + 2), 0);
  const ideal = discounted([...grades.values()].map(gain).sort((a, b) => b - a));
  return ideal === 0 ? 0 : discounted(ranked.map((id) => gain(grades.get(id) ?? 0))) / ideal;
}

/** Share of the relevant documents that are among the first `k`. */
export function recallAt(k: number, { ranked, grades }: Judged): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id);
  const first = new Set(ranked.slice(0, k));
  return relevant.length === 0 ? 0 : relevant.filter((id) => first.has(id)).length / relevant.length;
}

/** 1 over the rank of the first relevant document; 0 when none is among the first `k`. */
export function reciprocalRankAt(k: number, { ranked, grades }: Judged): number {
  const index = ranked.slice(0, k).findIndex((id) => (grades.get(id) ?? 0) > 0);
  return index < 0 ? 0 : 1 / (index + 1);
}

export const mean = (values: number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle value; of an even number the lower of the two in the middle. 0 of none. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

/** Four digits after the point: more would pretend. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
