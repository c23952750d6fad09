import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { keyOf } from "../admission.ts";
import type { Operations } from "../operations.ts";
import type { Pacer } from "../pacer.ts";
import type { FoundInsight, SearchUpstream } from "../upstreams.ts";
import { failures, success } from "./answers.ts";
import { callerSignal } from "./caller-signal.ts";
import { EXAMPLES } from "./examples.ts";
import { listToJson } from "./json-bytes.ts";
import { day, inputSchema, readBody, readQuery, text, wholeNumber } from "./validation.ts";

const QUERY = "send one focused concept, a concise question or a keyword phrase of 3 to 8 words";

/** What a search takes. */
export const searchBody = z.strictObject({
  query: text(1, 1_000, QUERY).meta({
    description: "One focused concept: a concise question or a 3 to 8 word keyword phrase",
  }),
  source_name: text(1, 200, "send part of a publisher's name, or leave it out").nullish().meta({
    description: "Partial, case-insensitive match on the publisher; null or left out: every publisher",
  }),
  since: day().nullish().meta({
    description: "Only insights from documents published on or after this date; null or left out: all",
  }),
  limit: wholeNumber(1, 100).default(20).meta({ description: "Maximum number of insights returned" }),
});

const bodySchema = inputSchema(searchBody, {
  query: { minLength: 1, maxLength: 1_000, examples: ["container volume growth 2025"] },
  source_name: { minLength: 1, maxLength: 200, examples: ["harbour"] },
  since: { examples: ["2025-01-01"] },
});

const noParameters = z.strictObject({});

export function searchRest(
  app: FastifyInstance,
  deps: { search: SearchUpstream; operations: Operations; pacer: Pacer },
): void {
  const { search, operations, pacer } = deps;
  app.post(
    "/api/insights/search",
    {
      schema: {
        operationId: "search",
        summary: "Search insights semantically",
        description: "The insights that answer the query, best first; few or none when little matches.",
        body: bodySchema,
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
      const { query, source_name, since, limit } = readBody(searchBody, request.body);
      const { answer } = await operations.carryOut(
        keyOf(request),
        "search",
        async () => {
          const { insights, embedding } = await search.search(
            { query, sourceName: source_name ?? undefined, since: since ?? undefined, limit },
            { signal: callerSignal(reply) },
          );
          // Before the usage is recorded: all whose usage one commit recorded go on at once, and writing their answers
          // then would hold up the event loop.
          return { answer: await listToJson(pacer, "insights", insights, toRest), embedding };
        },
        ({ embedding: { model, inputTokens } }) => [{ model, inputTokens, outputTokens: 0 }],
      );
      reply.type("application/json; charset=utf-8");
      return answer;
    },
  );
}

const toRest = (insight: FoundInsight) => ({
  insight_id: insight.insightId,
  title: insight.title,
  insight: insight.insight,
  excerpts: insight.excerpts,
  doc_id: insight.docId,
  doc_title: insight.docTitle,
  source_url: insight.sourceUrl,
  source_name: insight.sourceName,
  published_date: insight.publishedDate,
  score: insight.score,
  matched_by: insight.matchedBy,
  matched_question: insight.matchedQuestion,
  matched_words: insight.matchedWords,
});
