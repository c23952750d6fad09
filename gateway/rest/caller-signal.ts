import type { FastifyReply } from "fastify";

/**
 * Fires when the caller leaves before the answer has gone out. Fastify's own `request.signal` is no use here: it fires
 * as soon as the body has been read.
 */
export function callerSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
