import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Spender } from "../allowance.ts";
import { listArguments, readArguments, searchArguments, text } from "../arguments.ts";
import type { Operation } from "../operations.ts";
import type { Pacer } from "../pacer.ts";
import type { Reads } from "../reads.ts";
import { listSchema } from "../rest/documents.ts";
import { documentFields, documentInsightFields, insightFields } from "../rest/fields.ts";
import { documentInsightSchema, documentSchema, insightSchema } from "../rest/schemas.ts";
import { searchSchema } from "../rest/search.ts";
import { inputSchema } from "../rest/validation.ts";
import { listAnswer, type ToolAnswer } from "./tool-result.ts";

/** A tool of the MCP endpoint. */
export interface Tool {
  /** As tools/list shows it. */
  listed: ListedTool;
  /** What it counts as. */
  operation: Operation;
  /** Rejects as the operation does, with `invalid` for wrong arguments. */
  call(args: unknown, spender: Spender, signal: AbortSignal): Promise<ToolAnswer>;
}

const ARGUMENT = "argument";

/** Nothing is changed by any tool, and the same arguments give the same answer as long as the database is the same. */
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const documentArguments = z.strictObject({
  doc_id: text(1, Number.MAX_SAFE_INTEGER, "send a doc_id from search_insights or list_documents").meta({
    description: "Identifier from search_insights or list_documents",
  }),
});

const noArguments = z.strictObject({});

/** The tools that read the database: the operations of the REST API, with their parameters and their answers. */
export function createDatabaseTools({ reads, pacer }: { reads: Reads; pacer: Pacer }): Tool[] {
  return [
    {
      operation: "search",
      listed: {
        name: "search_insights",
        title: "Search insights",
        description: `Finds insights in primary-source financial and economic documents: central-bank minutes, agricultural outlooks, regulatory filings, statistical releases. Each result is a finding in complete sentences with the verbatim excerpts that prove it, its publisher, date and URL to cite, and a score, the probability that it is relevant.

Send ONE focused concept: a concise question or a keyword phrase of 3 to 8 words. What works: entity + metric ("wheat ending stocks forecast"), theme + source keyword ("labour market FOMC minutes"), policy + date ("ECB rate decision June 2024"), sector + event. Conversational sentences and lists of several themes work badly: search once for each theme.

When little comes back: say it more specifically, drop source_name and since, try another name or an acronym, or look up the publisher's name with list_filter_options. Read the whole source with get_document.`,
        inputSchema: asObject(searchSchema),
        outputSchema: answerOf("insights", insightSchema, "By score from high to low; few or none when little matches"),
        annotations: { title: "Search insights", ...READS },
      },
      async call(args, spender, signal) {
        const asked = readArguments(searchArguments, args, ARGUMENT);
        return reads.search(spender, asked, signal, (found) =>
          pacer.run(() => listAnswer("insights", found.map(insightFields))),
        );
      },
    },
    {
      operation: "list_filter_options",
      listed: {
        name: "list_filter_options",
        title: "List publishers",
        description:
          "The names of the publishers in the database. Any part of one, in any letter case, is a source_name for search_insights and list_documents. Use it before filtering, or when a filtered search finds nothing. Does not count against the search quota.",
        inputSchema: asObject(inputSchema(noArguments, {})),
        outputSchema: answerOf("source_names", { type: "string" }, "The publisher names"),
        annotations: { title: "List publishers", ...READS },
      },
      async call(args, spender, signal) {
        readArguments(noArguments, args, ARGUMENT);
        const names = await reads.listSourceNames(spender, signal);
        return listAnswer("source_names", names);
      },
    },
    {
      operation: "list_documents",
      listed: {
        name: "list_documents",
        title: "List documents",
        description:
          "Documents by their metadata, newest first: what there is of a publisher or since a date. It does not look at what they say: for that use search_insights. Does not count against the search quota.",
        inputSchema: asObject(listSchema),
        outputSchema: answerOf("documents", documentSchema, "Newest first, those without a date last"),
        annotations: { title: "List documents", ...READS },
      },
      async call(args, spender, signal) {
        const asked = readArguments(listArguments, args, ARGUMENT);
        return reads.listDocuments(spender, asked, signal, (documents) =>
          pacer.run(() => listAnswer("documents", documents.map(documentFields))),
        );
      },
    },
    {
      operation: "get_document",
      listed: {
        name: "get_document",
        title: "Get a document",
        description:
          "One document with the insights extracted from it, in the order of its text. A long document has hundreds: to find something in it, use search_insights. Does not count against the search quota.",
        inputSchema: asObject(inputSchema(documentArguments, { doc_id: { minLength: 1 } })),
        outputSchema: answerOf("insights", documentInsightSchema, "Every insight extracted from the document", {
          document: plain(documentSchema),
        }),
        annotations: { title: "Get a document", ...READS },
      },
      async call(args, spender, signal) {
        const { doc_id } = readArguments(documentArguments, args, ARGUMENT);
        return reads.getDocument(spender, doc_id, signal, ({ document, insights }) =>
          pacer.run(() =>
            listAnswer("insights", insights.map(documentInsightFields), { document: documentFields(document) }),
          ),
        );
      },
    },
  ];
}

/** The schema of an answer that is a list, and what comes with it; `text` need not. */
export function answerOf(name: string, item: object, description: string, more: Record<string, object> = {}) {
  return {
    type: "object" as const,
    required: [...Object.keys(more).filter((one) => one !== "text"), name],
    properties: {
      ...more,
      [name]: { type: "array", items: plain(item), description },
      omitted: {
        type: "integer",
        minimum: 1,
        description: "How many further ones are left out, because the answer would be too large; absent when none is",
      },
    },
  };
}

/** A schema without the name by which the OpenAPI description refers to it. */
function plain(schema: object): object {
  const { $id: _, ...rest } = { $id: undefined, ...schema };
  return rest;
}

const asObject = (schema: object) => ({ ...schema, type: "object" as const });
