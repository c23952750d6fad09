import type { Lease } from "./job-ports.ts";

/** A published document. */
export interface DocumentRecord {
  /** "doc_" and 32 hexadecimal digits. */
  docId: string;
  documentUrl: string;
  articleTitle: string;
  summary: string;
  sourceName: string;
  authors: string[];
  /** YYYY-MM-DD. */
  publishedDate: string | null;
  /** Milliseconds since 1970. */
  extractedAt: number;
  extractionStatus: "complete";
  /** When it first entered the database: milliseconds since 1970. */
  ingestedAt: number;
}

/** An insight inside its document. */
export interface InsightRecord {
  /** "ins_" and 32 hexadecimal digits. */
  insightId: string;
  title: string;
  insight: string;
  /** Each is the stored text from `start` to `end`, in UTF-16 code units. */
  excerpts: { text: string; start: number; end: number }[];
  questions: string[];
  passage: PassageRecord;
}

export interface PassageRecord {
  /** In UTF-16 code units of the stored text. */
  start: number;
  end: number;
  /** Headings above it, outermost first, joined by " > ". */
  heading: string;
  /** From 1; 0 when the original has no pages. */
  page: number;
}

export interface DocumentFilter {
  /** Folded by `foldSourceName`; a document matches whose folded publisher contains it. */
  foldedSource?: string | undefined;
  /** YYYY-MM-DD: documents of that day or later; undated ones are left out. */
  since?: string | undefined;
  limit: number;
}

/** The text that every excerpt of a document is a slice of. */
export interface StoredText {
  /** UTF-8. */
  bytes: Uint8Array;
  /** SHA-256 of the bytes, hexadecimal, as computed when it was stored. */
  textHash: string;
  /** What the parser repaired or could not read, a sentence each. */
  repairs: string[];
}

/**
 * Where published documents live. Ids are compared byte for byte. A document is seen in one version at a time, whole.
 * What was written is seen by whatever begins afterwards.
 */
export interface DocumentStore {
  /** `signal`, here and below: nobody waits any more. Newest `publishedDate` first, undated last; then newest `ingestedAt`; then by `docId`. */
  list(filter: DocumentFilter, signal?: AbortSignal): Promise<DocumentRecord[]>;
  /** With every insight, in document order. Undefined when there is no such document. */
  get(
    docId: string,
    signal?: AbortSignal,
  ): Promise<{ document: DocumentRecord; insights: InsightRecord[] } | undefined>;
  /** Publishers of published documents, in code point order, each once. */
  sourceNames(): Promise<string[]>;
  /** Undefined when there is no such document. */
  text(docId: string): Promise<StoredText | undefined>;
  /** Whether this very content is published and nothing of it is left to do. */
  isPublished(docId: string, contentHash: string): Promise<boolean>;
  /** Ids greater than `after`, in ascending order. */
  idsAfter(after: string, limit: number): Promise<string[]>;
  /**
   * Replaces the document by this version in one step, and notes the number of insights with the job: all of it or
   * nothing. Its id and `ingestedAt` stay. Resolves to false, and changes nothing, when the lease is no longer held.
   */
  replace(version: DocumentVersion, lease: Lease, now: number): Promise<boolean>;
}

/** What one job makes of a document. */
export interface DocumentVersion {
  docId: string;
  documentUrl: string;
  articleTitle: string;
  summary: string;
  sourceName: string;
  foldedSource: string;
  authors: string[];
  publishedDate: string | null;
  contentHash: string;
  /** SHA-256 of the submitted bytes, hexadecimal. */
  originalHash: string;
  text: StoredText;
  insightCount: number;
  /**
   * The insights in document order, as UTF-8 JSON arrays of `InsightRecord`. They are made where the document is
   * extracted and handed through as bytes: of a long filing they are megabytes, and the event loop must not serialise them.
   */
  insights: Uint8Array[];
}

/** The search service, as a worker sees it. */
export interface InsightIndex {
  /** Stores a version, invisible to searches. Staging it again replaces what was staged. May be given up by the signal. */
  stage(document: PackedDocument, signal?: AbortSignal): Promise<{ model: string; inputTokens: number }>;
  /** Makes a staged version visible and older ones invisible, in one step. Publishing what is published changes nothing. */
  publish(docId: string, version: number): Promise<void>;
}

/** One version of a document with its insights, as the index takes it. */
export interface PackedDocument {
  docId: string;
  version: number;
  title: string;
  documentUrl: string;
  sourceName: string;
  publishedDate: string | null;
  /** UTF-8 JSON of an `IndexedContent`, made where the document is extracted, for the reason of `DocumentVersion.insights`. */
  content: Uint8Array;
}

export interface IndexedContent {
  /** Verbatim text of the passages, in document order. */
  passages: string[];
  insights: IndexedInsight[];
}

export interface IndexedInsight {
  insightId: string;
  title: string;
  insight: string;
  excerpts: string[];
  questions: string[];
  /** Position in `IndexedContent.passages`. */
  passage: number;
}

/** Where ingestion's own use of models is recorded: on the operator's account. */
export interface UsageRecorder {
  /** Resolves when the event is durable. An event that arrives twice counts once. */
  record(event: IngestUsage): Promise<void>;
}

export interface IngestUsage {
  /** UUID. */
  eventId: string;
  keyId: null;
  /** "ingest": a document taken in; "extract": a call of a language model. */
  operation: "ingest" | "extract";
  /** Milliseconds since 1970. */
  time: number;
  tokens: { eventId: string; model: string; inputTokens: number; outputTokens: number }[];
}
