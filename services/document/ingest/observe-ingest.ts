import { ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import { createCounter, metric } from "#kit/telemetry/metric.ts";
import { createObserver, failed } from "#kit/telemetry/observer.ts";
import type { Telemetry } from "#kit/telemetry/telemetry.ts";
import { within } from "#kit/telemetry/trace-context.ts";
import type { LeasedJob, Outcome } from "../job-ports.ts";
import type { Parts } from "./take-in.ts";

export const INGESTED_DOCUMENTS = metric({
  name: "insights_ingest_documents_total",
  kind: "counter",
  labels: ["outcome"],
  about: "Tries to take a document in; `outcome`: `complete`, `failed` for good, `retried` later",
});
export const INGESTED_INSIGHTS = metric({
  name: "insights_ingest_insights_total",
  kind: "counter",
  labels: [],
  about: "Insights of documents that were taken in",
});
export const INGESTED_BYTES = metric({
  name: "insights_ingest_bytes_total",
  kind: "counter",
  labels: [],
  about: "Bytes of documents that were taken in, as they were submitted",
});
export const INGEST_STAGE_DURATION = metric({
  name: "insights_ingest_stage_duration_seconds",
  kind: "histogram",
  labels: ["stage", "error.type"],
  about:
    "A document's stages; `stage`: `extract` (parsing and the rules, with the wait for a thread), `model` (a language model's answers), `index`, `store`, `publish`",
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600],
});

export const INGEST_METRICS = [INGESTED_DOCUMENTS, INGESTED_INSIGHTS, INGESTED_BYTES, INGEST_STAGE_DURATION];

/** What a worker tells of documents. */
export interface IngestObserver {
  /** The same parts, and what they do is timed by stages. */
  parts(parts: Parts): Parts;
  /** Takes one document in, as a trace of its own. */
  document(job: LeasedJob, takeIn: () => Promise<void>): Promise<void>;
  /** What became of a try that did not end well. */
  givenBack(outcome: Outcome): void;
}

export function observeIngest(telemetry: Telemetry): IngestObserver {
  const { meter, tracer } = telemetry;
  const documents = createCounter(meter, INGESTED_DOCUMENTS);
  const insights = createCounter(meter, INGESTED_INSIGHTS);
  const bytes = createCounter(meter, INGESTED_BYTES);
  // From the start: what a counter begins with has not risen to Prometheus, and all that was tried may fail at once.
  for (const outcome of ["complete", "failed", "retried"]) documents.add(0, { outcome });
  insights.add(0);
  bytes.add(0);
  const stage = createObserver(telemetry, INGEST_STAGE_DURATION, SpanKind.INTERNAL);
  const timed = <Result>(name: string, work: () => Promise<Result>) => stage(name, { stage: name }, work);
  return {
    parts: (parts) => ({
      ...parts,
      pool: {
        make: (...args) => timed("extract", () => parts.pool.make(...args)),
        prepare: (...args) => timed("extract", () => parts.pool.prepare(...args)),
        finish: (...args) => timed("extract", () => parts.pool.finish(...args)),
        [Symbol.asyncDispose]: () => parts.pool[Symbol.asyncDispose](),
      },
      asker: parts.asker && {
        ...parts.asker,
        answers: (...args) => timed("model", () => parts.asker?.answers(...args) ?? Promise.resolve([])),
      },
      index: {
        stage: (...args) => timed("index", () => parts.index.stage(...args)),
        publish: (...args) => timed("publish", () => parts.index.publish(...args)),
      },
      store: {
        ...parts.store,
        async replace(version, ...rest) {
          const isReplaced = await timed("store", () => parts.store.replace(version, ...rest));
          if (isReplaced) insights.add(version.insightCount);
          return isReplaced;
        },
      },
    }),
    async document({ contentBytes }, takeIn) {
      const span = tracer?.startSpan("ingest document", { kind: SpanKind.CONSUMER }, ROOT_CONTEXT);
      try {
        await (span ? within(span, takeIn) : takeIn());
        documents.add(1, { outcome: "complete" });
        bytes.add(contentBytes);
      } catch (err) {
        if (span) failed(span, err);
        throw err;
      } finally {
        span?.end();
      }
    },
    givenBack: ({ state }) => documents.add(1, { outcome: state === "failed" ? "failed" : "retried" }),
  };
}
