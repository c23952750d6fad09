import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchmarkDocument, readBenchmark } from "../../services/cli/eval/benchmark.ts";
import { mean, ndcgAt } from "../../services/cli/eval/metrics.ts";
import { extract } from "../../services/document/extract/extract.ts";
import { parse } from "../../services/document/parse/parse.ts";
import { openMilvusIndex } from "../../services/search/adapters/milvus-index.ts";
import { openMysqlCatalogue } from "../../services/search/adapters/mysql-catalogue.ts";
import { openSqliteIndex } from "../../services/search/adapters/sqlite-index.ts";
import { openMilvus } from "../../services/search/milvus/client.ts";
import type { IndexedDocument, InsightIndex } from "../../services/search/ports.ts";
import { NEEDED } from "./servers/install.ts";
import { startMilvus } from "./servers/milvus.ts";
import { scratchDatabase } from "./servers/mysql.ts";
import { needing } from "./servers/process.ts";

const FOLDER = join(process.env["CORPUS_DIR"] ?? "", "retrieval/tatqa");
const EVERY = 5;
const LEAST_OVERLAP = 0.9;
const MOST_DIFFERENCE = 0.01;

needing({ ...NEEDED, "CORPUS_DIR with retrieval/tatqa": existsSync(join(FOLDER, "corpus.jsonl")) }, () => {
  describe("search on Milvus and on SQLite", function () {
    this.timeout(600_000);
    let stack: AsyncDisposableStack;
    const benchmark = readBenchmark(FOLDER, undefined);
    let indexes: Record<"milvus" | "sqlite", InsightIndex>;
    before(async () => {
      stack = new AsyncDisposableStack();
      const folder = mkdtempSync(join(tmpdir(), "same-"));
      stack.defer(() => rmSync(folder, { recursive: true }));
      const server = stack.use(await startMilvus());
      const database = stack.use(await scratchDatabase());
      const client = stack.use(openMilvus({ address: server.address, timeoutMs: 20_000 }));
      const catalogue = stack.use(await openMysqlCatalogue({ url: database.url }));
      const milvus = stack.use(await openMilvusIndex({ milvus: client, catalogue }));
      const sqlite = stack.use(await openSqliteIndex({ path: join(folder, "index.db"), threads: 1 }));
      indexes = { milvus, sqlite };
      for (const one of benchmark.documents) {
        const document = await toIndexed(one);
        for (const index of [milvus, sqlite]) {
          await index.stage(document);
          await index.publish(document.docId, 1);
        }
      }
    });
    after(() => stack.disposeAsync());

    it("finds the same and is as good", async () => {
      const overlaps: number[] = [];
      const quality = { milvus: [] as number[], sqlite: [] as number[] };
      for (const [at, { id, text }] of benchmark.queries.entries()) {
        if (at % EVERY !== 0) continue;
        const grades = benchmark.kind === "documents" ? benchmark.relevant.get(id) : undefined;
        assert.ok(grades);
        const first = { milvus: [] as string[], sqlite: [] as string[] };
        for (const name of ["milvus", "sqlite"] as const) {
          const { insights } = await indexes[name].search({ query: text, limit: 100 });
          first[name] = insights.slice(0, 10).map(({ insightId }) => insightId);
          const ranked = [...new Set(insights.map(({ sourceUrl }) => sourceUrl))];
          quality[name].push(ndcgAt(10, { ranked, grades }));
        }
        const other = new Set(first.sqlite);
        overlaps.push(first.milvus.filter((id) => other.has(id)).length / Math.max(1, first.sqlite.length));
      }
      assert.ok(overlaps.length > 100, `${overlaps.length} queries`);
      assert.ok(mean(overlaps) >= LEAST_OVERLAP, `overlap of the first ten ${mean(overlaps)}`);
      const [milvus, sqlite] = [mean(quality.milvus), mean(quality.sqlite)];
      assert.ok(Math.abs(milvus - sqlite) <= MOST_DIFFERENCE, `nDCG@10 ${milvus} and ${sqlite}`);
      assert.ok(sqlite > 0.5, `nDCG@10 ${sqlite}`);
    });
  });
});

async function toIndexed({ id, text, ...about }: BenchmarkDocument): Promise<IndexedDocument> {
  const parsed = await parse({ bytes: new TextEncoder().encode(text), mediaType: "text/plain", name: id });
  const head = { ...about, documentUrl: id };
  const { passages, insights } = extract(parsed, head);
  return {
    docId: `doc_${id}`,
    version: 1,
    title: head.title,
    documentUrl: head.documentUrl,
    sourceName: head.sourceName,
    publishedDate: null,
    passages: passages.map(({ start, end }) => parsed.text.slice(start, end)),
    insights: insights.map((insight, at) => ({
      insightId: `ins_${id}_${at}`,
      title: insight.title,
      insight: insight.finding,
      excerpts: insight.excerpts.map(({ start, end }) => parsed.text.slice(start, end)),
      questions: insight.questions,
      passage: insight.passage,
    })),
  };
}
