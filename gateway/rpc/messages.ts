import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { DocumentInsightSchema, DocumentSchema } from "#gen/insights/document/v1/document_pb.ts";
import type { InsightSchema } from "#gen/insights/search/v1/insight_pb.ts";
import type { DocumentRecord, FoundInsight, InsightRecord } from "../upstreams.ts";

/* What the gateway says, as messages. They hold what REST shows and no more. */

export const toInsight = (insight: FoundInsight): MessageInitShape<typeof InsightSchema> => ({
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

export const toDocumentInsight = ({
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
