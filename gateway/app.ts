import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Clock } from "#kit/clock.ts";
import type { Logger } from "#kit/log.ts";
import { createAdmission, type Tiers } from "./admission.ts";
import { createMemoryAllowance } from "./allowance.ts";
import { createAuthenticator } from "./auth.ts";
import { toHttp } from "./errors.ts";
import { preflightHeaders, STANDARD_HEADERS } from "./headers.ts";
import type { KeyCache } from "./key-cache.ts";
import { createMemoryLimiter } from "./limiters/memory-limiter.ts";
import { createOperations } from "./operations.ts";
import { type Limiter, rateLimitHeaders, secondsUntilReset } from "./rate-limit.ts";
import { documentsRest } from "./rest/documents.ts";
import { healthRest } from "./rest/health.ts";
import { acceptJsonOnly } from "./rest/json-body.ts";
import { openapiRest } from "./rest/openapi.ts";
import { searchRest } from "./rest/search.ts";
import { collectRoutes } from "./routes.ts";
import { answerBrokenHttp } from "./server-errors.ts";
import type { Upstreams } from "./upstreams.ts";
import { createUsageRecorder } from "./usage.ts";

/** What the gateway needs from outside. */
export interface GatewayDeps {
  upstreams: Upstreams;
  /** Counts requests by key and by address. */
  limiter: Limiter;
  keys: KeyCache;
  /** Requests a minute by tier. */
  tiers: Tiers;
  /** Counted operations a calendar month (UTC) for each account over its free keys. */
  freeMonthlyAllowance: number;
  /** IP addresses or ranges of proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** The address by which callers reach the API, for its description. */
  publicUrl?: string | undefined;
  clock: Clock;
  log: Logger;
}

/** The REST API as a Fastify app that does not listen. */
export async function buildGateway(deps: GatewayDeps): Promise<FastifyInstance> {
  const { upstreams, limiter, keys, tiers, clock, log } = deps;
  const unknownKeys = createMemoryLimiter({ clock, windowMs: 60_000, maxKeys: 50_000 });
  const authenticator = createAuthenticator({ accounts: upstreams.accounts, keys, unknownKeys, clock });
  const admission = createAdmission({ authenticator, limiter, tiers, clock });
  const allowance = createMemoryAllowance({ clock, perMonth: deps.freeMonthlyAllowance });
  const operations = createOperations({ allowance, record: createUsageRecorder(upstreams.accounts), clock });

  const answerError = (err: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, detail, retryAfter, standing, isOurs } = toHttp(err);
    if (isOurs) log.error({ err, method: request.method, route: request.routeOptions.url }, "a request failed");
    const now = clock.now();
    if (standing)
      reply.headers(rateLimitHeaders(standing, now)).header("retry-after", secondsUntilReset(standing, now));
    if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
    if (status === 401) reply.header("www-authenticate", 'ApiKey realm="research-insights"');
    return reply.code(status).send({ detail });
  };

  const app = fastify({
    logger: false,
    trustProxy: deps.trustedProxies.length > 0 ? deps.trustedProxies : false,
    routerOptions: { maxParamLength: 16_384 },
    // Ten times what a body of 64 KiB needs on a slow line.
    requestTimeout: 30_000,
    return503OnClosing: false,
    http: { requireHostHeader: false },
    clientErrorHandler: answerBrokenHttp({ admission, clock, log }),
    frameworkErrors: (err, request, reply) => {
      reply.headers(STANDARD_HEADERS);
      admission.byAddress(request, reply).then(
        () => answerError(err, request, reply),
        (failure) => answerError(failure, request, reply),
      );
    },
  });
  const routes = collectRoutes(app);
  app.decorateRequest("key", null);
  app.removeAllContentTypeParsers();
  app.setErrorHandler(answerError);
  // Schemas describe and serialise; requests are validated by the zod schemas that they come from.
  app.setValidatorCompiler(() => () => true);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(STANDARD_HEADERS);
  });

  app.setNotFoundHandler(async (request, reply) => {
    await admission.byAddress(request, reply);
    const [path = ""] = request.url.split("?");
    const methods = routes.methodsOf(path);
    if (methods.length === 0) {
      return reply.code(404).send({ detail: "No such path: see /api/openapi.json for those that there are." });
    }
    const allow = methods.join(", ");
    reply.header("allow", allow);
    if (request.method === "OPTIONS") return reply.headers(preflightHeaders(allow)).code(204).send();
    return reply.code(405).send({ detail: `${request.method} is not possible here: use ${allow}.` });
  });

  await openapiRest(app, { publicUrl: deps.publicUrl, byAddress: admission.byAddress });
  await app.register(async (open) => {
    open.addHook("onRequest", admission.byAddress);
    healthRest(open, { upstreams, log });
  });
  await app.register(async (keyed) => {
    keyed.addHook("onRequest", admission.byKey);
    acceptJsonOnly(keyed);
    searchRest(keyed, { search: upstreams.search, operations });
    documentsRest(keyed, { documents: upstreams.documents, operations });
  });
  await app.ready();
  return app;
}
