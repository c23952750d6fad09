import assert from "node:assert/strict";
import { SpanKind } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { pino } from "pino";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import { openTelemetry } from "#kit/telemetry/telemetry.ts";
import { createTraceEntry } from "../../../gateway/telemetry/trace-entry.ts";
import { errorOf, WAYS } from "../../support/rpc-ways.ts";
import { scrape, sumOf } from "../../support/scrape.ts";
import { callTool } from "./mcp-messages.ts";
import { KEY, keyNamed, keyState, openGateway } from "./open-gateway.ts";
import { openListening } from "./open-listening.ts";

const open = () =>
  openTelemetry({
    process: "test",
    host: "127.0.0.1",
    config: { METRICS_PORT: 0, OTEL_TRACES_SAMPLER_ARG: 0 },
    log: pino({ level: "silent" }),
  });
const DURATION = "http_server_request_duration_seconds_count";
const CALLS = "rpc_server_call_duration_seconds_count";
const TOOLS = "mcp_server_operation_duration_seconds_count";
const REFUSALS = "insights_refusals_total";

describe("gateway: metrics", () => {
  it("count REST by route and status, and probes not at all", async () => {
    await using telemetry = await open();
    await using gateway = await openGateway({ telemetry, readiness: { problem: async () => undefined } });
    await gateway.search({ query: "tonnage" });
    await gateway.search({ query: "" });
    await gateway.get("/api/documents/doc_1");
    await gateway.get("/api/documents/doc_nowhere");
    assert.equal((await gateway.get("/livez")).statusCode, 200);
    await gateway.send({ method: "PROPFIND", url: "/elsewhere" });
    gateway.upstreams.search.search = () => Promise.reject(new DomainError("unavailable", "no index"));
    await gateway.search({ query: "tonnage" });
    const samples = await scrape(telemetry.metricsAddress);
    const count = (labels: Record<string, string>) => sumOf(samples, DURATION, labels);
    const search = { http_route: "/api/insights/search", http_request_method: "POST" };
    assert.equal(count({ ...search, http_response_status_code: "200" }), 1);
    assert.equal(count({ ...search, http_response_status_code: "400" }), 1);
    assert.equal(count({ ...search, http_response_status_code: "500", error_type: "500" }), 1);
    assert.equal(count({ http_route: "/api/documents/{doc_id}", http_response_status_code: "200" }), 1);
    assert.equal(count({ http_route: "/api/documents/{doc_id}", http_response_status_code: "404" }), 1);
    assert.equal(count({}), 6);
    const methods = new Set(samples.flatMap(({ labels }) => labels["http_request_method"] ?? []));
    assert.deepEqual([...methods].toSorted(), ["GET", "POST", "_OTHER"]);
  });

  for (const name of WAYS) {
    it(`count ${name} by method and gRPC's code`, async () => {
      await using telemetry = await open();
      await using gateway = await openListening({ telemetry });
      const way = gateway.way(name);
      await way(SearchService.method.search, { query: "tonnage" });
      await errorOf(way(SearchService.method.search, { query: "" }));
      await errorOf(way(SearchService.method.search, { query: "tonnage" }, { headers: {} }));
      await errorOf(way(SearchService.method.getIndexStatus, {}));
      const samples = await scrape(telemetry.metricsAddress);
      const count = (rpc_method: string, rpc_response_status_code: string) =>
        sumOf(samples, CALLS, {
          rpc_method: `insights.search.v1.SearchService/${rpc_method}`,
          rpc_response_status_code,
        });
      assert.equal(count("Search", "OK"), 1);
      assert.equal(count("Search", "INVALID_ARGUMENT"), 1);
      assert.equal(count("Search", "UNAUTHENTICATED"), 1);
      assert.equal(count("GetIndexStatus", "UNIMPLEMENTED"), 1);
      assert.equal(sumOf(samples, CALLS), 4);
    });
  }

  it("count MCP by tool, with what went wrong", async () => {
    await using telemetry = await open();
    await using gateway = await openGateway({ telemetry });
    await callTool(gateway, "2026-07-28", "search_insights", { query: "tonnage" });
    await callTool(gateway, "2026-07-28", "get_document", { doc_id: "doc_nowhere" });
    await callTool(gateway, "2026-07-28", "get_document", {});
    const samples = await scrape(telemetry.metricsAddress);
    assert.equal(sumOf(samples, TOOLS, { gen_ai_tool_name: "search_insights" }), 1);
    assert.equal(sumOf(samples, TOOLS, { gen_ai_tool_name: "get_document", error_type: "notFound" }), 1);
    assert.equal(sumOf(samples, TOOLS, { gen_ai_tool_name: "get_document", error_type: "invalid" }), 1);
  });

  it("count refusals by reason and tier, in every protocol, and name no key", async () => {
    await using telemetry = await open();
    await using gateway = await openListening({
      telemetry,
      tiers: { free: 3, pro: 1 },
      freeMonthlyAllowance: 1,
    });
    gateway.accounts.set(keyNamed("pro"), keyState({ keyId: "key-2", tier: "pro" }));
    for (let i = 0; i < 3; i += 1) await gateway.search({ query: "tonnage" });
    await gateway.search({ query: "tonnage" });
    await callTool(gateway, "2026-07-28", "list_filter_options");
    await errorOf(gateway.way("gRPC by grpc-js")(SearchService.method.search, { query: "tonnage" }));
    for (let i = 0; i < 2; i += 1) await gateway.get("/api/documents", { "x-api-key": keyNamed("pro") });
    await gateway.get("/api/documents", { "x-api-key": keyNamed("nobodys") });
    await gateway.get("/console/content/me/usage");
    const samples = await scrape(telemetry.metricsAddress);
    const count = (reason: string, tier = "") => sumOf(samples, REFUSALS, { reason, ...(tier === "" ? {} : { tier }) });
    assert.equal(count("allowance", "free"), 2);
    assert.equal(count("rate", "free"), 3);
    assert.equal(count("rate", "pro"), 1);
    assert.equal(count("unauthenticated"), 2);
    assert.ok(!JSON.stringify(samples).includes(KEY));
  });
});

