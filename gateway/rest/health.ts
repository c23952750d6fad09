import type { FastifyInstance } from "fastify";
import type { Logger } from "#kit/log.ts";
import { VERSION } from "#kit/version.ts";
import { RETRY_SECONDS } from "../errors.ts";
import type { Upstreams } from "../upstreams.ts";
import { degraded, failures, success } from "./answers.ts";

/** Milliseconds that a part has to say that it works. */
const CHECK_TIMEOUT_MS = 2_000;

export function healthRest(app: FastifyInstance, deps: { upstreams: Upstreams; log: Logger }): void {
  const { upstreams, log } = deps;
  const parts = { search: upstreams.search, documents: upstreams.documents, accounts: upstreams.accounts };

  const findAway = async () => {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const names = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => {
        try {
          await part.check({ signal });
          return [];
        } catch (err) {
          log.warn({ err, part: name }, "a part is away");
          return [name];
        }
      }),
    );
    return names.flat();
  };

  // Anybody may ask, as often as they like: who asks during a check shares it.
  let underWay: Promise<string[]> | undefined;
  const check = () => {
    underWay ??= findAway().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };

  app.get(
    "/api/health",
    {
      schema: {
        operationId: "health",
        summary: "Check service health",
        security: [],
        response: {
          200: success(
            "Everything works",
            {
              type: "object",
              required: ["status", "version"],
              properties: { status: { type: "string", enum: ["ok"] }, version: { type: "string" } },
            },
            { status: "ok", version: VERSION },
          ),
          503: degraded(
            {
              type: "object",
              required: ["detail", "status", "version"],
              properties: {
                detail: { type: "string" },
                status: { type: "string", enum: ["degraded"] },
                version: { type: "string" },
              },
            },
            { detail: detailOf(["search"]), status: "degraded", version: VERSION },
          ),
          ...failures(500),
        },
      },
    },
    async (_request, reply) => {
      const away = await check();
      if (away.length === 0) return { status: "ok", version: VERSION };
      reply.code(503).header("retry-after", String(RETRY_SECONDS));
      return { detail: detailOf(away), status: "degraded", version: VERSION };
    },
  );
}

const detailOf = (away: string[]) => `Not available at the moment: ${away.join(", ")}. Try again in a few seconds.`;
