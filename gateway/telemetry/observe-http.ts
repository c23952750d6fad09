import type { FastifyInstance, FastifyRequest } from "fastify";
import { createHistogram, metric } from "#kit/telemetry/metric.ts";
import type { Telemetry } from "#kit/telemetry/telemetry.ts";

export const HTTP_SERVER_DURATION = metric({
  name: "http_server_request_duration_seconds",
  kind: "histogram",
  labels: ["http_request_method", "http_route", "http_response_status_code", "error_type"],
  about:
    "Requests over HTTP/1.1, from the headers to the last byte of the answer; no `http_route`: no such path; `error_type`: the status of a 5xx, or `cancelled` when the caller left",
});

/** What has a label of its own; anything may be sent as a method. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts and times every request of the app. */
export function observeHttp(app: FastifyInstance, { meter }: Telemetry): void {
  const duration = createHistogram(meter, HTTP_SERVER_DURATION);
  const templates = new Map<string, string>();
  app.addHook("onRoute", ({ url }) => void templates.set(url, toTemplate(url)));
  const templateOf = ({ routeOptions: { url } }: FastifyRequest) =>
    url === undefined ? undefined : templates.get(url);
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode } = reply;
    const hasLeft = !reply.raw.writableFinished;
    const route = templateOf(request);
    duration.record(reply.elapsedTime / 1_000, {
      http_request_method: METHODS.has(request.method) ? request.method : "_OTHER",
      ...(route !== undefined && { http_route: route }),
      ...(!hasLeft && { http_response_status_code: String(statusCode) }),
      ...(hasLeft ? { error_type: "cancelled" } : statusCode >= 500 && { error_type: String(statusCode) }),
    });
    done();
  });
}

/** A route as OpenAPI writes it: `/documents/:id(^.+$)` is `/documents/{id}`. */
const toTemplate = (route: string): string => route.replace(/:(\w+)(?:\([^)]*\))?/g, "{$1}");
