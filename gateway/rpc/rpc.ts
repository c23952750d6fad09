import type { DescMethod } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter, createContextValues } from "@connectrpc/connect";
import type { UniversalHandler } from "@connectrpc/connect/protocol";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import type { Core } from "../core.ts";
import { BODY_LIMIT_BYTES } from "../errors.ts";
import { valuesOf } from "./call.ts";
import { createGuard } from "./guard.ts";
import { addMethods } from "./methods.ts";

/** The protocols of a port. */
export interface Protocols {
  grpc: boolean;
  grpcWeb: boolean;
  connect: boolean;
}

/** Services beside ours, open to callers without a key. */
export interface OpenServices {
  methods: ReadonlySet<DescMethod>;
  add(router: ConnectRouter): void;
}

const NONE: OpenServices = { methods: new Set(), add: () => undefined };

/**
 * Serves the methods of `methods.ts`. Before anything of a message is read come the method, the key and the limits; then
 * its size and what it says.
 */
export async function serveRpc(
  app: FastifyInstance,
  { core, protocols, open = NONE }: { core: Core; protocols: Protocols; open?: OpenServices },
): Promise<void> {
  const guard = createGuard(core, open.methods);
  const contentTypes = contentTypesOf(protocols);
  app.decorateRequest("rpcValues", null);
  // Connect's plugin adds routes for every HTTP method. An answer to GET could not be kept by anybody, since it takes from
  // a key's bucket, and what is searched for would stand in the logs of proxies: so there is POST alone.
  app.addHook("onRoute", (route) => {
    route.method = "POST";
  });
  app.addHook("onRequest", async (request, reply) => {
    refuseUnreadable(request);
    if (!contentTypes.pattern.test(request.headers["content-type"] ?? "")) {
      throw new DomainError("invalid", `Unknown content type: send ${contentTypes.names}.`);
    }
    request.rpcValues = valuesOf({ request, reply });
  });
  await app.register(fastifyConnectPlugin, {
    ...protocols,
    routes(router) {
      addMethods(router, core.reads);
      open.add(router);
      router.handlers.splice(0, Number.POSITIVE_INFINITY, ...router.handlers.map(bounded));
    },
    requestGate: guard.admit,
    interceptors: [guard.intercept],
    contextValues: ({ rpcValues }) => rpcValues ?? createContextValues(),
    acceptCompression: [],
    // A misspelt filter must not silently widen a search.
    jsonOptions: { ignoreUnknownFields: false },
  });
}

/**
 * A handler that reads no more of a body than the limit, and says so as REST does: Connect's own limit calls it exhausted,
 * as if a wait would help.
 */
const bounded = (handler: UniversalHandler): UniversalHandler =>
  Object.assign(async (request: Parameters<UniversalHandler>[0]) => {
    const body = isStream(request.body) ? upToLimit(request.body) : request.body;
    const response = await handler({ ...request, body });
    const message = response.trailer?.get("grpc-message");
    if (message) response.trailer?.set("grpc-message", toGrpcMessage(decodeURIComponent(message)));
    return response;
  }, handler);

/** What fits into HTTP/2 headers: percent-encoded, a unit of text takes up to nine bytes. */
const GRPC_MESSAGE_MAX = 1_000;

/**
 * A sentence as the header "grpc-message". Connect encodes every reserved character, and grpc-js decodes none: its users
 * would read "%3A" for a colon.
 */
export const toGrpcMessage = (sentence: string): string =>
  encodeURI(sentence.slice(0, GRPC_MESSAGE_MAX).toWellFormed());

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && body !== null && Symbol.asyncIterator in body;

async function* upToLimit(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) {
      const sentence = `The body is larger than ${BODY_LIMIT_BYTES} bytes: send a shorter query.`;
      throw new ConnectError(sentence, Code.InvalidArgument);
    }
    yield chunk;
  }
}

function contentTypesOf({ grpc, grpcWeb, connect }: Protocols): { pattern: RegExp; names: string } {
  const types = [
    ...(connect ? ["application/json", "application/proto"] : []),
    ...(grpcWeb ? ["application/grpc-web", "application/grpc-web+proto", "application/grpc-web+json"] : []),
    ...(grpc ? ["application/grpc", "application/grpc+proto", "application/grpc+json"] : []),
  ];
  const pattern = new RegExp(`^(?:${types.map((type) => type.replace("+", "\\+")).join("|")})[ \\t]*(?:;|$)`, "i");
  return { pattern, names: types.join(", ") };
}

/** Connect makes a URL of the request's authority and path, and answers nothing at all when it cannot. */
function refuseUnreadable({ headers, raw, url }: FastifyRequest): void {
  const authority = ("authority" in raw && raw.authority) || headers.host;
  if (!authority || !URL.canParse(url, `http://${authority}`)) {
    throw new DomainError("invalid", "The Host header is missing or not valid: send the name that the server has.");
  }
}
