import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DomainError } from "#kit/errors.ts";
import { keyOf } from "../admission.ts";
import type { Operations } from "../operations.ts";
import type { Pacer } from "../pacer.ts";
import type { DocumentRecord, DocumentUpstream, InsightRecord } from "../upstreams.ts";
import { failures, success } from "./answers.ts";
import { callerSignal } from "./caller-signal.ts";
import { EXAMPLES } from "./examples.ts";
import { listToJson } from "./json-bytes.ts";
import { day, inputSchema, readQuery, text, wholeNumberText } from "./validation.ts";

/** What listing documents takes. */
export const listQuery = z.strictObject({
  source_name: text(1, 200, "send part of a publisher's name, or leave it out")
    .optional()
    .meta({ description: "Partial, case-insensitive match on the publisher" }),
  since: day().optional().meta({ description: "Only documents published on or after this date" }),
  limit: wholeNumberText(1, 200).default(50).meta({ description: "Maximum documents returned" }),
});

const querySchema = inputSchema(listQuery, {
  source_name: { minLength: 1, maxLength: 200, examples: ["harbour"] },
  since: { examples: ["2025-01-01"] },
  limit: { type: "integer", minimum: 1, maximum: 200, default: 50 },
});

const JSON_TYPE = "application/json; charset=utf-8";

const noParameters = z.strictObject({});

/** No identifier of ours is longer; a longer one is not looked up. */
const DOC_ID_LIMIT = 200;

/** Answers are written before their usage is recorded, as those of searches are. */
export function documentsRest(
  app: FastifyInstance,
  deps: { documents: DocumentUpstream; operations: Operations; pacer: Pacer },
): void {
  const { documents, operations, pacer } = deps;

  app.get(
    "/api/documents",
    {
      schema: {
        operationId: "list_documents",
        summary: "List documents",
        description: "Documents by their metadata: newest first, those without a date last.",
        querystring: querySchema,
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
      const { source_name, since, limit } = readQuery(listQuery, request);
      const answer = await operations.carryOut(keyOf(request), "list_documents", async () => {
        const found = await documents.list({ sourceName: source_name, since, limit }, { signal: callerSignal(reply) });
        return listToJson(pacer, "documents", found, toRest);
      });
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
      const sourceNames = await operations.carryOut(keyOf(request), "list_filter_options", () =>
        documents.sourceNames({ signal: callerSignal(reply) }),
      );
      return { source_names: sourceNames };
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
      const answer = await operations.carryOut(keyOf(request), "get_document", async () => {
        if (doc_id.length > DOC_ID_LIMIT) throw new DomainError("notFound", "Document not found");
        const { document, insights } = await documents.get(doc_id, { signal: callerSignal(reply) });
        return listToJson(pacer, "insights", insights, toRestInsight, { document: toRest(document) });
      });
      reply.type(JSON_TYPE);
      return answer;
    },
  );
}

const toRest = (document: DocumentRecord) => ({
  doc_id: document.docId,
  document_url: document.documentUrl,
  article_title: document.articleTitle,
  summary: document.summary,
  source_name: document.sourceName,
  authors: document.authors,
  published_date: document.publishedDate,
  extracted_at: new Date(document.extractedAt).toISOString(),
  extraction_status: document.extractionStatus,
  ingested_at: new Date(document.ingestedAt).toISOString(),
});

const toRestInsight = ({ insightId, title, insight, excerpts }: InsightRecord) => ({
  insight_id: insightId,
  title,
  insight,
  excerpts,
});
