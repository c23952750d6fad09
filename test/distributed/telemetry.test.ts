import assert from "node:assert/strict";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { METRICS, toPrometheus } from "../support/metrics-table.ts";
import { type OtlpReceiver, receiveTraces } from "../support/otlp-receiver.ts";
import { scrape } from "../support/scrape.ts";
import type { RunningServer } from "../support/server.ts";
import { type Distributed, NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

const QUERY = "zephyrine ending stocks forecast";
const UNKNOWN_KEY = `fri_${"unknown1".repeat(4)}`;
const TOKEN = "token.of.nobody-at-all";

needing(NEEDED, () => {
  describe("metrics, traces and logs of separate processes", function () {
    this.timeout(600_000);
    let collector: OtlpReceiver;
    let install: Distributed;
    let gateways: RunningServer;
    let key: string;

    before(async () => {
      collector = await receiveTraces();
      install = await startDistributed({
        METRICS_PORT: "0",
        LOG_LEVEL: "debug",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=secret-of-the-collector",
        OTEL_TRACES_SAMPLER_ARG: "1",
      });
      gateways = await install.serve();
      key = ((await install.insights("keys", "create", "--name", "n")) as { raw_key: string }).raw_key;
      await install.insights("ingest", "services/document/samples/documents.jsonl");
      const [url = ""] = gateways.urls;
      const json = { "content-type": "application/json" };
      const post = async (path: string, headers: Record<string, string>, body: object) =>
        (
          await fetch(url + path, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) })
        ).text();
      await post("/api/insights/search", { "x-api-key": key }, { query: QUERY });
      await post("/api/insights/search", { "x-api-key": key }, { query: "" });
      // Keys and tokens wherever somebody may put one.
      for (const secret of [key, UNKNOWN_KEY, TOKEN]) {
        await post(`/api/insights/search?key=${secret}`, { "x-api-key": secret }, { query: secret, key: secret });
        await post("/mcp", { authorization: `Bearer ${secret}` }, { [secret]: secret });
        await post(`/${secret}`, { cookie: secret, "x-api-key": secret }, {});
        await (await fetch(`${url}/api/documents/${secret}`, { headers: { "x-api-key": secret } })).text();
        await (
          await fetch(`${url}/console/content/me/usage`, { headers: { authorization: `Bearer ${secret}` } })
        ).text();
      }
      const call = { name: "search_insights", arguments: { query: QUERY } };
      await post(
        "/mcp",
        { authorization: `Bearer ${key}` },
        { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
      );
      const native = createClient(SearchService, createGrpcTransport({ baseUrl: gateways.nativeUrls[0] ?? "" }));
      await native.search({ query: QUERY }, { headers: { "x-api-key": key } });
    });
    after(async () => {
      await install?.remove();
      await collector?.[Symbol.asyncDispose]();
    });

    const parts = () => [...install.gateways, ...Object.values(install.parts).flat()];

    it("every metric of README's table is told by some process, and no label that it does not name", async () => {
      const samples = (await Promise.all(parts().map(({ metricsAddress }) => scrape(metricsAddress)))).flat();
      for (const [{ name, kind, labels }] of METRICS) {
        // No endpoint of another kind is asked in this install.
        if (name === "http_client_request_duration_seconds") continue;
        const of = samples.filter((one) => one.name === (kind === "histogram" ? `${name}_count` : name));
        assert.notEqual(of.length, 0, `some process tells ${name}`);
        const told = new Set(of.flatMap((one) => Object.keys(one.labels)));
        for (const label of told) assert.ok(labels.map(toPrometheus).includes(label), `${name} has ${label}`);
        const missing = labels
          .map(toPrometheus)
          .filter((label) => label !== "error_type" && label !== "tier" && !told.has(label));
        assert.deepEqual(missing, [], `the labels of ${name}`);
      }
      const systems = new Set(samples.flatMap(({ labels }) => labels["db_system_name"] ?? []));
      assert.deepEqual([...systems].toSorted(), ["milvus", "mysql", "redis"]);
      assert.doesNotMatch(JSON.stringify(samples), new RegExp(`zephyrine|${key}|${UNKNOWN_KEY}|${TOKEN}`));
    });

    it("one search is one trace through gateway, search service, MySQL and Milvus", async () => {
      const isSearch = (span: { name: string; attributes: Record<string, string> }) =>
        span.name === "POST /api/insights/search" && span.attributes["http.response.status_code"] === "200";
      const whole = await collector.until((spans) => {
        const ids = new Set(spans.filter(isSearch).map(({ traceId }) => traceId));
        return spans.some(({ traceId, name }) => ids.has(traceId) && name === "search milvus");
      });
      const root = whole.find(isSearch);
      assert.ok(root);
      const trace = collector.spans.filter(({ traceId }) => traceId === root.traceId);
      const has = (process: string, name: string) =>
        trace.some((span) => span.process === `research-insights-${process}` && span.name === name);
      const all = trace.map(({ process, name }) => `${process}: ${name}`).join(", ");
      assert.ok(has("gateway", "insights.search.v1.SearchService/Search"), all);
      assert.ok(has("search", "insights.search.v1.SearchService/Search"), all);
      assert.ok(has("search", "select mysql"), all);
      assert.ok(has("search", "search milvus"), all);
      const parentOf = new Map(trace.map(({ spanId, parentSpanId }) => [spanId, parentSpanId]));
      for (const { spanId } of trace) {
        let at: string | undefined = spanId;
        for (let up = parentOf.get(at); up; up = parentOf.get(up)) at = up;
        assert.equal(at, root.spanId, all);
      }
    });

    it("a document is a trace of its own, from the worker to the search service", async () => {
      await collector.until((spans) => {
        const ids = new Set(spans.filter(({ name }) => name === "ingest document").map(({ traceId }) => traceId));
        const named = (name: string) => spans.some((span) => ids.has(span.traceId) && span.name === name);
        return named("insights.search.v1.SearchService/StageDocument") && named("upsert milvus");
      });
    });

    it("log lines name the trace; no log and no span has a key, a token or a question", () => {
      const logs = parts()
        .map((part) => part.logged())
        .join("\n");
      assert.match(logs, /"trace_id":"[0-9a-f]{32}","span_id":"[0-9a-f]{16}".*"msg":"request"/);
      for (const secret of [key, UNKNOWN_KEY, TOKEN, "secret-of-the-collector", "zephyrine"]) {
        assert.ok(!logs.includes(secret), `${secret} in the logs`);
        assert.ok(!collector.text().includes(secret), `${secret} in the spans`);
      }
    });
  });
});
