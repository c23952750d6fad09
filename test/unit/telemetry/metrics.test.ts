import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { createServer } from "node:net";
import { pino } from "pino";
import { CERTIFICATE_END, observeCertificates } from "#kit/grpc/observe-certificates.ts";
import { createCounter, createGauge, metric } from "#kit/telemetry/metric.ts";
import { openTelemetry } from "#kit/telemetry/telemetry.ts";
import { createRefusals, REFUSALS } from "../../../gateway/telemetry/refusals.ts";
import {
  INGESTED_BYTES,
  INGESTED_DOCUMENTS,
  INGESTED_INSIGHTS,
  observeIngest,
} from "../../../services/document/ingest/observe-ingest.ts";
import { createAuthority } from "../../support/certificates.ts";
import { scrape, sumOf } from "../../support/scrape.ts";

const log = pino({ level: "silent" });
const open = (METRICS_PORT: number | undefined, host = "127.0.0.1") =>
  openTelemetry({ process: "test", host, config: { METRICS_PORT, OTEL_TRACES_SAMPLER_ARG: 0 }, log });

const TAKEN = metric({ name: "test_taken_total", kind: "counter", labels: ["from"], about: "What was taken" });
const SLOW = metric({ name: "test_slow", kind: "gauge", labels: [], about: "What never answers" });

describe("metrics of a process", () => {
  it("serves GET /metrics and nothing else", async () => {
    await using telemetry = await open(0);
    const url = `http://${telemetry.metricsAddress}`;
    const answer = await fetch(`${url}/metrics`);
    assert.equal(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    assert.match(
      await answer.text(),
      /^insights_build_info\{process="test",version="\d+\.\d+\.\d+",node_version="24\..*"\} 1$/m,
    );
    for (const [path, method, status] of [
      ["/", "GET", 404],
      ["/metrics/x", "GET", 404],
      ["/metrics", "POST", 405],
    ] as const) {
      const refused = await fetch(url + path, { method });
      assert.equal(refused.status, status, `${method} ${path}`);
      assert.match(((await refused.json()) as { detail: string }).detail, /\/metrics|use GET/);
    }
  });

  it("listens nowhere and counts nothing where no port is set", async () => {
    await using telemetry = await open(undefined);
    assert.equal(telemetry.metricsAddress, undefined);
    createCounter(telemetry.meter, TAKEN).add(1, { from: "here" });
  });

  it("tells what was counted, under the name of the definition", async () => {
    await using telemetry = await open(0);
    const taken = createCounter(telemetry.meter, TAKEN);
    taken.add(2, { from: "here" });
    taken.add(1, { from: "here" });
    const text = await (await fetch(`http://${telemetry.metricsAddress}/metrics`)).text();
    assert.match(
      text,
      /^# HELP test_taken_total What was taken\n# TYPE test_taken_total counter\ntest_taken_total\{from="here"\} 3$/m,
    );
  });

  it("tells of documents and refusals before there are any, so that the first ones are a rise", async () => {
    await using telemetry = await open(0);
    observeIngest(telemetry);
    createRefusals(telemetry);
    const zeros = (await scrape(telemetry.metricsAddress)).filter(({ value }) => value === 0);
    for (const outcome of ["complete", "failed", "retried"])
      assert.ok(zeros.some(({ name, labels }) => name === INGESTED_DOCUMENTS.name && labels["outcome"] === outcome));
    for (const { name } of [INGESTED_INSIGHTS, INGESTED_BYTES, REFUSALS])
      assert.ok(
        zeros.some((one) => one.name === name),
        name,
      );
  });

  it("tells when the certificate in use ends, or the last authority that it may be of", async () => {
    using authority = createAuthority();
    const { ca, cert } = authority.tls("service").current;
    const endOf = (pem: Buffer) => new X509Certificate(pem).validToDate.getTime() / 1_000;
    // Leaves stand for authorities that end earlier.
    for (const [current, end] of [
      [{ ca, cert }, endOf(cert)],
      [{ ca: cert, cert: ca }, endOf(cert)],
      [{ ca: Buffer.concat([cert, ca]), cert: ca }, endOf(ca)],
    ] as const) {
      await using telemetry = await open(0);
      observeCertificates(telemetry.meter, { current: { ...current, key: Buffer.alloc(0) } });
      const samples = await scrape(telemetry.metricsAddress);
      assert.equal(sumOf(samples, CERTIFICATE_END.name), end);
    }
    assert.notEqual(endOf(ca), endOf(cert));
  });

  it("tells the rest within seconds when something that is asked does not answer", async () => {
    await using telemetry = await open(0);
    createGauge(telemetry.meter, SLOW).addCallback(() => new Promise(() => undefined));
    const text = await (await fetch(`http://${telemetry.metricsAddress}/metrics`)).text();
    assert.match(text, /^process_memory_usage_bytes \d+$/m);
    assert.doesNotMatch(text, /^test_slow/m);
  });

  it("names the setting when the port is taken", async () => {
    await using taken = createServer().listen(0, "127.0.0.1");
    const { port } = await new Promise<{ port: number }>((resolve) =>
      taken.once("listening", () => resolve(taken.address() as { port: number })),
    );
    await assert.rejects(open(port), { message: /another program listens there. Set METRICS_PORT or HOST/ });
  });
});
