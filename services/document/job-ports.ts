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
  /** How many there are in each state but "complete"; from an index alone, for it is asked again and again. */
  countJobs(): Promise<Record<Exclude<JobState, "complete">, number>>;
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
  /**
   * Forgets jobs that were complete or failed before that time, a bounded number of them, and says how many: call it until
   * there are none. Batches count what is not forgotten.
   */
  forget(before: number): Promise<number>;
}
