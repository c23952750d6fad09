import assert from "node:assert/strict";
import { createServer } from "node:net";
import { METRICS, toPrometheus } from "../support/metrics-table.ts";
import { type Sample, scrape, sumOf } from "../support/scrape.ts";
import { createInstallation, type Installation, type RunningServer } from "../support/server.ts";

/** A port that was free a moment ago. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describe("metrics of the running server", () => {
  let installation: Installation;
  let server: RunningServer;
  let samples: Sample[];

  before(async () => {
    installation = createInstallation();
    const port = await freePort();
    server = await installation.serve({ METRICS_PORT: String(port) });
    const { raw_key: key } = (await installation.insights("keys", "create", "--name", "n")) as { raw_key: string };
    await installation.insights("ingest", "services/document/samples/documents.jsonl");
    const [url] = server.urls;
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      await (await fetch(url + path, { headers, ...init })).text();
    };
    for (const path of ["/api/health", "/api/documents/doc_1", "/api/documents/doc_2", "/nowhere/at/all"])
      await ask(path);
    await ask("/api/insights/search", { method: "POST", body: '{"query": "wheat ending stocks forecast"}' });
    await ask("/api/documents", { headers: { "x-api-key": `fri_${"x".repeat(32)}` } });
    samples = await scrape(`127.0.0.1:${port}`);
  });
  after(() => installation.remove());

  it("count every request by the template of its route", () => {
    const count = (labels: Record<string, string>) =>
      sumOf(samples, "http_server_request_duration_seconds_count", labels);
    assert.equal(count({ http_route: "/api/health", http_response_status_code: "200" }), 1);
    assert.equal(count({ http_route: "/api/documents/{doc_id}", http_response_status_code: "404" }), 2);
    assert.equal(count({ http_route: "/api/insights/search", http_response_status_code: "200" }), 1);
    assert.equal(count({}), 6);
    assert.doesNotMatch(JSON.stringify(samples), /doc_1|nowhere|wheat|fri_/);
  });

  it("tell what was taken in, what waits, and how large the index is", () => {
    assert.equal(sumOf(samples, "insights_ingest_documents_total", { outcome: "complete" }), 10);
    assert.ok(sumOf(samples, "insights_ingest_insights_total") >= 10);
    assert.ok(sumOf(samples, "insights_ingest_bytes_total") > 1_000);
    for (const stage of ["extract", "index", "store", "publish"])
      assert.equal(sumOf(samples, "insights_ingest_stage_duration_seconds_count", { stage }), 10, stage);
    assert.equal(sumOf(samples, "insights_index_entries", { kind: "documents" }), 10);
    assert.equal(
      sumOf(samples, "insights_index_entries", { kind: "insights" }),
      sumOf(samples, "insights_ingest_insights_total"),
    );
    assert.ok(sumOf(samples, "insights_index_bytes", { kind: "memory" }) > 0);
    assert.deepEqual(
      samples.flatMap(({ name, labels }) => (name === "insights_jobs" ? labels["state"] : [])).toSorted(),
      ["extracting", "failed", "indexing", "pending"],
    );
    assert.equal(sumOf(samples, "insights_refusals_total", { reason: "unauthenticated" }), 1);
    assert.ok(sumOf(samples, "db_client_operation_duration_seconds_count", { db_system_name: "sqlite" }) > 0);
  });

  it("are those of README, with the labels that it names", () => {
    const labelsOf = new Map<string, Set<string>>();
    for (const [{ name, kind, labels }] of METRICS) {
      const names = kind === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name];
      for (const one of names) labelsOf.set(one, new Set([...labels.map(toPrometheus), "le"]));
    }
    for (const { name, labels } of samples) {
      const known = labelsOf.get(name);
      assert.ok(known, `${name} is in the table`);
      for (const label of Object.keys(labels))
        assert.ok(known.has(label), `${name} has the label ${label} in the table`);
    }
  });
});
