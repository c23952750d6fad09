import swagger from "@fastify/swagger";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { VERSION } from "#kit/version.ts";
import { failures, success } from "./answers.ts";
import * as schemas from "./schemas.ts";

/** Describes the routes that are added after this, and serves the description. */
export async function openapiRest(
  app: FastifyInstance,
  deps: {
    publicUrl: string | undefined;
    byAddress: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Financial Research Insights",
        version: VERSION,
        description: "Insights from primary-source financial and economic documents.",
      },
      servers: [{ url: deps.publicUrl ?? "/" }],
      components: {
        securitySchemes: {
          ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
          SessionToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        },
      },
      security: [{ ApiKey: [] }],
    },
    refResolver: { buildLocalReference: (schema) => String(schema["$id"]) },
  });
  for (const schema of Object.values(schemas)) app.addSchema(schema);
  // Made once, before anybody waits for it.
  let description = Buffer.alloc(0);
  app.addHook("onReady", async () => {
    description = Buffer.from(JSON.stringify(app.swagger()));
  });
  await app.register(async (open) => {
    open.addHook("onRequest", deps.byAddress);
    open.get(
      "/api/openapi.json",
      {
        schema: {
          operationId: "openapi",
          summary: "This description",
          security: [],
          response: {
            200: success(
              "The OpenAPI 3.1 description of this API",
              { type: "object", additionalProperties: true },
              {
                openapi: "3.1.0",
              },
            ),
            ...failures(500),
          },
        },
      },
      async (_request, reply) => reply.type("application/json; charset=utf-8").send(description),
    );
  });
}
