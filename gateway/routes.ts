import type { FastifyInstance } from "fastify";

/** Which methods a path has. */
export interface RouteTable {
  /** The methods of a path, sorted; empty when there is no such path. */
  methodsOf(path: string): string[];
}

/** Collects the routes that are added from now on. */
export function collectRoutes(app: FastifyInstance): RouteTable {
  const routes: { segments: string[]; method: string }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    for (const one of [method].flat()) routes.push({ segments: url.split("/"), method: one });
  });
  return {
    methodsOf(path) {
      const segments = path.split("/").map(decoded);
      const matching = routes.filter(
        (route) =>
          route.segments.length === segments.length &&
          route.segments.every((segment, i) =>
            segment.startsWith(":") ? segments[i] !== "" : segment === segments[i],
          ),
      );
      return matching.length === 0 ? [] : [...new Set([...matching.map(({ method }) => method), "OPTIONS"])].sort();
    },
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
