import type { DescMethod } from "@bufbuild/protobuf";
import { type Client, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { createHistogram, metric } from "../telemetry/metric.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { childOf, parentOf, traceparentOf, within } from "../telemetry/trace-context.ts";
import type { Channel } from "./client.ts";
import { toPath } from "./definition.ts";

const LABELS = ["rpc.method", "rpc.response.status_code"] as const;
export const RPC_SERVER_DURATION = metric({
  name: "rpc_server_call_duration_seconds",
  kind: "histogram",
  labels: LABELS,
  about:
    "Calls that were answered, of services and of the gateway's RPC; `rpc_method`: `insights.search.v1.SearchService/Search`; `rpc_response_status_code`: `OK`, `NOT_FOUND`, …",
});
export const RPC_CLIENT_DURATION = metric({
  name: "rpc_client_call_duration_seconds",
  kind: "histogram",
  labels: LABELS,
  about: "Calls of services by their clients, with all tries",
});

/** The name of a status code; there are seventeen. */
export const nameOf = (code: number | undefined): string => status[code ?? status.OK] ?? "UNKNOWN";

/** Codes that say that something is wrong here, and not with what was asked. */
const OURS: ReadonlySet<string> = new Set(
  [
    status.UNKNOWN,
    status.DEADLINE_EXCEEDED,
    status.UNIMPLEMENTED,
    status.INTERNAL,
    status.UNAVAILABLE,
    status.DATA_LOSS,
  ].map(nameOf),
);

/** Times the calls of a server. `work` answers the call, and resolves to the code that it answered with. */
export type CallObserver = (method: DescMethod, metadata: Metadata, work: () => Promise<status>) => Promise<void>;

export function createCallObserver({ meter, tracer }: Telemetry): CallObserver {
  const duration = createHistogram(meter, RPC_SERVER_DURATION);
  return async (method, metadata, work) => {
    const startedMs = performance.now();
    const name = toPath(method).slice(1);
    // Callers show a certificate of this install, or are on this machine: what they trace is traced.
    const parent = tracer && childOf(parentOf(metadata.get("traceparent")[0]));
    const attributes = { "rpc.system.name": "grpc", "rpc.method": name };
    const span = tracer?.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    const code = nameOf(await (span ? within(span, work) : work()));
    duration.record((performance.now() - startedMs) / 1_000, { "rpc.method": name, "rpc.response.status_code": code });
    span?.setAttribute("rpc.response.status_code", code);
    if (OURS.has(code)) span?.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
}

/** The same channel, and its calls are timed and tell the server which trace they belong to. */
export function observedChannel(channel: Channel, { meter, tracer }: Telemetry): Channel {
  const duration = createHistogram(meter, RPC_CLIENT_DURATION);
  const makeUnaryRequest = (path: string, ...args: unknown[]) => {
    const startedMs = performance.now();
    const name = path.slice(1);
    const attributes = { "rpc.system.name": "grpc", "rpc.method": name };
    const span =
      tracer && trace.getActiveSpan() ? tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }) : undefined;
    // Ours are called without metadata: serialize, deserialize, request, options, callback.
    const [serialize, deserialize, request, options, callback] = args as [
      unknown,
      unknown,
      unknown,
      unknown,
      (err: ServiceError | null, answer?: unknown) => void,
    ];
    const metadata = new Metadata();
    if (span) metadata.set("traceparent", traceparentOf(span));
    const answered = (err: ServiceError | null, answer?: unknown) => {
      const code = nameOf(err?.code);
      duration.record((performance.now() - startedMs) / 1_000, {
        "rpc.method": name,
        "rpc.response.status_code": code,
      });
      span?.setAttribute("rpc.response.status_code", code);
      if (OURS.has(code)) span?.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      callback(err, answer);
    };
    return Reflect.apply(channel.makeUnaryRequest, channel, [
      path,
      serialize,
      deserialize,
      request,
      metadata,
      options,
      answered,
    ]);
  };
  return {
    makeUnaryRequest: makeUnaryRequest as Client["makeUnaryRequest"],
    [Symbol.dispose]: () => channel[Symbol.dispose](),
  };
}
