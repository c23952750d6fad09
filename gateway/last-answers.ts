import type { Server, ServerResponse } from "node:http";

/**
 * While it is draining, each answer over HTTP/1.1 tells its caller that the connection ends with it: whoever called once
 * more makes another one, elsewhere, and nobody's next request meets a connection that is being closed.
 */
export function endConnectionsWhen(draining: AbortSignal, server: Server): void {
  const unanswered = new Set<ServerResponse>();
  // Before Fastify's own: an answer may be written at once.
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (draining.aborted) {
      response.shouldKeepAlive = false;
      return;
    }
    unanswered.add(response);
    response.once("close", () => unanswered.delete(response));
  });
  const end = () => {
    for (const response of unanswered) response.shouldKeepAlive = false;
  };
  draining.addEventListener("abort", end, { once: true });
}
