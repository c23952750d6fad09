import { context, type Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { setGlobalErrorHandler } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { messageOf } from "../errors.ts";
import type { Logger } from "../log.ts";
import { VERSION } from "../version.ts";

/** Spans that wait for the collector: more are dropped, whatever becomes of it. */
const QUEUE = 2_048;
const BATCH = 512;
const SEND_EVERY_MS = 2_000;
/** How long the collector may take, and how long the end of the process waits for it. */
const EXPORT_MS = 5_000;
const END_MS = 3_000;
const WARN_EVERY_MS = 60_000;

/** Makes spans and sends them to a collector. That it is away, slow or refuses them is logged once a minute and harms nothing. */
export function openTraces(options: {
  process: string;
  url: string;
  headers: Record<string, string> | undefined;
  /** Of requests that nobody traces yet. */
  ratio: number;
  log: Logger;
}): { tracer: Tracer } & AsyncDisposable {
  const { process: name, url, headers = {}, ratio, log } = options;
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((err) => {
    if (performance.now() - warnedAtMs < WARN_EVERY_MS) return;
    warnedAtMs = performance.now();
    // The message alone: an error of the exporter's may carry what was sent, headers included.
    log.warn({ reason: messageOf(err).slice(0, 200) }, "traces are lost: the collector does not take them");
  });
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, "")}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_MS,
    concurrencyLimit: 2,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": `research-insights-${name}`, "service.version": VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: QUEUE,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  });
  // What is under way knows its span wherever it goes on; there is one such memory in a process.
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  return {
    tracer: provider.getTracer("research-insights"),
    async [Symbol.asyncDispose]() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, END_MS);
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
      context.disable();
    },
  };
}
