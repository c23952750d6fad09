import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import type { Admission } from "./admission.ts";
import { toHttp } from "./errors.ts";
import { rateLimitHeaders, secondsUntilReset } from "./rate-limit.ts";

/** Answers every error of a request with `{detail}` and all headers, and logs the cause of those that are ours. */
export function createErrorHandler(deps: { admission: Admission; clock: Clock; log: Logger }) {
  const { admission, clock, log } = deps;
  return async (err: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, detail, retryAfter, standing, isOurs } = toHttp(err);
    if (isOurs) log.error({ err, method: request.method, route: request.routeOptions.url }, "a request failed");
    // What failed before the hooks has no standing yet. If the limiter itself is away, the answer goes without.
    if (!reply.hasHeader("x-ratelimit-limit")) {
      await admission.byAddress(request, reply).catch((cause: unknown) => log.error({ err: cause }, "no standing"));
    }
    const now = clock.now();
    if (standing) {
      reply.headers(rateLimitHeaders(standing, now));
      reply.header("retry-after", String(secondsUntilReset(standing, now)));
    }
    if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
    if (status === 401) reply.header("www-authenticate", 'ApiKey realm="research-insights"');
    return reply.code(status).send({ detail });
  };
}
