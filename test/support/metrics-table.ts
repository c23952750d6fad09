import { HTTP_SERVER_DURATION } from "../../gateway/telemetry/observe-http.ts";
import { MCP_TOOL_DURATION } from "../../gateway/telemetry/observe-tools.ts";
import { REFUSALS } from "../../gateway/telemetry/refusals.ts";
import { USAGE_STREAM_EVENTS } from "../../services/account/observe-stream.ts";
import { INGEST_METRICS } from "../../services/document/ingest/observe-ingest.ts";
import { JOBS } from "../../services/document/observe-jobs.ts";
import { RPC_CLIENT_DURATION, RPC_SERVER_DURATION } from "../../services/kit/grpc/observe.ts";
import { CERTIFICATE_END } from "../../services/kit/grpc/observe-certificates.ts";
import { REDIS_CONNECTED } from "../../services/kit/redis/observe-redis.ts";
import type { MetricDefinition } from "../../services/kit/telemetry/metric.ts";
import { PROCESS_METRICS } from "../../services/kit/telemetry/process-metrics.ts";
import { DB_CLIENT_DURATION, HTTP_CLIENT_DURATION } from "../../services/kit/telemetry/store-metrics.ts";
import { INDEX_BYTES, INDEXED } from "../../services/search/observe-index.ts";

/** Every metric that there is, and which processes have it. */
export const METRICS: [MetricDefinition, string][] = [
  [HTTP_SERVER_DURATION, "gateway"],
  [MCP_TOOL_DURATION, "gateway"],
  [REFUSALS, "gateway"],
  [RPC_SERVER_DURATION, "all but worker"],
  [RPC_CLIENT_DURATION, "all but account"],
  [DB_CLIENT_DURATION, "all"],
  [HTTP_CLIENT_DURATION, "all"],
  [CERTIFICATE_END, "all"],
  [REDIS_CONNECTED, "gateway, account"],
  [USAGE_STREAM_EVENTS, "account"],
  [JOBS, "document"],
  ...INGEST_METRICS.map((one): [MetricDefinition, string] => [one, "worker"]),
  [INDEXED, "search"],
  [INDEX_BYTES, "search"],
  ...PROCESS_METRICS.map((one): [MetricDefinition, string] => [one, "all"]),
];

/** A label as Prometheus sees it. */
export const toPrometheus = (label: string): string => label.replaceAll(".", "_");

/** The metrics as README's table has them. */
export function metricsTable(): string {
  const rows = METRICS.map(
    ([{ name, kind, labels, about }, processes]) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${toPrometheus(label)}\``).join(", ")} | ${about} | ${processes} |`,
  );
  return ["| metric | kind | labels | what it is | of |", "|---|---|---|---|---|", ...rows].join("\n");
}

if (import.meta.main) process.stdout.write(`${metricsTable()}\n`);
