import type { Meter } from "@opentelemetry/api";
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { emptyResource } from "@opentelemetry/resources";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import type { Logger } from "../log.ts";
import { serveMetrics } from "./metrics-server.ts";
import { observeProcess } from "./process-metrics.ts";

/** How long all that is looked up may take, together: Prometheus waits ten seconds. */
const COLLECT_MS = 3_000;
const WARN_EVERY_MS = 60_000;

/** Keeps what Prometheus asks for; nothing is sent anywhere by itself. */
class PulledReader extends MetricReader {
  protected override onForceFlush = async () => undefined;
  protected override onShutdown = async () => undefined;
}

/** Instruments, and an HTTP server that tells what they have counted. */
export async function openMetrics(options: {
  process: string;
  host: string;
  port: number;
  log: Logger;
}): Promise<{ meter: Meter; address: string } & AsyncDisposable> {
  const { host, port, log } = options;
  const reader = new PulledReader();
  const provider = new MeterProvider({ readers: [reader], resource: emptyResource() });
  // Without OpenTelemetry's own labels of the scope and the target: there is one scope, and `insights_build_info`.
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const meter = provider.getMeter("research-insights");
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  await using stack = new AsyncDisposableStack();
  stack.defer(() => provider.shutdown());
  stack.use(observeProcess(meter, options.process));
  const server = await serveMetrics({
    host,
    port,
    async collect() {
      const { resourceMetrics, errors } = await reader.collect({ timeoutMillis: COLLECT_MS });
      if (errors.length > 0 && performance.now() - warnedAtMs > WARN_EVERY_MS) {
        warnedAtMs = performance.now();
        log.warn({ err: errors[0] }, "some metrics are left out: what they are asked of does not answer");
      }
      return serializer.serialize(resourceMetrics);
    },
  });
  stack.use(server);
  process.stderr.write(`research-insights ${options.process} tells its metrics at http://${server.address}/metrics\n`);
  const opened = stack.move();
  return { meter, address: server.address, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
