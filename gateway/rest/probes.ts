import type { FastifyInstance } from "fastify";
import { RETRY_SECONDS } from "../errors.ts";
import type { Readiness } from "../readiness.ts";

/**
 * For whoever starts and stops gateways, not for callers: without a key, never counted, and in no description. `/livez` asks
 * nobody, for a restart would mend no other process.
 */
export function probesRest(app: FastifyInstance, { readiness }: { readiness: Readiness }): void {
  const schema = { hide: true };
  app.get("/livez", { schema }, async () => ({ status: "ok" }));
  app.get("/readyz", { schema }, async (_request, reply) => {
    const detail = await readiness.problem();
    if (detail === undefined) return { status: "ok" };
    reply.code(503).header("retry-after", String(RETRY_SECONDS));
    return { detail };
  });
}
