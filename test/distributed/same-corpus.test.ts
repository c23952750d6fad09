import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { readTls } from "#kit/grpc/tls.ts";
import { readBenchmark } from "../../services/cli/eval/benchmark.ts";
import { mean, successRates } from "../../services/cli/eval/metrics.ts";
import { createOverlap } from "../../services/cli/eval/overlap.ts";
import { createInstallation, type Installation, PATIENT } from "../support/server.ts";
import { type Distributed, NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

const CORPUS_DIR = process.env["CORPUS_DIR"] ?? "";
const DOCUMENTS = join(CORPUS_DIR, "corpus/documents.jsonl");
const INSIGHTQA = join(CORPUS_DIR, "retrieval/insightqa");
const LEAST_OVERLAP = 0.9;
/** Of 80 queries: two more or fewer. */
const NOISE = 0.025;
/** That a gateway adds to a search, at the median: some milliseconds, with room for a machine that is busy. */
const MOST_ADDED_MS = 25;

type Row = Record<string, unknown>;
interface Found {
  insight_id: string;
  excerpts: string[];
  source_url: string;
}

needing({ ...NEEDED, "CORPUS_DIR with corpus/ and retrieval/insightqa": existsSync(INSIGHTQA) }, () => {
  describe("the real documents in one process and in a distributed install", function () {
    this.timeout(900_000);
    const stack = new AsyncDisposableStack();
    let install: Distributed;
    let ask: Record<"one" | "distributed", (path: string, body?: object) => Promise<Row>>;

    const take = async (installation: Installation) => {
      stack.defer(() => installation.remove());
      const taken = (await installation.insights("ingest", DOCUMENTS)) as { documents: number; failed: unknown[] };
      assert.deepEqual(taken.failed, []);
      const made = await installation.insights("keys", "create", "--name", "n", "--tier", "enterprise");
      const { raw_key = "" } = made as Record<string, string>;
      const { urls } = await installation.serve(PATIENT);
      let turn = 0;
      return async (path: string, body?: object): Promise<Row> => {
        const answer = await fetch(`${urls[turn++ % urls.length]}${path}`, {
          headers: { "x-api-key": raw_key, ...(body && { "content-type": "application/json" }) },
          ...(body && { method: "POST", body: JSON.stringify(body) }),
        });
        assert.equal(answer.status, 200, path);
        return (await answer.json()) as Row;
      };
    };
    before(async () => {
      install = await startDistributed();
      ask = { one: await take(createInstallation()), distributed: await take(install) };
    });
    after(() => stack.disposeAsync());

    /** The same request to both. */
    const askBoth = (path: string, body?: object) => Promise.all([ask.one(path, body), ask.distributed(path, body)]);
    /** When something was taken in is not the same, of course. */
    const timeless = ({ extracted_at: _extracted, ingested_at: _ingested, ...row }: Row) => row;
    const rowsOf = (answer: Row) => (answer["documents"] as Row[]).map(timeless);
    const byId = (rows: Row[]) => rows.toSorted((a, b) => (String(a["doc_id"]) < String(b["doc_id"]) ? -1 : 1));

    it("are the same documents with the same insights, under the same filters", async () => {
      const [here, there] = await askBoth("/api/documents?limit=200");
      assert.equal(rowsOf(here).length, 193);
      // Of one day the one that was taken in last comes first.
      assert.deepEqual(byId(rowsOf(there)), byId(rowsOf(here)));
      const datesOf = (answer: Row) => rowsOf(answer).map((row) => row["published_date"]);
      assert.deepEqual(datesOf(there), datesOf(here));
      const [filters, others] = await askBoth("/api/documents/filters");
      assert.deepEqual(others, filters);
      for (const filter of ["source_name=bank", "since=2019-06-30", "source_name=federal%20reserve&since=2020-01-01"]) {
        const [some, same] = await askBoth(`/api/documents?limit=200&${filter}`);
        assert.ok(rowsOf(some).length > 0 && rowsOf(some).length < 193, filter);
        assert.deepEqual(byId(rowsOf(same)), byId(rowsOf(some)), filter);
      }
      for (const { doc_id } of rowsOf(here)) {
        const [one, other] = await askBoth(`/api/documents/${doc_id}`);
        assert.deepEqual(timelessWhole(other), timelessWhole(one));
      }
    });
    const timelessWhole = (answer: Row) => ({
      ...timeless(answer),
      document: timeless((answer["document"] ?? {}) as Row),
    });

    it("are found alike", async () => {
      const benchmark = readBenchmark(INSIGHTQA, CORPUS_DIR);
      assert.ok(benchmark.kind === "quotes");
      const overlaps = createOverlap(new Map(benchmark.documents.map(({ id, text }) => [id, text])));
      const firsts: [number[], number[]] = [[], []];
      const shared: number[] = [];
      for (const [at, { id, text }] of benchmark.queries.entries()) {
        // Every other query with filters, as callers have them.
        const filters = at % 4 === 1 ? { since: "2015-01-01" } : at % 4 === 3 ? { source_name: "bank" } : {};
        const lists = (await askBoth("/api/insights/search", { query: text, limit: 100 })).map(foundIn);
        for (const [which, list] of lists.entries()) {
          const quotes = benchmark.answers.get(id) ?? [];
          firsts[which as 0 | 1].push(
            list.findIndex(({ excerpts, source_url }) =>
              quotes.some((quote) => excerpts.some((excerpt) => overlaps(excerpt, source_url, quote))),
            ),
          );
        }
        shared.push(shareOf(lists.map((list) => list.slice(0, 10))));
        if (Object.keys(filters).length > 0)
          shared.push(
            shareOf((await askBoth("/api/insights/search", { query: text, limit: 10, ...filters })).map(foundIn)),
          );
      }
      const [here, there] = firsts.map(successRates);
      const overlap = mean(shared);
      process.stdout.write(`
| insightqa through REST | success@1 | success@10 | success@100 | overlap of the first ten |
| --- | --- | --- | --- | --- |
| one process | ${Object.values(here ?? {})
        .slice(0, 3)
        .join(" | ")} | |
| distributed | ${Object.values(there ?? {})
        .slice(0, 3)
        .join(" | ")} | ${overlap.toFixed(3)} of ${shared.length} searches |

`);
      assert.ok(overlap >= LEAST_OVERLAP, `overlap of the first ten ${overlap}`);
      for (const rate of ["success@1", "success@10", "success@100"] as const)
        assert.ok(
          Math.abs((here?.[rate] ?? 0) - (there?.[rate] ?? 1)) <= NOISE,
          `${rate} ${here?.[rate]} and ${there?.[rate]}`,
        );
    });
    it("are searched through a gateway about as fast as without one", async () => {
      const { env, parts } = install;
      const tls = readTls(env, pino({ level: "silent" }));
      using channel = openChannel(parts.search.map(({ address }) => address).join(","), tls);
      const client = createGrpcClient(SearchService, channel, 20_000);
      const { queries } = readBenchmark(INSIGHTQA, CORPUS_DIR);
      const times: Record<"service" | "gateway", number[]> = { service: [], gateway: [] };
      const timed = async (which: keyof typeof times, work: () => Promise<unknown>, isKept: boolean) => {
        const startedMs = performance.now();
        await work();
        if (isKept) times[which].push(performance.now() - startedMs);
      };
      // The first round reads what the replicas keep afterwards.
      for (let round = 0; round < 3; round++) {
        for (const { text } of queries) {
          const query = { query: text, limit: 20 };
          await timed("service", () => client.search(query), round > 0);
          await timed("gateway", () => ask.distributed("/api/insights/search", query), round > 0);
        }
      }
      const at = (which: keyof typeof times, share: number) =>
        times[which].toSorted((a, b) => a - b)[Math.floor(times[which].length * share)] ?? 0;
      const added = (share: number) => at("gateway", share) - at("service", share);
      const line = (name: string, of: (share: number) => number) =>
        `| ${name} | ${of(0.5).toFixed(1)} ms | ${of(0.99).toFixed(1)} ms |`;
      process.stdout.write(`
| ${times.gateway.length} searches over Milvus, one at a time | p50 | p99 |
| --- | --- | --- |
${line("search service, over gRPC with certificates", (share) => at("service", share))}
${line("through a gateway, with key, limit and usage in Redis", (share) => at("gateway", share))}
${line("difference", added)}

`);
      assert.ok(added(0.5) < MOST_ADDED_MS, `${added(0.5)} ms`);
    });
    const foundIn = (answer: Row) => answer["insights"] as Found[];
    const shareOf = ([one = [], other = []]: Found[][]): number => {
      const ids = new Set(other.map(({ insight_id }) => insight_id));
      if (one.length === 0) return other.length === 0 ? 1 : 0;
      return one.filter(({ insight_id }) => ids.has(insight_id)).length / one.length;
    };
  });
});
