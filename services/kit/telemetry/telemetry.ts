import { createNoopMeter, type Meter, type Tracer } from "@opentelemetry/api";
import type { Logger } from "../log.ts";
import type { TelemetryConfig } from "./config.ts";

/** How a process tells what it does. */
export interface Telemetry {
  /** Makes instruments; where nobody asks for metrics, those that do nothing. */
  meter: Meter;
  /** Makes spans; undefined where no traces are sent. */
  tracer: Tracer | undefined;
}

/** Tells nothing, and costs next to nothing. */
export const NO_TELEMETRY: Telemetry = { meter: createNoopMeter(), tracer: undefined };

/**
 * What the settings ask for, under the name of the process. Metrics are served on `host` from here on, before anything else
 * is opened (`metricsAddress`, HOST:PORT): a process that waits for its database tells of itself too. `endpoints`: services
 * that it asks over HTTP, by what they are to it. Rejects with `unavailable` when the port is taken.
 */
export async function openTelemetry(options: {
  process: string;
  host: string;
  config: TelemetryConfig;
  endpoints?: Record<string, string | undefined>;
  log: Logger;
}): Promise<Telemetry & { metricsAddress: string | undefined } & AsyncDisposable> {
  const { process: name, host, config, endpoints = {}, log } = options;
  await using stack = new AsyncDisposableStack();
  let { meter, tracer } = NO_TELEMETRY;
  let metricsAddress: string | undefined;
  // Each is loaded when it is needed: nobody else pays for it.
  if (config.METRICS_PORT !== undefined) {
    const { openMetrics } = await import("./open-metrics.ts");
    const metrics = stack.use(await openMetrics({ process: name, host, port: config.METRICS_PORT, log }));
    meter = metrics.meter;
    metricsAddress = metrics.address;
  }
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const { openTraces } = await import("./open-traces.ts");
    ({ tracer } = stack.use(
      openTraces({
        process: name,
        url: config.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: config.OTEL_EXPORTER_OTLP_HEADERS,
        ratio: config.OTEL_TRACES_SAMPLER_ARG,
        log,
      }),
    ));
  }
  if (metricsAddress !== undefined || tracer) {
    const { observeDrivers } = await import("./observe-drivers.ts");
    stack.use(observeDrivers({ meter, tracer }, endpoints));
  }
  const opened = stack.move();
  return { meter, tracer, metricsAddress, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
