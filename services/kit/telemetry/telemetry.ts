import { createNoopMeter, type Meter } from "@opentelemetry/api";
import type { Logger } from "../log.ts";
import type { TelemetryConfig } from "./config.ts";

/** How a process tells what it does. */
export interface Telemetry {
  /** Makes instruments; of none, those that do nothing. */
  meter: Meter;
}

/** Tells nothing, and costs next to nothing. */
export const NO_TELEMETRY: Telemetry = { meter: createNoopMeter() };

/**
 * What the settings ask for, under the name of the process. Metrics are served on `host` from here on, before anything else
 * is opened (`metricsAddress`, HOST:PORT): a process that waits for its database tells of itself too. Rejects with `unavailable` when the port is taken.
 */
export async function openTelemetry(options: {
  process: string;
  host: string;
  config: TelemetryConfig;
  log: Logger;
}): Promise<Telemetry & { metricsAddress: string | undefined } & AsyncDisposable> {
  const { process: name, host, config, log } = options;
  await using stack = new AsyncDisposableStack();
  let { meter } = NO_TELEMETRY;
  let metricsAddress: string | undefined;
  if (config.METRICS_PORT !== undefined) {
    // Loaded when it is needed: nobody else pays for it.
    const { openMetrics } = await import("./open-metrics.ts");
    const metrics = stack.use(await openMetrics({ process: name, host, port: config.METRICS_PORT, log }));
    meter = metrics.meter;
    metricsAddress = metrics.address;
  }
  const opened = stack.move();
  return { meter, metricsAddress, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
