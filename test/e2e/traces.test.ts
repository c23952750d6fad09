import assert from "node:assert/strict";
import { receiveTraces } from "../support/otlp-receiver.ts";
import { createInstallation, type Installation } from "../support/server.ts";

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const SAMPLED = `00-${CALLER.traceId}-${CALLER.spanId}-01`;
const QUERY = "zephyrine ending stocks forecast";

describe("traces of the running server", () => {
  let installation: Installation;
  let key: string;
  before(async () => {
    installation = createInstallation();
    key = ((await installation.insights("keys", "create", "--name", "traced")) as { raw_key: string }).raw_key;
  });
  after(() => installation.remove());

  const search = async (url: string | undefined, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api/insights/search`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", ...headers },
      body: JSON.stringify({ query: QUERY }),
    });
    assert.equal(answer.status, 200);
    await answer.text();
  };
  const isSearch = ({ name }: { name: string }) => name === "POST /api/insights/search";

  it("show one search as one trace, from the request to the stores, without what was asked or the key", async () => {
    await using collector = await receiveTraces();
    const server = await installation.serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
      OTEL_TRACES_SAMPLER_ARG: "1",
    });
    await search(server.urls[0]);
    await server.end();
    const root = collector.spans.find(isSearch);
    assert.ok(root, "the request is a span");
    assert.equal(root.attributes["http.response.status_code"], "200");
    const trace = collector.spans.filter(({ traceId }) => traceId === root.traceId);
    const names = trace.map(({ name }) => name);
    assert.ok(names.includes("Search"), `the search is a span: ${names.join(", ")}`);
    assert.ok(names.includes("CheckKey"), `the look-up of the key is a span: ${names.join(", ")}`);
    assert.ok(names.includes("commit sqlite"), `recording its usage is a span: ${names.join(", ")}`);
    const ids = new Set(trace.map(({ spanId }) => spanId));
    for (const { name, spanId, parentSpanId } of trace)
      assert.ok(spanId === root.spanId || ids.has(parentSpanId ?? ""), `${name} has its parent in the trace`);
    assert.equal(collector.headers[0]?.authorization, "Bearer of-the-collector");
    for (const secret of [key, "zephyrine", "of-the-collector"]) assert.ok(!collector.text().includes(secret), secret);
  });

  it("follow a caller's trace only through a trusted proxy; else it is a link", async () => {
    await using collector = await receiveTraces();
    const OTEL = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: "0" };
    const open = await installation.serve(OTEL);
    await search(open.urls[0], { traceparent: SAMPLED });
    await open.end();
    assert.equal(collector.spans.length, 0, "nobody makes us trace what we would not");

    const behind = await installation.serve({ ...OTEL, TRUSTED_PROXIES: "127.0.0.1" });
    await search(behind.urls[0], { traceparent: SAMPLED, "x-forwarded-for": "192.0.2.1" });
    await search(behind.urls[0], { traceparent: "00-nonsense-01", "x-forwarded-for": "192.0.2.1" });
    await search(behind.urls[0], { traceparent: SAMPLED.replace(/01$/, "00"), "x-forwarded-for": "192.0.2.1" });
    await behind.end();
    const roots = collector.spans.filter(isSearch);
    assert.equal(roots.length, 1);
    assert.equal(roots[0]?.traceId, CALLER.traceId);
    assert.equal(roots[0]?.parentSpanId, CALLER.spanId);

    const linked = await installation.serve({ ...OTEL, OTEL_TRACES_SAMPLER_ARG: "1" });
    await search(linked.urls[0], { traceparent: SAMPLED });
    await linked.end();
    const own = collector.spans.filter(isSearch)[1];
    assert.notEqual(own?.traceId, CALLER.traceId);
    assert.deepEqual(
      own?.links.map(({ traceId }) => traceId),
      [CALLER.traceId],
    );
  });

  it("cost no request when the collector refuses them or is away", async () => {
    await using refusing = await receiveTraces(401);
    for (const url of [refusing.url, "http://127.0.0.1:1"]) {
      const server = await installation.serve({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: "1" });
      for (let i = 0; i < 20; i += 1) await search(server.urls[0]);
      assert.equal(await server.end(), 0);
    }
  });
});
