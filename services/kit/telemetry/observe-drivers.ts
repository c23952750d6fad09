import { channel, tracingChannel } from "node:diagnostics_channel";
import { type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { SQLITE_CHANNEL } from "../sqlite/connection.ts";
import { createHistogram } from "./metric.ts";
import { DB_CLIENT_DURATION, HTTP_CLIENT_DURATION } from "./store-metrics.ts";
import type { Telemetry } from "./telemetry.ts";

/** What stores' drivers say of a call: its start, its end, and what it ended with. */
interface StoreCall {
  error?: unknown;
}
interface Underway {
  startedMs: number;
  span: Span | undefined;
}

const STATEMENTS = /^\s*(select|insert|update|delete|replace|begin|commit|rollback|set|create|alter|drop)\b/i;

/**
 * Times what the drivers of stores and `fetch` do. They tell of it by themselves on diagnostics channels of Node's: nothing
 * is patched, and a driver that nobody listens to does nothing more than before. No statement, argument or address is
 * kept: they have what callers sent.
 */
export function observeDrivers(telemetry: Telemetry, endpoints: Record<string, string | undefined>): Disposable {
  const stack = new DisposableStack();
  const stores = [
    { system: "mysql", name: "mysql2:query", operationOf: ({ query }: { query?: string }) => firstWord(query) },
    { system: "redis", name: "ioredis:command", operationOf: ({ command }: { command?: string }) => command },
    { system: "sqlite", name: SQLITE_CHANNEL, operationOf: ({ query }: { query?: string }) => firstWord(query) },
  ];
  const observe = storeObserver(telemetry);
  for (const { system, name, operationOf } of stores) {
    const calls = tracingChannel<StoreCall>(name);
    const listeners = observe(system, operationOf as (call: StoreCall) => string | undefined);
    calls.subscribe(listeners as never);
    stack.defer(() => void calls.unsubscribe(listeners as never));
  }
  stack.use(observeFetch(telemetry, endpoints));
  return stack;
}

/** The driver's own code, never its message: that may name what was written. */
function codeOf(err: unknown): string {
  const code = err instanceof Error && "code" in err ? String(err.code) : "";
  return /^[A-Z][A-Z0-9_]{2,50}$/.test(code) ? code : "other";
}

const firstWord = (sql = "") => STATEMENTS.exec(sql)?.[1]?.toLowerCase();

function storeObserver({ meter, tracer }: Telemetry) {
  const duration = createHistogram(meter, DB_CLIENT_DURATION);
  return (system: string, operationOf: (call: StoreCall) => string | undefined) => {
    const underway = new WeakMap<StoreCall, Underway>();
    const end = (call: StoreCall) => {
      const begun = underway.get(call);
      if (!begun) return;
      underway.delete(call);
      const { startedMs, span } = begun;
      const failed = call.error === undefined ? undefined : codeOf(call.error);
      duration.record((performance.now() - startedMs) / 1_000, {
        "db.system.name": system,
        "db.operation.name": operationOf(call) ?? "other",
        ...(failed !== undefined && { "error.type": failed }),
      });
      if (failed !== undefined) span?.setAttribute("error.type", failed).setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    };
    return {
      start(call: StoreCall) {
        const operation = operationOf(call) ?? "other";
        const attributes = { "db.system.name": system, "db.operation.name": operation };
        const span =
          tracer && trace.getActiveSpan()
            ? tracer.startSpan(`${operation} ${system}`, { kind: SpanKind.CLIENT, attributes })
            : undefined;
        underway.set(call, { startedMs: performance.now(), span });
      },
      // When the answer is there, and before whoever waits for it goes on.
      asyncStart: end,
      // Of what failed at once there is no answer.
      end(call: StoreCall) {
        if (call.error !== undefined) end(call);
      },
    };
  };
}

/** What undici, Node's own `fetch`, tells of a request. */
interface FetchEvent {
  request: { origin?: string | URL; method?: string };
  response?: { statusCode: number };
}

function observeFetch({ meter, tracer }: Telemetry, endpoints: Record<string, string | undefined>): Disposable {
  const duration = createHistogram(meter, HTTP_CLIENT_DURATION);
  const peers = new Map(
    Object.entries(endpoints).flatMap(([peer, url]) => (url === undefined ? [] : [[new URL(url).origin, peer]])),
  );
  const underway = new WeakMap<object, Underway>();
  const labelsOf = ({ origin, method }: FetchEvent["request"]) => ({
    peer: peers.get(String(origin)) ?? "other",
    "http.request.method": method === "GET" || method === "POST" ? method : "_OTHER",
  });
  const end = ({ request, response }: FetchEvent) => {
    const begun = underway.get(request);
    if (!begun) return;
    underway.delete(request);
    const status = response && String(response.statusCode);
    const failed = response === undefined ? "unavailable" : response.statusCode >= 400 ? status : undefined;
    const labels = {
      ...labelsOf(request),
      ...(status !== undefined && { "http.response.status_code": status }),
      ...(failed !== undefined && { "error.type": failed }),
    };
    duration.record((performance.now() - begun.startedMs) / 1_000, labels);
    begun.span?.setAttributes(labels);
    if (failed !== undefined) begun.span?.setStatus({ code: SpanStatusCode.ERROR });
    begun.span?.end();
  };
  const start = ({ request }: FetchEvent) => {
    const labels = labelsOf(request);
    const span =
      tracer && trace.getActiveSpan()
        ? tracer.startSpan(`${labels["http.request.method"]} ${labels.peer}`, {
            kind: SpanKind.CLIENT,
            attributes: labels,
          })
        : undefined;
    underway.set(request, { startedMs: performance.now(), span });
  };
  const stack = new DisposableStack();
  const listen = (name: string, listener: (event: FetchEvent) => void) => {
    const events = channel(`undici:request:${name}`);
    const heard = (event: unknown) => listener(event as FetchEvent);
    events.subscribe(heard);
    stack.defer(() => void events.unsubscribe(heard));
  };
  listen("create", start);
  listen("headers", end);
  listen("error", end);
  return stack;
}
