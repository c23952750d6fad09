/**
 * Where insights are found. An index holds all that an answer shows, and only published versions of documents are seen.
 * Every method rejects with a `DomainError`.
 */
export interface InsightIndex {
  /**
   * The insights that answer the query, by score from high to low, ties by insight id in byte order; one entry per
   * insight. Filters apply before ranking. Rejects with `cancelled` when the signal fires and with `unavailable` when
   * too many searches are waiting.
   */
  search(query: IndexQuery, signal?: AbortSignal): Promise<IndexAnswer>;
  /**
   * Stores one version of a document, invisible until it is published. Staging a version again replaces what was staged;
   * staging a published version changes nothing. Rejects with `conflict` when a newer version is published, and with
   * `cancelled` when the signal fires before the model is through.
   */
  stage(document: IndexedDocument | PackedDocument, signal?: AbortSignal): Promise<EmbeddingUsage>;
  /**
   * Makes a staged version visible and older ones invisible, in one step: a search that starts after it resolves sees
   * it. Publishing what is published changes nothing. Rejects with `notFound` when that version was never staged, and with
   * `conflict` when a newer one is published.
   */
  publish(docId: string, version: number): Promise<void>;
  /**
   * Does some seconds of the work of making the index anew, beside the one that answers meanwhile, and says how far it is.
   * To be called with the same run until it is done; what was done is kept, whoever goes on with it. At the end the new
   * index takes the place of the old one in one step, with all that was published until then. Rejects with `invalid` for a
   * model that cannot be, with `unavailable` for one that cannot be used now, with `conflict` while another run is at it.
   */
  reindex(request: ReindexRequest, signal?: AbortSignal): Promise<ReindexProgress>;
  /** What the index holds, of published documents. */
  status(): Promise<IndexStatus>;
}

export interface IndexQuery {
  /** Trimmed, not empty. */
  query: string;
  /** Part of the publisher's name, compared by Unicode lower case after NFC. */
  sourceName?: string | undefined;
  /** YYYY-MM-DD; documents without a date are left out. */
  since?: string | undefined;
  /** 1 to 100. */
  limit: number;
  /** Of evaluations, never on the wire: which evidence picks and orders the insights. Absent: all of it. */
  evidence?: Evidence | undefined;
}

/**
 * One kind of evidence alone: BM25 of the keyword field, or the cosine of an insight's nearest vector. Or all but one: the
 * period that the query asks about, or who else quotes the same.
 */
export type Evidence = "keyword" | "dense" | "no-periods" | "no-siblings";

export interface IndexAnswer {
  insights: FoundInsight[];
  /** What embedding the query cost. */
  embedding: EmbeddingUsage;
}

/** Tokens that an embedding model read. */
export interface EmbeddingUsage {
  /** "bundled" for the model that comes with the project. */
  model: string;
  inputTokens: number;
}

export const MATCHES = ["finding", "question", "passage", "words"] as const;
/** What of an insight was nearest to the query: one of its vectors, or none but shared words. */
export type Match = (typeof MATCHES)[number];

export interface FoundInsight {
  insightId: string;
  title: string;
  insight: string;
  excerpts: string[];
  docId: string;
  docTitle: string;
  sourceUrl: string;
  sourceName: string;
  publishedDate: string | null;
  /** Probability of relevance, 0 to 1; the same for a query and an insight whatever the filter or limit. */
  score: number;
  matchedBy: Match;
  /** The question that matched; null when `matchedBy` is something else. */
  matchedQuestion: string | null;
  /** Words of the query that the insight is found by, as they were typed and in their order. */
  matchedWords: string[];
}

/** What the index knows of one version of a document besides its insights. */
export interface IndexedHead {
  docId: string;
  /** Grows with each new content of the document; at least 1. */
  version: number;
  title: string;
  documentUrl: string;
  sourceName: string;
  /** YYYY-MM-DD. */
  publishedDate: string | null;
}

export interface IndexedContent {
  /** What insights come from, in document order. */
  passages: string[];
  insights: IndexedInsight[];
}

/** One version of a document with its insights. */
export interface IndexedDocument extends IndexedHead, IndexedContent {}

/** The same with its content as UTF-8 JSON: of a long filing it is megabytes, and the event loop must not unpack them. */
export interface PackedDocument extends IndexedHead {
  /** Of an `IndexedContent`; best in shared memory, which is not copied on its way between threads. */
  content: Uint8Array;
}

export interface IndexedInsight {
  /** Unique in the whole index. */
  insightId: string;
  title: string;
  insight: string;
  excerpts: string[];
  /** Each gets a vector of its own. */
  questions: string[];
  /** Position in `IndexedDocument.passages`. */
  passage: number;
}

export interface ReindexRequest {
  /** "bundled", a folder with model.onnx, or an endpoint's name of a model; absent: what is configured, or that of the index. */
  model?: string | undefined;
  /** Names the run: a UUID of the caller's. */
  run: string;
}

export interface ReindexProgress {
  /** The new index answers now. */
  isDone: boolean;
  /** The model that the new index is made with, as it was asked for. */
  model: string;
  documents: number;
  documentsDone: number;
  /** Weights of their texts, in bytes as they are stored: the longer a document, the longer it takes. */
  bytes: number;
  bytesDone: number;
  /** What this part of the work cost. */
  embedding: EmbeddingUsage;
}

export interface IndexStatus {
  documents: number;
  insights: number;
  /** Titles with findings, questions, passages: a vector each. */
  vectors: number;
  modelFingerprint: string;
  /** What the searchable columns take in memory. */
  memoryBytes: number;
}
