import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "#kit/errors.ts";
import { preflightHeaders } from "./headers.ts";

/** Which methods a path has. */
export interface RouteTable {
  /** The methods of a path, sorted; empty when there is no such path. */
  methodsOf(path: string): string[];
}

/** Collects the routes that are added from now on. */
export function collectRoutes(app: FastifyInstance): RouteTable {
  const routes: { segments: string[]; route: { method: string | string[] } }[] = [];
  app.addHook("onRoute", (route) => {
    // What a later hook makes of its methods counts.
    routes.push({ segments: route.url.split("/"), route });
  });
  return {
    methodsOf(path) {
      const segments = path.split("/").map(decoded);
      const matching = routes.filter(
        (one) =>
          one.segments.length === segments.length &&
          one.segments.every((segment, i) => (segment.startsWith(":") ? segments[i] !== "" : segment === segments[i])),
      );
      return matching.length === 0
        ? []
        : [...new Set([...matching.flatMap(({ route }) => route.method), "OPTIONS"])].sort();
    },
  };
}

/** Answers a request that no route takes: 404, 405 with `Allow`, or what OPTIONS asks for. */
export async function answerNoRoute(routes: RouteTable, request: FastifyRequest, reply: FastifyReply) {
  // The target of a request may be a whole URL (RFC 9112, 3.2.2): what counts is its path.
  const [path = ""] = request.url.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  const methods = routes.methodsOf(path);
  if (methods.length === 0) {
    throw new DomainError("notFound", "No such path: /api/openapi.json lists those there are.");
  }
  const allow = methods.join(", ");
  reply.header("allow", allow);
  if (request.method === "OPTIONS") return reply.headers(preflightHeaders(allow)).code(204).send();
  return reply.code(405).send({ detail: `${request.method} is not possible here: use ${allow}.` });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
