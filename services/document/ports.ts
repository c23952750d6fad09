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

export const JOB_STATES = ["pending", "extracting", "indexing", "complete", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A document as it was submitted, checked. */
export interface Submission {
  batchId: string;
  docId: string;
  documentUrl: string;
  mediaType: string;
  /** What was said of the document; empty strings, null and no authors where nothing was. */
  given: GivenHead;
  /** SHA-256 of the bytes, hexadecimal. */
  originalHash: string;
  /** Of bytes and metadata: the same again is no work. */
  contentHash: string;
  content: Uint8Array;
}

export interface GivenHead {
  sourceName: string;
  articleTitle: string;
  publishedDate: string | null;
  authors: string[];
  summary: string;
}

export interface JobRecord {
  /** UUID. */
  jobId: string;
  batchId: string;
  docId: string;
  documentUrl: string;
  state: JobState;
  /** How often it was begun. */
  attempts: number;
  /** Why it failed and what to do. Empty unless it failed. */
  reason: string;
  insights: number;
  contentBytes: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
}

export interface Batch {
  open: number;
  complete: number;
  insights: number;
  submittedBytes: number;
  finishedBytes: number;
  /** The first 10,000, in the order of their submission. */
  failed: JobRecord[];
  /** Also beyond those listed. */
  failedCount: number;
}

/** How much work may wait. */
export interface Backlog {
  jobs: number;
  bytes: number;
}

/** Takes documents in and tells what became of them. */
export interface JobLog {
  /**
   * Stores the content and queues its job under this id; durable when it resolves. "unchanged" when the same content is
   * published and nothing is queued for the document; "full", and nothing is stored, when more would wait than `limit`
   * (one job is always let in). The last submission of a document wins: a job of it that waits is replaced. When the last
   * one was the same, its job joins the new batch with all that was done of it, and counts in the earlier ones too:
   * whoever submits again after a crash sees that work as their own, and two who submit the same at a time both do.
   */
  submit(
    jobId: string,
    submission: Submission,
    limit: Backlog,
    now: number,
  ): Promise<{ jobId: string } | "unchanged" | "full">;
  batch(batchId: string): Promise<Batch>;
  /** Most recently changed first. No states: all. */
  jobs(filter: { states: JobState[]; limit: number }): Promise<{ jobs: JobRecord[]; total: number }>;
}

/** The right to work on a job until a time. */
export interface Lease {
  jobId: string;
  token: string;
}

export interface LeasedJob extends Lease {
  /** Greater than that of every job submitted before; at least 1. The document's version when it is published. */
  version: number;
  docId: string;
  documentUrl: string;
  mediaType: string;
  given: GivenHead;
  originalHash: string;
  contentHash: string;
  contentBytes: number;
  /** How often it was begun, this time included. */
  attempts: number;
  /** How often its worker was never heard of again. */
  deaths: number;
  /**
   * What is left to do: everything; only the index, for this version replaced the document's before its worker died;
   * or nothing, for the same content was published since.
   */
  rest: "extract" | "publish" | "nothing";
}

export type Outcome =
  | { state: "complete" }
  | { state: "failed"; reason: string }
  /** To be tried again. `attempts`: how often it shall count as begun. */
  | { state: "pending"; notBefore: number; attempts: number };

/** Hands jobs to workers. A job is leased by one worker at a time, and jobs of one document go in their order. */
export interface JobQueue {
  /** Ends the leases that processes of this name held: they died, for no two live ones have the same name. */
  takeOver(owner: string): Promise<number>;
  /**
   * A job, now leased until `until`, or undefined when none waits. An expired lease counts as none, and as a death. Those
   * with fewer deaths go first, then those that wait longest: what may have killed its worker must not hold up the others.
   * One that was being indexed goes before all, the first few times: its document may be in the store and not in the index.
   */
  lease(owner: string, now: number, until: number): Promise<LeasedJob | undefined>;
  /** The submitted bytes. Rejects with `notFound` when another worker has finished the job. */
  content(job: LeasedJob): Promise<Uint8Array>;
  /** Keeps the lease until `until`, and notes that the job is being indexed from here on. False when it is no longer held. */
  hold(lease: Lease, until: number, now: number, state?: "indexing"): Promise<boolean>;
  /**
   * Ends the lease. A job that is complete or failed gives up its content; "complete" says that its version is in the
   * index. Changes nothing when the lease is no longer held.
   */
  settle(lease: Lease, outcome: Outcome, now: number): Promise<void>;
}

/** The search service, as a worker sees it. */
export interface InsightIndex {
  /** Stores a version, invisible to searches. Staging it again replaces what was staged. */
  stage(document: IndexedDocument): Promise<{ model: string; inputTokens: number }>;
  /** Makes a staged version visible and older ones invisible, in one step. Publishing what is published changes nothing. */
  publish(docId: string, version: number): Promise<void>;
}

/** One version of a document with its insights, as the index takes it. */
export interface IndexedDocument {
  docId: string;
  version: number;
  title: string;
  documentUrl: string;
  sourceName: string;
  publishedDate: string | null;
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
  /** Position in `IndexedDocument.passages`. */
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
  operation: "ingest";
  /** Milliseconds since 1970. */
  time: number;
  tokens: { eventId: string; model: string; inputTokens: number; outputTokens: number }[];
}
