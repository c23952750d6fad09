import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Clock } from "#kit/clock.ts";
import type { Admission } from "./admission.ts";
import type { ErrorHandling } from "./error-handler.ts";
import { Exhausted, rateLimitHeaders, secondsUntilReset } from "./rate-limit.ts";

/** An identity provider that is served beside the API, for those who have none of their own. */
export interface SignIn {
  /** Its paths, as Fastify writes them. */
  routes: readonly { method: "GET" | "POST"; url: string }[];
  /** Answers a request of one of its paths. It reads the body itself. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Serves it by the address's limit, which holds here: passwords may be guessed. No part of the API's description. */
export function signInRoutes(
  app: FastifyInstance,
  deps: { signIn: SignIn; admission: Pick<Admission, "countAddress">; errors: ErrorHandling; clock: Clock },
): void {
  const { signIn, admission, errors, clock } = deps;
  app.addHook("onRequest", async (request, reply) => {
    const standing = await admission.countAddress(request.ip);
    reply.headers(rateLimitHeaders(standing, clock.now()));
    if (!standing.isExceeded) return;
    const seconds = secondsUntilReset(standing, clock.now());
    throw new Exhausted(`Rate limit exceeded: too many requests came from here. Try again in ${seconds} s.`, standing);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  for (const { method, url } of signIn.routes) {
    app.route({
      method,
      url,
      schema: { hide: true },
      async handler(request, reply) {
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        try {
          await signIn.handle(request.raw, reply.raw);
        } catch (err) {
          // Nobody else would answer any more.
          const { status, detail } = await errors.tell(err, request, reply);
          if (reply.raw.headersSent) reply.raw.destroy();
          else
            reply.raw
              .writeHead(status, { "content-type": "application/json; charset=utf-8" })
              .end(JSON.stringify({ detail }));
        }
      },
    });
  }
}
