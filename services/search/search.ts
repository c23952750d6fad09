import { checkedDocument, invalid, isRealDay } from "./checked-document.ts";
import type {
  EmbeddingUsage,
  IndexAnswer,
  IndexedDocument,
  IndexQuery,
  IndexStatus,
  InsightIndex,
  PackedDocument,
  ReindexProgress,
  ReindexRequest,
} from "./ports.ts";

/** What the search service does; every method rejects with a `DomainError`. */
export interface Search {
  /** As `InsightIndex.search`, for a query as callers type it: `invalid` names the field that is wrong and the remedy. */
  search(query: IndexQuery, call?: { signal?: AbortSignal | undefined }): Promise<IndexAnswer>;
  stage(document: IndexedDocument | PackedDocument, signal?: AbortSignal): Promise<EmbeddingUsage>;
  publish(docId: string, version: number): Promise<void>;
  /** As `InsightIndex.reindex`; what it cost is recorded before it resolves. */
  reindex(request: ReindexRequest, call?: { signal?: AbortSignal | undefined }): Promise<ReindexProgress>;
  status(): Promise<IndexStatus>;
}

/** Bounds of a query, DESIGN section 7. Lengths are in code points. */
const QUERY_LENGTH_MAX = 1_000;
const LIMIT_MAX = 100;
/** Longer than a UUID. */
const RUN_LENGTH_MAX = 100;
/** Longer than any publisher's name. */
const SOURCE_NAME_LENGTH_MAX = 1_000;

/** `recordReindex`: takes down what a reindex cost, for the operator's account. Without it nothing is recorded. */
export const createSearch = ({
  index,
  recordReindex = async () => undefined,
}: {
  index: InsightIndex;
  recordReindex?: (usage: EmbeddingUsage) => Promise<void>;
}): Search => ({
  search: async (query, call) => index.search(checkedQuery(query), call?.signal),
  stage: async (document, signal) => index.stage(checkedDocument(document), signal),
  publish: async (docId, version) => index.publish(docId, version),
  async reindex({ model, run }, call) {
    if (run === "") throw invalid("run", "is empty: give a UUID");
    if (isLongerThan(run, RUN_LENGTH_MAX)) throw invalid("run", "is too long: give a UUID");
    const progress = await index.reindex({ model, run }, call?.signal);
    if (progress.embedding.inputTokens > 0) await recordReindex(progress.embedding);
    return progress;
  },
  status: () => index.status(),
});

function checkedQuery({ query, sourceName, since, limit, evidence }: IndexQuery): IndexQuery {
  const trimmed = query.trim();
  if (trimmed === "") throw invalid("query", "is empty: ask one concise question or give 3 to 8 keywords");
  if (isLongerThan(trimmed, QUERY_LENGTH_MAX)) {
    throw invalid("query", "is longer than 1,000 characters: ask for one focused concept");
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
    throw invalid("limit", "must be a whole number from 1 to 100");
  }
  if (sourceName !== undefined && sourceName.trim() === "") {
    throw invalid("source_name", "is empty: leave it out to search every publisher");
  }
  if (sourceName !== undefined && isLongerThan(sourceName, SOURCE_NAME_LENGTH_MAX)) {
    throw invalid("source_name", "is longer than any publisher's name: give a part of the name");
  }
  if (since !== undefined && !isRealDay(since)) throw invalid("since", "must be a calendar day written YYYY-MM-DD");
  return { query: trimmed, sourceName, since, limit, evidence };
}

/** Counts code points only where the length in UTF-16 leaves a doubt. */
const isLongerThan = (text: string, codePoints: number): boolean =>
  text.length > 2 * codePoints || (text.length > codePoints && [...text].length > codePoints);
