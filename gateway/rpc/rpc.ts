import type { DescMethod } from "@bufbuild/protobuf";
import { type ConnectRouter, createContextValues } from "@connectrpc/connect";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import type { Core } from "../core.ts";
import { observeRpc } from "../telemetry/observe-rpc.ts";
import { withCheckedBody } from "./body.ts";
import { valuesOf } from "./call.ts";
import { createGuard } from "./guard.ts";
import { withWrittenAnswer } from "./list-answer.ts";
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
  observeRpc(app, core.telemetry);
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
    dropFarDeadline(request.raw.headers);
    request.rpcValues = valuesOf({ request, reply });
  });
  await app.register(fastifyConnectPlugin, {
    ...protocols,
    routes(router) {
      addMethods(router, core);
      open.add(router);
      router.handlers.splice(
        0,
        Number.POSITIVE_INFINITY,
        ...router.handlers.map((handler) => withCheckedBody(withWrittenAnswer(handler))),
      );
    },
    requestGate: guard.admit,
    interceptors: [guard.intercept],
    contextValues: ({ rpcValues }) => rpcValues ?? createContextValues(),
    acceptCompression: [],
    // A misspelt filter must not silently widen a search.
    jsonOptions: { ignoreUnknownFields: false },
  });
}

function contentTypesOf({ grpc, grpcWeb, connect }: Protocols): { pattern: RegExp; names: string } {
  const types = [
    ...(connect ? ["application/json", "application/proto"] : []),
    ...(grpcWeb ? ["application/grpc-web", "application/grpc-web+proto", "application/grpc-web+json"] : []),
    ...(grpc ? ["application/grpc", "application/grpc+proto", "application/grpc+json"] : []),
  ];
  // What Connect itself takes: it answers everything else with an empty 415, before the key was asked for.
  const patterns = types.map((type) => type.replace("+", "\\+") + (/json$/.test(type) ? "(?:; ?charset=utf-?8)?" : ""));
  return { pattern: new RegExp(`^(?:${patterns.join("|")})$`, "i"), names: types.join(", ") };
}

/** Connect makes a URL of the request's authority and path, and answers nothing at all when it cannot. */
function refuseUnreadable({ headers, raw, url }: FastifyRequest): void {
  const authority = ("authority" in raw && raw.authority) || headers.host;
  if (!authority || !URL.canParse(url, `http://${authority}`)) {
    throw new DomainError("invalid", "The Host header is missing or not valid: send the name that the server has.");
  }
  // A filter that stands there would be overlooked.
  if (url.includes("?")) {
    throw new DomainError("invalid", "There are no query parameters here: send the fields in the message.");
  }
}

/** Node's timers go off at once when they are to wait longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const UNIT_MS: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1_000 };

/** A deadline in a month and more is none. */
function dropFarDeadline(headers: FastifyRequest["raw"]["headers"]): void {
  const milliseconds = /^\d{1,10}$/.exec(String(headers["connect-timeout-ms"]))?.[0];
  if (Number(milliseconds) > LONGEST_TIMER_MS) delete headers["connect-timeout-ms"];
  const [, count, unit = ""] = /^(\d{1,8})([HMS])$/.exec(String(headers["grpc-timeout"])) ?? [];
  if (Number(count) * (UNIT_MS[unit] ?? 0) > LONGEST_TIMER_MS) delete headers["grpc-timeout"];
}
