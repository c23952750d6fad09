import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import { IN_FLIGHT_MS } from "#kit/lifecycle.ts";
import { decorateRequests } from "./admission.ts";
import type { Core } from "./core.ts";
import { STANDARD_HEADERS } from "./headers.ts";
import { endConnectionsWhen } from "./last-answers.ts";
import { mcpEndpoint } from "./mcp/endpoint.ts";
import { protectedResource } from "./mcp/protected-resource.ts";
import { consoleRest, KEY_EXAMPLE } from "./rest/console.ts";
import { documentsRest } from "./rest/documents.ts";
import { healthRest } from "./rest/health.ts";
import { acceptJsonOnly } from "./rest/json-body.ts";
import { openapiRest } from "./rest/openapi.ts";
import { probesRest } from "./rest/probes.ts";
import { SEARCH_EXAMPLE, searchRest } from "./rest/search.ts";
import { answerNoRoute, collectRoutes } from "./routes.ts";
import { serveRpc } from "./rpc/rpc.ts";
import { createRefuser } from "./server-errors.ts";
import { signInRoutes } from "./sign-in.ts";
import { observeHttp } from "./telemetry/observe-http.ts";
import { endAfterBody } from "./unread-body.ts";

/** All that is served over HTTP/1.1, as a Fastify app that does not listen. */
export async function buildGateway(core: Core): Promise<FastifyInstance> {
  const { upstreams, admission, operations, reads, pacer, errors, clock, log } = core;
  const refuser = createRefuser({ admission, clock, log });
  const app = fastify({
    logger: false,
    trustProxy: core.trustedProxies.length > 0 ? core.trustedProxies : false,
    routerOptions: { maxParamLength: 16_384 },
    // 64 KiB take that long on a line of 20 kbit/s.
    requestTimeout: 30_000,
    // Whoever reads nothing for so long keeps an answer in memory for nobody.
    connectionTimeout: 60_000,
    // Whoever is connected is served to the end; Fastify's own refusal has neither our body nor our headers.
    return503OnClosing: false,
    // Node would answer with an empty body: we say what is missing ourselves.
    // A connection that never finishes its headers costs a file descriptor: Node by itself would look every 30 s only.
    http: { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    clientErrorHandler: refuser.onClientError,
    frameworkErrors: (err, request, reply) => {
      reply.headers(STANDARD_HEADERS);
      void errors.answer(err, request, reply);
    },
  });
  refuser.listen(app.server);
  if (core.draining) endConnectionsWhen(core.draining, app.server);
  endAfterBody(app);
  observeHttp(app, core.telemetry, log);
  const routes = collectRoutes(app);
  decorateRequests(app);
  app.decorateRequest("session", null);
  app.removeAllContentTypeParsers();
  app.setErrorHandler(errors.answer);
  // Schemas describe. Requests are validated by the zod schemas that these come from; answers are written by
  // JSON.stringify, which took two thirds of fast-json-stringify's time and needs no compiling at the start.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  const refuseEarly = async (request: FastifyRequest, reply: FastifyReply) => {
    await admission.byAddress(request, reply);
    // Here and not in a not-found handler, which comes only after the body was read.
    if (request.is404) return answerNoRoute(routes, request, reply);
    throw new DomainError("invalid", "The Host header is missing: HTTP/1.1 demands one.");
  };
  // By callback: this runs for every request, and a promise that is there already costs a microsecond.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(STANDARD_HEADERS);
    const hasHost = request.headers.host !== undefined || request.raw.httpVersion !== "1.1";
    if (hasHost && !request.is404) done();
    else refuseEarly(request, reply).catch(done);
  });

  const { readiness } = core;
  if (readiness) probesRest(app, { readiness });
  // Before the description, which is of REST.
  await app.register((rpc) => serveRpc(rpc, { core, protocols: { grpc: false, grpcWeb: true, connect: true } }));
  await openapiRest(app, { publicUrl: core.publicUrl, byAddress: admission.byAddress });
  await app.register(async (open) => {
    open.addHook("onRequest", admission.byAddress);
    healthRest(open, { upstreams, log });
    protectedResource(open, core);
  });
  await app.register(async (keyed) => {
    keyed.addHook("onRequest", admission.byKey);
    acceptJsonOnly(keyed, SEARCH_EXAMPLE);
    searchRest(keyed, { reads, operations, pacer });
    documentsRest(keyed, { reads, pacer });
  });
  await app.register(async (signedIn) => {
    signedIn.addHook("onRequest", core.sessionAdmission);
    acceptJsonOnly(signedIn, KEY_EXAMPLE);
    consoleRest(signedIn, { console: upstreams.console });
  });
  await app.register(async (mcp) => mcpEndpoint(mcp, core));
  const { signIn } = core;
  if (signIn) await app.register(async (scope) => signInRoutes(scope, { signIn, admission, errors, clock }));
  closePromptly(app);
  await app.ready();
  return app;
}

/**
 * Closing ends the connections that are idle at that moment. One that is busy then is kept alive after its answer, and
 * would hold up the end for as long as its client likes; one that never says anything counts as busy.
 */
function closePromptly(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    // After what has arrived was read: a connection whose next request waits unread looks idle.
    const timer = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), 20);
    const forced = setTimeout(() => app.server.closeAllConnections(), IN_FLIGHT_MS);
    app.server.once("close", () => {
      clearInterval(timer);
      clearTimeout(forced);
    });
  });
}
