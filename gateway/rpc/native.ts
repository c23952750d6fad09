import {
  constants,
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { DescMethod } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import fastify, { type FastifyInstance } from "fastify";
import { ServerReflection } from "#gen/grpc/reflection/v1/reflection_pb.ts";
import { Health } from "#gen/health/v1/health_pb.ts";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { toPath } from "#kit/grpc/definition.ts";
import { IN_FLIGHT_MS } from "#kit/lifecycle.ts";
import { decorateRequests } from "../admission.ts";
import type { Core } from "../core.ts";
import { rateLimitHeaders } from "../rate-limit.ts";
import { observeHttp } from "../telemetry/observe-http.ts";
import { toGrpcMessage } from "./body.ts";
import { createHealth } from "./health.ts";
import { ALLOWED } from "./methods.ts";
import { addReflection } from "./reflection.ts";
import { serveRpc } from "./rpc.ts";

/** Calls of one connection at a time; more wait at the client. */
const CALLS_A_CONNECTION = 100;

/** How long nothing may come of a connection, a call, or the end. */
const LIMITS = {
  /** A caller who is gone without a word is found out after both. */
  keepAliveMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  /** A message takes at most so long to arrive, as with REST. */
  arrivalMs: 30_000,
  /** Whoever reads nothing for so long keeps an answer in memory for nobody. */
  idleMs: 60_000,
  /**
   * Clients behind a balancer of connections find new gateways when theirs ends: so none lasts. Not as short as between our
   * own processes: each end fails a call or two of clients that do not send one again which was refused unread.
   */
  ageMs: 300_000,
  /** How long calls may go on when their connection is old; only those who watch the health want more. */
  ageGraceMs: 60_000,
  /** How long calls in flight may go on when the gateway ends. */
  graceMs: IN_FLIGHT_MS,
};

const OURS = [SearchService, DocumentService];
const OPEN = [Health, ServerReflection];
const WATCH = toPath(Health.method.watch);

/**
 * Native gRPC for holders of a key as a Fastify app that does not listen: HTTP/2 in plain text, as behind a proxy that
 * ends TLS, with health and reflection for whoever asks.
 */
export async function buildNativeGrpc(core: Core, limits: Partial<typeof LIMITS> = {}): Promise<FastifyInstance> {
  const { graceMs, ...others } = { ...LIMITS, ...limits };
  const { admission, clock, draining, errors } = core;
  const sessions = new Set<ServerHttp2Session>();
  const app = fastify({
    logger: false,
    http2: true,
    serverFactory: (handler) => openServer(sessions, others).on("request", handler),
    trustProxy: core.trustedProxies.length > 0 ? core.trustedProxies : false,
    return503OnClosing: false,
  }) as unknown as FastifyInstance;
  observeHttp(app, core.telemetry, core.log);
  decorateRequests(app);
  app.removeAllContentTypeParsers();
  app.setErrorHandler(errors.answer);
  app.addHook("onRequest", async (request, reply) => {
    const { stream } = request.raw as unknown as Http2ServerRequest;
    if (!request.is404) return boundStream(stream, request.url === WATCH, others);
    const standing = await admission.countAddress(request.ip);
    reply.hijack();
    answerUnknown(stream, rateLimitHeaders(standing, clock.now()));
  });

  const health = createHealth(OURS.map(({ typeName }) => typeName));
  const openMethods = new Set(OPEN.flatMap(({ methods }): DescMethod[] => methods));
  await app.register((rpc) =>
    serveRpc(rpc, {
      core,
      protocols: { grpc: true, grpcWeb: false, connect: false },
      open: {
        methods: openMethods,
        add(router) {
          health.add(router);
          addReflection(router, [...OURS, ...OPEN], (method) => ALLOWED.has(method) || openMethods.has(method));
        },
      },
    }),
  );
  draining?.addEventListener("abort", () => health.stop(), { once: true });
  app.addHook("preClose", async () => {
    health.stop();
    const forced = setTimeout(() => {
      for (const session of sessions) session.destroy();
    }, graceMs);
    app.server.once("close", () => clearTimeout(forced));
    for (const session of sessions) session.close();
  });
  await app.ready();
  return app;
}

type Limits = Omit<typeof LIMITS, "graceMs">;

function openServer(sessions: Set<ServerHttp2Session>, limits: Limits): Http2Server {
  const server = createServer({ settings: { maxConcurrentStreams: CALLS_A_CONNECTION, enablePush: false } });
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    keepAlive(session, limits);
    limitAge(session, limits);
  });
  return server;
}

/** Asks whether the other end is still there, and ends the connection when it is not. */
function keepAlive(session: ServerHttp2Session, { keepAliveMs, keepAliveTimeoutMs }: Limits): void {
  let timeout: NodeJS.Timeout | undefined;
  const interval = setInterval(() => {
    if (session.destroyed || session.closed) return;
    timeout = setTimeout(() => session.destroy(), keepAliveTimeoutMs);
    session.ping(() => clearTimeout(timeout));
  }, keepAliveMs);
  session.once("close", () => {
    clearInterval(interval);
    clearTimeout(timeout);
  });
}

/**
 * Ends a connection that is old, after the calls that are under way. The notice says which calls it has: clients send a later
 * one again. A notice beforehand, which names none, helps no client, and Node reads nothing more of a quiet connection then.
 */
function limitAge(session: ServerHttp2Session, { ageMs, ageGraceMs }: Limits): void {
  let forced: NodeJS.Timeout | undefined;
  const end = () => {
    forced = setTimeout(() => session.destroy(), ageGraceMs);
    session.close();
  };
  // Those that came at once do not come again at once.
  const aged = setTimeout(end, ageMs * (0.9 + 0.2 * Math.random()));
  session.once("close", () => {
    clearTimeout(aged);
    clearTimeout(forced);
  });
}

/** Nobody may hold a call open for nothing, but those who watch the health. */
function boundStream(stream: ServerHttp2Stream, isWatch: boolean, { arrivalMs, idleMs }: Limits): void {
  const giveUp = () => stream.close(constants.NGHTTP2_CANCEL);
  const late = setTimeout(giveUp, arrivalMs);
  for (const event of ["end", "close"]) stream.once(event, () => clearTimeout(late));
  if (!isWatch) stream.setTimeout(idleMs, giveUp);
}

/** In gRPC an unknown path is no status of HTTP: the answer is one block of headers with gRPC's own status. */
function answerUnknown(stream: ServerHttp2Stream, headers: Record<string, string>): void {
  if (stream.destroyed) return;
  stream.respond(
    {
      ":status": 200,
      "content-type": "application/grpc",
      ...headers,
      "grpc-status": String(Code.Unimplemented),
      "grpc-message": toGrpcMessage("There is no such method: ask reflection for those there are."),
    },
    { endStream: true },
  );
}
