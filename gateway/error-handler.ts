import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import type { Admission } from "./admission.ts";
import { type HttpError, toHttp } from "./errors.ts";
import { rateLimitHeaders, secondsUntilReset } from "./rate-limit.ts";
import type { CountRefusal } from "./telemetry/refusals.ts";

export interface ErrorHandling {
  /**
   * What to say of an error. Puts all headers on the reply, whatever protocol it speaks, and logs the cause of an error
   * that is ours.
   */
  tell(err: unknown, request: FastifyRequest, reply: FastifyReply): Promise<HttpError>;
  /** Answers an error with `{detail}`. */
  answer(err: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export function createErrorHandling(deps: {
  admission: Admission;
  countRefusal: CountRefusal;
  clock: Clock;
  log: Logger;
}): ErrorHandling {
  const { admission, countRefusal, clock, log } = deps;
  const tell = async (err: unknown, request: FastifyRequest, reply: FastifyReply) => {
    countRefusal(err);
    const told = toHttp(err);
    const { status, retryAfter, standing, isOurs } = told;
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
    // RFC 6750, section 3.1: a token that was given too little is told what to ask for.
    const isScopeLacking = status === 403 && request.challenge.includes("insufficient_scope");
    if (status === 401 || isScopeLacking) reply.header("www-authenticate", request.challenge);
    return told;
  };
  return {
    tell,
    async answer(err, request, reply) {
      const { status, detail } = await tell(err, request, reply);
      return reply.code(status).send({ detail });
    },
  };
}