describe("gateway: whose trace a request belongs to", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const open = () => {
    const exporter = new InMemorySpanExporter();
    const provider = new TracerProvider({
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(0) }),
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    });
    const made = async () => {
      await provider.forceFlush();
      return exporter.getFinishedSpans().map((span) => span.parentSpanContext?.spanId);
    };
    return { tracer: provider.getTracer("test"), made };
  };
  const behindProxy = ["10.0.0.1", "192.0.2.1"];

  it("a proxy that passes on what callers ask for has no more than twenty traces a second made", async () => {
    const { tracer, made } = open();
    let now = 1_000;
    const enter = createTraceEntry(tracer, () => now);
    const ask = () => {
      for (let i = 0; i < 50; i += 1)
        enter({ headers: { traceparent }, ips: behindProxy }, "GET", SpanKind.SERVER).end();
    };
    ask();
    assert.deepEqual(await made(), new Array(20).fill("b7ad6b7169203331"));
    now += 1_000;
    ask();
    assert.equal((await made()).length, 40);
  });

  it("nobody else's is followed, and what is none is ignored", async () => {
    const { tracer, made } = open();
    const enter = createTraceEntry(tracer);
    for (const ips of [undefined, ["192.0.2.1"]])
      enter({ headers: { traceparent }, ips }, "GET", SpanKind.SERVER).end();
    const wrong = [
      "",
      "00",
      `${traceparent}, ${traceparent}`,
      traceparent.replace("0af7", "zzzz"),
      `ff${traceparent.slice(2)}`,
    ];
    for (const one of wrong) enter({ headers: { traceparent: one }, ips: behindProxy }, "GET", SpanKind.SERVER).end();
    assert.deepEqual(await made(), []);
  });
});
