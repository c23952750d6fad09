import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { keyOf } from "../admission.ts";
import { searchArguments } from "../arguments.ts";
import type { Operations } from "../operations.ts";
import type { Pacer } from "../pacer.ts";
import type { Reads } from "../reads.ts";
import { failures, success } from "./answers.ts";
import { callerSignal } from "./caller-signal.ts";
import { EXAMPLES } from "./examples.ts";
import { insightFields } from "./fields.ts";
import { listToJson } from "./json-bytes.ts";
import { inputSchema, readBody, readQuery } from "./validation.ts";

/** What it takes, as JSON schema. */
export const searchSchema = inputSchema(searchArguments, {
  query: { minLength: 1, maxLength: 1_000, examples: ["container volume growth 2025"] },
  source_name: { minLength: 1, maxLength: 200, examples: ["harbour"] },
  since: { examples: ["2025-01-01"] },
});

/** A body that is right. */
export const SEARCH_EXAMPLE = '{"query": "rent inflation outlook"}';

const noParameters = z.strictObject({});

export function searchRest(app: FastifyInstance, deps: { reads: Reads; operations: Operations; pacer: Pacer }): void {
  const { reads, operations, pacer } = deps;
  app.post(
    "/api/insights/search",
    {
      schema: {
        operationId: "search",
        summary: "Search insights semantically",
        description: "The insights that answer the query, best first; few or none when little matches.",
        body: searchSchema,
        response: {
          200: success(
            "The insights found, by score from high to low; few or none when little matches",
            {
              type: "object",
              required: ["insights"],
              properties: { insights: { type: "array", items: { $ref: "Insight#" } } },
            },
            EXAMPLES.search,
          ),
          ...failures(400, 401, 413, 429, 500),
        },
      },
      onRequest(request, _reply, done) {
        operations.admit(keyOf(request), "search");
        done();
      },
    },
    async (request, reply) => {
      readQuery(noParameters, request);
      const asked = readBody(searchArguments, request.body, SEARCH_EXAMPLE);
      const answer = await reads.search(keyOf(request), asked, callerSignal(reply), (insights) =>
        listToJson(pacer, "insights", insights, insightFields),
      );
      reply.type("application/json; charset=utf-8");
      return answer;
    },
  );
}
