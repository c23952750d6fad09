import type { Evidence } from "../../search/ports.ts";
import type { Search } from "../../search/search.ts";
import { type Benchmark, type BenchmarkQuery, readBenchmark } from "./benchmark.ts";
import {
  mean,
  median,
  ndcgAt,
  type Retrieval,
  recallAt,
  reciprocalRankAt,
  rounded,
  type Success,
  successRates,
} from "./metrics.ts";
import { createOverlap } from "./overlap.ts";
import { openTrial, type TrialOptions, type Variant } from "./trial.ts";

export type Measured = Retrieval | Success;

/** What is measured by `--by`: one kind of evidence alone, all without one part of what is indexed, and all. */
const ABLATIONS: { name: string; variant: Variant; evidence?: Evidence }[] = [
  { name: "keyword", variant: "all", evidence: "keyword" },
  { name: "dense", variant: "all", evidence: "dense" },
  { name: "no-questions", variant: "no-questions" },
  { name: "no-passages", variant: "no-passages" },
  { name: "no-titles", variant: "no-titles" },
  { name: "round-trip", variant: "round-trip" },
  { name: "no-periods", variant: "all", evidence: "no-periods" },
  { name: "no-siblings", variant: "all", evidence: "no-siblings" },
  { name: "all", variant: "all" },
];

/** What callers of the search can ask for at most, and so all that is judged. */
const DEPTH = 100;

export interface EvaluateOptions extends Omit<TrialOptions, "variants"> {
  /** Folder that holds corpus/documents.jsonl, for benchmarks without documents of their own. */
  corpusDir?: string | undefined;
  /** Told once the documents are in. */
  onTaken?:
    | ((taken: { documents: number; insights: number; failures: { id: string; reason: string }[] }) => void)
    | undefined;
}

/** Measures the product's search on a benchmark folder, over its own ingestion. Rejects with `invalid` for a bad folder. */
export async function evaluate(folder: string, options: EvaluateOptions = {}): Promise<Measured> {
  const [measured] = Object.values(await measure(folder, options, [{ name: "all", variant: "all" }]));
  if (!measured) throw new Error("nothing was measured");
  return measured;
}

/** As `evaluate`, for each of the ablations by name. */
export const evaluateBy = (folder: string, options: EvaluateOptions = {}): Promise<Record<string, Measured>> =>
  measure(folder, options, ABLATIONS);

async function measure(
  folder: string,
  options: EvaluateOptions,
  ablations: typeof ABLATIONS,
): Promise<Record<string, Measured>> {
  const benchmark = readBenchmark(folder, options.corpusDir);
  const variants = [...new Set(ablations.map(({ variant }) => variant))];
  await using trial = await openTrial(benchmark.documents, { ...options, variants });
  const { insights, failures } = trial;
  options.onTaken?.({ documents: benchmark.documents.length - failures.length, insights, failures });
  const judge = createJudge(benchmark);
  const measured: Record<string, Measured> = {};
  for (const { name, variant, evidence } of ablations) {
    const search = trial.searches.get(variant);
    if (search) measured[name] = await judge(search, evidence, options.signal);
  }
  return measured;
}

type Judge = (search: Search, evidence: Evidence | undefined, signal: AbortSignal | undefined) => Promise<Measured>;

/** Judges a search that holds the benchmark's documents. */
export function createJudge(benchmark: Benchmark): Judge {
  const { queries } = benchmark;
  if (benchmark.kind === "documents") {
    return async (search, evidence, signal) => {
      const { answers, msP50 } = await runQueries(search, queries, evidence, signal);
      const judged = answers.map(({ query, insights }) => ({
        // A document stands where its best insight does.
        ranked: [...new Set(insights.map(({ sourceUrl }) => sourceUrl))],
        grades: benchmark.relevant.get(query.id) ?? new Map<string, number>(),
      }));
      return {
        "ndcg@10": rounded(mean(judged.map((one) => ndcgAt(10, one)))),
        "recall@10": rounded(mean(judged.map((one) => recallAt(10, one)))),
        "recall@100": rounded(mean(judged.map((one) => recallAt(100, one)))),
        "mrr@10": rounded(mean(judged.map((one) => reciprocalRankAt(10, one)))),
        queries: queries.length,
        ms_p50: msP50,
      };
    };
  }
  const overlaps = createOverlap(new Map(benchmark.documents.map(({ id, text }) => [id, text])));
  return async (search, evidence, signal) => {
    const { answers, msP50 } = await runQueries(search, queries, evidence, signal);
    const firsts = answers.map(({ query, insights }) => {
      const quotes = benchmark.answers.get(query.id) ?? [];
      return insights.findIndex(({ sourceUrl, excerpts }) =>
        quotes.some((quote) => excerpts.some((excerpt) => overlaps(excerpt, sourceUrl, quote))),
      );
    });
    const tagged = (tag: string) => firsts.filter((_, at) => benchmark.tags.get(queries[at]?.id ?? "")?.includes(tag));
    const tags = [...new Set([...benchmark.tags.values()].flat())].sort();
    return {
      ...successRates(firsts),
      ms_p50: msP50,
      ...(tags.length > 0 && { parts: Object.fromEntries(tags.map((tag) => [tag, successRates(tagged(tag))])) }),
    };
  };
}

/** One query at a time, as a single caller asks. */
async function runQueries(
  search: Search,
  queries: BenchmarkQuery[],
  evidence: Evidence | undefined,
  signal: AbortSignal | undefined,
) {
  const answers = [];
  const times: number[] = [];
  for (const query of queries) {
    // Longer questions than the product takes are cut as a caller would have to.
    const text = [...query.text].slice(0, 1_000).join("");
    const start = performance.now();
    const { insights } = await search.search({ query: text, limit: DEPTH, evidence }, { signal });
    times.push(performance.now() - start);
    answers.push({ query, insights });
  }
  return { answers, msP50: Math.round(median(times) * 100) / 100 };
}
