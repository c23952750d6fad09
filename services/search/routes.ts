import type { IndexedDocument as IndexedDocumentMessage } from "#gen/insights/search/v1/indexed_document_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import { type Route, route } from "#kit/grpc/server.ts";
import type { EmbeddingUsage, FoundInsight, IndexedContent, IndexedDocument, PackedDocument } from "./ports.ts";
import type { Search } from "./search.ts";

/** What a search returns when the caller names no limit. */
const LIMIT_DEFAULT = 20;

export const searchRoutes = (search: Search): Route =>
  route(SearchService, {
    async search({ query, sourceName, since, limit }, signal) {
      const answer = await search.search({ query, sourceName, since, limit: limit || LIMIT_DEFAULT }, { signal });
      return { insights: answer.insights.map(toInsight), embedding: toUsage(answer.embedding) };
    },
    async stageDocument({ document }, signal) {
      if (!document) throw new DomainError("invalid", "document is missing");
      return { embedding: toUsage(await search.stage(fromDocument(document), signal)) };
    },
    async publishDocument({ docId, version }) {
      await search.publish(docId, Number(version));
      return {};
    },
    async reindex({ model, run }, signal) {
      const progress = await search.reindex({ model: model || undefined, run }, { signal });
      return {
        isDone: progress.isDone,
        model: progress.model,
        documents: BigInt(progress.documents),
        documentsDone: BigInt(progress.documentsDone),
        bytes: BigInt(progress.bytes),
        bytesDone: BigInt(progress.bytesDone),
        embedding: toUsage(progress.embedding),
      };
    },
    async getIndexStatus() {
      const { documents, insights, vectors, modelFingerprint, memoryBytes } = await search.status();
      return {
        documents: BigInt(documents),
        insights: BigInt(insights),
        vectors: BigInt(vectors),
        modelFingerprint,
        memoryBytes: BigInt(memoryBytes),
      };
    },
  });

const toInsight = ({ publishedDate, matchedQuestion, ...found }: FoundInsight) => ({
  ...found,
  publishedDate: publishedDate ?? undefined,
  matchedQuestion: matchedQuestion ?? undefined,
});

const toUsage = ({ model, inputTokens }: EmbeddingUsage) => ({ model, inputTokens: BigInt(inputTokens) });

const fromDocument = (message: IndexedDocumentMessage): IndexedDocument | PackedDocument => {
  const { docId, version, title, documentUrl, sourceName, publishedDate = null, content } = message;
  const head = { docId, version: Number(version), title, documentUrl, sourceName, publishedDate };
  return content.length > 0 ? { ...head, content } : { ...head, ...contentOf(message) };
};

const contentOf = (message: IndexedDocumentMessage): IndexedContent => ({
  passages: message.passages,
  insights: message.insights.map(({ insightId, title, insight, excerpts, questions, passage }) => ({
    insightId,
    title,
    insight,
    excerpts,
    questions,
    passage,
  })),
});
