import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { DocumentInsightSchema, DocumentSchema } from "#gen/insights/document/v1/document_pb.ts";
import {
  GetDocumentResponseSchema,
  ListDocumentsResponseSchema,
} from "#gen/insights/document/v1/document_service_pb.ts";
import { InsightSchema } from "#gen/insights/search/v1/insight_pb.ts";
import { SearchResponseSchema } from "#gen/insights/search/v1/search_service_pb.ts";
import type { DocumentRecord, FoundInsight, InsightRecord } from "../upstreams.ts";
import { listField } from "./list-answer.ts";

/* What the gateway says, as messages. They hold what REST shows and no more. */

const toInsight = (insight: FoundInsight): MessageInitShape<typeof InsightSchema> => ({
  ...insight,
  publishedDate: insight.publishedDate ?? undefined,
  matchedQuestion: insight.matchedQuestion ?? undefined,
});

export const toDocument = ({
  publishedDate,
  extractedAt,
  ingestedAt,
  ...document
}: DocumentRecord): MessageInitShape<typeof DocumentSchema> => ({
  ...document,
  publishedDate: publishedDate ?? undefined,
  extractTime: timestampFromMs(extractedAt),
  ingestTime: timestampFromMs(ingestedAt),
});

const toDocumentInsight = ({
  insightId,
  title,
  insight,
  excerpts,
}: InsightRecord): MessageInitShape<typeof DocumentInsightSchema> => ({
  insightId,
  title,
  insight,
  excerpts: excerpts.map((text) => ({ text })),
});

export const FOUND = listField(SearchResponseSchema, SearchResponseSchema.field.insights, InsightSchema, toInsight);

export const DOCUMENTS = listField(
  ListDocumentsResponseSchema,
  ListDocumentsResponseSchema.field.documents,
  DocumentSchema,
  toDocument,
);

export const INSIGHTS = listField(
  GetDocumentResponseSchema,
  GetDocumentResponseSchema.field.insights,
  DocumentInsightSchema,
  toDocumentInsight,
);
