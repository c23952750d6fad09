import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Benchmark, readBenchmark } from "../../services/cli/eval/benchmark.ts";
import { createJudge } from "../../services/cli/eval/evaluate.ts";
import { mean } from "../../services/cli/eval/metrics.ts";
import { openTrial } from "../../services/cli/eval/trial.ts";
import { openMilvusIndex } from "../../services/search/adapters/milvus-index.ts";
import { openMysqlCatalogue } from "../../services/search/adapters/mysql-catalogue.ts";
import { openSqliteIndex } from "../../services/search/adapters/sqlite-index.ts";
import { openMilvus } from "../../services/search/milvus/client.ts";
import type { InsightIndex } from "../../services/search/ports.ts";
import { createSearch, type Search } from "../../services/search/search.ts";
import { NEEDED } from "./servers/install.ts";
import { startMilvus } from "./servers/milvus.ts";
import { scratchDatabase } from "./servers/mysql.ts";
import { needing } from "./servers/process.ts";

const RETRIEVAL = join(process.env["CORPUS_DIR"] ?? "", "retrieval");
const SETS = ["financebench", "tatqa", "cranfield"];
/** Of a larger set every so many are asked: a search over Milvus takes its time, and CI has not much. */
const MOST_QUERIES = 330;
const LEAST_OVERLAP = 0.9;
const MOST_DIFFERENCE = 0.01;

needing({ ...NEEDED, "CORPUS_DIR with retrieval/": existsSync(join(RETRIEVAL, "tatqa/corpus.jsonl")) }, () => {
  describe("search on Milvus and on SQLite", function () {
    this.timeout(900_000);
    const table = ["| set | insights | queries | overlap of the first ten | nDCG@10 | on SQLite | p50 | on SQLite |"];
    table.push(`|${" --- |".repeat(8)}`);
    after(() => void process.stdout.write(`\n${table.join("\n")}\n\n`));

    for (const name of SETS) {
      it(`finds the same and is as good on ${name}`, async () => {
        const benchmark = fewer(readBenchmark(join(RETRIEVAL, name), undefined));
        await using stack = new AsyncDisposableStack();
        const { address } = stack.use(await startMilvus());
        const { url } = stack.use(await scratchDatabase());
        const milvus = stack.use(openMilvus({ address, timeoutMs: 20_000 }));
        const catalogue = stack.use(await openMysqlCatalogue({ url }));
        const other = stack.use(await openMilvusIndex({ milvus, catalogue }));
        // Extracted once, indexed twice.
        const openIndex = async (path: string) => both(await openSqliteIndex({ path, threads: 1 }), other);
        const trial = stack.use(await openTrial(benchmark.documents, { variants: ["all"], openIndex }));
        const embedded = trial.searches.get("all");
        assert.ok(embedded);
        assert.deepEqual(await other.status().then(({ insights }) => insights), trial.insights);
        const judge = createJudge(benchmark);
        const firsts = { sqlite: [] as string[][], milvus: [] as string[][] };
        const sqlite = await judge(noting(embedded, firsts.sqlite), undefined, undefined);
        const distributed = await judge(noting(createSearch({ index: other }), firsts.milvus), undefined, undefined);
        const overlap = mean(firsts.sqlite.map((ids, at) => shareOf(ids, firsts.milvus[at] ?? [])));
        assert.ok("ndcg@10" in sqlite && "ndcg@10" in distributed);
        const [here, there] = [distributed["ndcg@10"], sqlite["ndcg@10"]];
        const times = [distributed.ms_p50, sqlite.ms_p50].map((ms) => `${ms.toFixed(1)} ms`);
        const quality = [here, there].map((value) => value.toFixed(3));
        const counts = [trial.insights, benchmark.queries.length];
        table.push(`| ${[name, ...counts, overlap.toFixed(3), ...quality, ...times].join(" | ")} |`);
        assert.ok(overlap >= LEAST_OVERLAP, `overlap of the first ten ${overlap}`);
        assert.ok(Math.abs(here - there) <= MOST_DIFFERENCE, `nDCG@10 ${here} and ${there}`);
        assert.ok(there > 0.3, `nDCG@10 ${there}`);
      });
    }
  });
});

function fewer(benchmark: Benchmark): Benchmark {
  const every = Math.ceil(benchmark.queries.length / MOST_QUERIES);
  return { ...benchmark, queries: benchmark.queries.filter((_, at) => at % every === 0) };
}

/** Writes to both, answers from the first. */
const both = (first: InsightIndex & AsyncDisposable, second: InsightIndex): InsightIndex & AsyncDisposable => ({
  ...first,
  async stage(document, signal) {
    const [used] = await Promise.all([first.stage(document, signal), second.stage(document, signal)]);
    return used;
  },
  async publish(docId, version) {
    await Promise.all([first.publish(docId, version), second.publish(docId, version)]);
  },
});

/** Notes the first ten of each answer. */
const noting = (search: Search, firsts: string[][]): Search => ({
  ...search,
  async search(...query) {
    const answer = await search.search(...query);
    firsts.push(answer.insights.slice(0, 10).map(({ insightId }) => insightId));
    return answer;
  },
});

/** Share of the first list that the other has too. */
const shareOf = (ids: string[], others: string[]): number =>
  ids.length === 0 ? 1 : ids.filter((id) => others.includes(id)).length / ids.length;
