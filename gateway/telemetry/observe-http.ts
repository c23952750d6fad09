import { type Span, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "#kit/log.ts";
import { createHistogram, metric } from "#kit/telemetry/metric.ts";
import type { Telemetry } from "#kit/telemetry/telemetry.ts";
import { within } from "#kit/telemetry/trace-context.ts";
import { createTraceEntry } from "./trace-entry.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What is traced of a request, where traces are made. */
    span: Span | null;
  }
}

export const HTTP_SERVER_DURATION = metric({
  name: "http_server_request_duration_seconds",
  kind: "histogram",
  labels: ["http.request.method", "http.route", "http.response.status_code", "error.type"],
  about:
    "Requests over HTTP, of RPC too, from the headers to the last byte of the answer; no `http_route`: no such path; `error_type`: the status of a 5xx, or `cancelled` when the caller left",
});

/** What has a label of its own; anything may be sent as a method. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Asked every few seconds by whoever starts and stops gateways: no request of anybody. */
const PROBES: ReadonlySet<string> = new Set(["/livez", "/readyz"]);

/** Counts, times and traces every request of the app. To be called before whatever else adds hooks. */
export function observeHttp(app: FastifyInstance, { meter, tracer }: Telemetry, log: Logger): void {
  const duration = createHistogram(meter, HTTP_SERVER_DURATION);
  const templates = new Map<string, string>();
  app.addHook("onRoute", ({ url }) => void templates.set(url, toTemplate(url)));
  const labelsOf = (request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode } = reply;
    const hasLeft = !reply.raw.writableEnded;
    const { url } = request.routeOptions;
    const route = url === undefined ? undefined : templates.get(url);
    return {
      "http.request.method": METHODS.has(request.method) ? request.method : "_OTHER",
      ...(route !== undefined && { "http.route": route }),
      ...(!hasLeft && { "http.response.status_code": String(statusCode) }),
      ...(hasLeft ? { "error.type": "cancelled" } : statusCode >= 500 && { "error.type": String(statusCode) }),
    };
  };
  const enter = tracer && createTraceEntry(tracer);
  if (enter) {
    app.decorateRequest("span", null);
    app.addHook("onRequest", (request, _reply, done) => {
      const { url } = request.routeOptions;
      if (isProbe(request)) return done();
      const name = [request.method, url === undefined ? undefined : templates.get(url)].filter(Boolean).join(" ");
      request.span = enter(request, METHODS.has(request.method) ? name : "HTTP", SpanKind.SERVER);
      within(request.span, done);
    });
    // A body comes by events of the connection, which belong to no request: what follows on it is brought back.
    app.addHook("preValidation", (request, _reply, done) => {
      if (request.span) within(request.span, done);
      else done();
    });
  }
  const isLogged = log.isLevelEnabled("debug");
  app.addHook("onResponse", (request, reply, done) => {
    if (isProbe(request)) return done();
    const labels = labelsOf(request, reply);
    duration.record(reply.elapsedTime / 1_000, labels);
    const { span } = request;
    const tell = () => log.debug({ ...labels, ms: Math.round(reply.elapsedTime * 10) / 10 }, "request");
    if (isLogged) span ? within(span, tell) : tell();
    if (span) {
      span.setAttributes(labels);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
    done();
  });
}

const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean => url !== undefined && PROBES.has(url);

/** A route as OpenAPI writes it: `/documents/:id(^.+$)` is `/documents/{id}`. */
const toTemplate = (route: string): string => route.replace(/:(\w+)(?:\([^)]*\))?/g, "{$1}");
