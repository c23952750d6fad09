import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { keyOf } from "../admission.ts";
import { listArguments } from "../arguments.ts";
import type { Pacer } from "../pacer.ts";
import type { Reads } from "../reads.ts";
import { failures, success } from "./answers.ts";
import { callerSignal } from "./caller-signal.ts";
import { EXAMPLES } from "./examples.ts";
import { documentFields, documentInsightFields } from "./fields.ts";
import { listToJson } from "./json-bytes.ts";
import { inputSchema, readQuery, wholeNumberText } from "./validation.ts";

/** What listing documents takes, as a query string writes it. */
export const listQuery = listArguments.extend({
  limit: wholeNumberText(1, 200).default(50).meta({ description: "Maximum documents returned" }),
});

/** What it takes, as JSON schema. */
export const listSchema = inputSchema(listQuery, {
  source_name: { minLength: 1, maxLength: 200, examples: ["harbour"] },
  since: { examples: ["2025-01-01"] },
  limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
});

const JSON_TYPE = "application/json; charset=utf-8";

const noParameters = z.strictObject({});

export function documentsRest(app: FastifyInstance, deps: { reads: Reads; pacer: Pacer }): void {
  const { reads, pacer } = deps;

  app.get(
    "/api/documents",
    {
      schema: {
        operationId: "list_documents",
        summary: "List documents",
        description: "Documents by their metadata: newest first, those without a date last.",
        querystring: listSchema,
        response: {
          200: success(
            "The documents, newest first",
            {
              type: "object",
              required: ["documents"],
              properties: { documents: { type: "array", items: { $ref: "Document#" } } },
            },
            EXAMPLES.listDocuments,
          ),
          ...failures(400, 401, 429, 500),
        },
      },
    },
    async (request, reply) => {
      const asked = readQuery(listQuery, request);
      const answer = await reads.listDocuments(keyOf(request), asked, callerSignal(reply), (documents) =>
        listToJson(pacer, "documents", documents, documentFields),
      );
      reply.type(JSON_TYPE);
      return answer;
    },
  );

  app.get(
    "/api/documents/filters",
    {
      schema: {
        operationId: "list_filter_options",
        summary: "List publishers",
        description: "The publisher names in the database, for the source_name filters.",
        response: {
          200: success(
            "The publisher names",
            {
              type: "object",
              required: ["source_names"],
              properties: { source_names: { type: "array", items: { type: "string" } } },
            },
            EXAMPLES.listFilterOptions,
          ),
          ...failures(400, 401, 429, 500),
        },
      },
    },
    async (request, reply) => {
      readQuery(noParameters, request);
      return { source_names: await reads.listSourceNames(keyOf(request), callerSignal(reply)) };
    },
  );

  app.get<{ Params: { doc_id: string } }>(
    // One character at least: without one there is no such path, whoever asks.
    "/api/documents/:doc_id(^.+$)",
    {
      schema: {
        operationId: "get_document",
        summary: "Fetch a document",
        description: "One document with all its insights.",
        params: {
          type: "object",
          required: ["doc_id"],
          properties: {
            doc_id: { type: "string", description: "Identifier from search results or from the document list" },
          },
        },
        response: {
          200: success(
            "The document and every insight extracted from it",
            {
              type: "object",
              required: ["document", "insights"],
              properties: {
                document: { $ref: "Document#" },
                insights: { type: "array", items: { $ref: "DocumentInsight#" } },
              },
            },
            EXAMPLES.getDocument,
          ),
          ...failures(400, 401, 404, 429, 500),
        },
      },
    },
    async (request, reply) => {
      readQuery(noParameters, request);
      const { doc_id } = request.params;
      const answer = await reads.getDocument(keyOf(request), doc_id, callerSignal(reply), ({ document, insights }) =>
        listToJson(pacer, "insights", insights, documentInsightFields, { document: documentFields(document) }),
      );
      reply.type(JSON_TYPE);
      return answer;
    },
  );
}
