import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import { foldSourceName } from "./identity.ts";
import { type Backlog, type Batch, JOB_STATES, type JobLog, type JobRecord, type JobState } from "./job-ports.ts";
import type { Estimate, ModelExtractor } from "./model-ports.ts";
import type { DocumentRecord, DocumentStore, InsightRecord } from "./ports.ts";
import { checkedDay, type SubmittedDocument, toSubmission } from "./submission.ts";
import { type VerifiedPage, verifyPage } from "./verify.ts";

/** What may wait for workers by default: enough to keep them busy, little enough to keep the database small. */
const DEFAULT_BACKLOG: Backlog = { jobs: 1_000, bytes: 256 * 1024 * 1024 };
const ASK_AGAIN_MS = 50;

export type Documents = ReturnType<typeof createDocuments>;

/** The document service's use cases. All reject with `DomainError`s. */
export function createDocuments({
  store,
  clock,
  extractor,
  backlog = DEFAULT_BACKLOG,
  waitMs = 2_000,
}: {
  store: DocumentStore & JobLog;
  clock: Clock;
  /** The language model that the workers use, if they use one. */
  extractor?: ModelExtractor | undefined;
  backlog?: Backlog;
  /** How long a submission waits for room before it is refused. */
  waitMs?: number;
}) {
  return {
    /** Published documents, newest first. `limit`: 1 to 200, 50 when it is not given. */
    async list(
      filter: { sourceName?: string | undefined; since?: string | undefined; limit?: number | undefined },
      signal?: AbortSignal,
    ) {
      const { sourceName, since, limit = 50 } = filter;
      if (sourceName === "") throw new DomainError("invalid", "source_name must not be empty; leave it out");
      if (since !== undefined) checkedDay("since", since);
      checkLimit("limit", limit, 200);
      const foldedSource = sourceName === undefined ? undefined : foldSourceName(sourceName);
      return store.list({ foldedSource, since, limit }, signal);
    },

    /** A published document with every insight, in document order. */
    async get(docId: string, signal?: AbortSignal): Promise<{ document: DocumentRecord; insights: InsightRecord[] }> {
      return found(DOC_ID.test(docId) ? await store.get(docId, signal) : undefined);
    },

    /** Publishers of published documents, in code point order, each once. */
    sourceNames: (): Promise<string[]> => store.sourceNames(),

    /** The stored text of a published document, with what its parser repaired. */
    async text(docId: string): Promise<{ text: string; textHash: string; repairs: string[] }> {
      const { bytes, textHash, repairs } = found(DOC_ID.test(docId) ? await store.text(docId) : undefined);
      return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), textHash, repairs };
    },

    /**
     * Takes a document in: durable when it resolves; a worker does the rest. `jobId` is null when there is nothing to do.
     * Waits a moment while too much is queued, then rejects with `exhausted`: submit it again later.
     */
    async submit(
      submitted: SubmittedDocument,
      signal?: AbortSignal,
    ): Promise<{ docId: string; jobId: string | null; unchanged: boolean }> {
      const submission = await toSubmission(submitted, extractor?.model);
      const { docId } = submission;
      const newJobId = randomUUID();
      for (let waitedMs = 0; waitedMs <= waitMs; waitedMs += ASK_AGAIN_MS) {
        const answer = await store.submit(newJobId, submission, backlog, clock.now());
        if (answer === "unchanged") return { docId, jobId: null, unchanged: true };
        if (answer !== "full") return { docId, jobId: answer.jobId, unchanged: false };
        if (signal?.aborted) throw new DomainError("cancelled", "The caller left before there was room in the queue");
        await pause(ASK_AGAIN_MS);
      }
      throw new DomainError(
        "exhausted",
        `The queue is full: ${backlog.jobs} documents or ${backlog.bytes / 1024 / 1024} MiB wait. Submit this one again in a moment.`,
      );
    },

    /** What makes insights: a language model, or rules (undefined). */
    async extractor() {
      if (!extractor) return undefined;
      const { model, inputPrice, outputPrice, budgetTokens } = extractor;
      return { model, inputPrice, outputPrice, budgetTokens, spentTokens: await extractor.spentTokens() };
    },

    /** What a document would take, were it submitted now. Stores nothing. */
    async estimate(submitted: SubmittedDocument, signal?: AbortSignal): Promise<Estimate & { unchanged: boolean }> {
      const submission = await toSubmission(submitted, extractor?.model);
      const unchanged = await store.isPublished(submission.docId, submission.contentHash);
      if (unchanged || !extractor) return { calls: 0, inputTokens: 0, outputTokens: 0, unchanged };
      return { ...(await extractor.estimate(submission, signal)), unchanged };
    },

    /** How far the jobs of a batch are; all zeros for one that nobody submitted. */
    batch: (batchId: string): Promise<Batch> => store.batch(batchId),

    /** Jobs, most recently changed first. `limit`: 1 to 1,000, 50 when it is not given. */
    async jobs(filter: {
      states?: JobState[] | undefined;
      limit?: number | undefined;
    }): Promise<{ jobs: JobRecord[]; total: number }> {
      const { states = [], limit = 50 } = filter;
      checkLimit("limit", limit, 1_000);
      for (const state of states) {
        if (!JOB_STATES.includes(state)) throw new DomainError("invalid", `there is no job state "${state}"`);
      }
      return store.jobs({ states, limit });
    },

    /** Checks one page of published documents against themselves. `pageSize`: 1 to 200, 20 when it is not given. */
    async verify(page: { pageSize?: number | undefined; pageToken?: string | undefined }): Promise<VerifiedPage> {
      const { pageSize = 20, pageToken = "" } = page;
      checkLimit("page_size", pageSize, 200);
      if (pageToken !== "" && !DOC_ID.test(pageToken))
        throw new DomainError("invalid", "page_token is not one of ours");
      return verifyPage(store, pageSize, pageToken);
    },

    /** Resolves when documents can be read. */
    async check(): Promise<void> {
      await store.idsAfter("", 1);
    },
  };
}

const DOC_ID = /^doc_[0-9a-f]{32}$/;

function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new DomainError("notFound", "Document not found");
  return thing;
}

function checkLimit(name: string, limit: number, maximum: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > maximum) {
    throw new DomainError("invalid", `${name} must be a whole number from 1 to ${maximum}`);
  }
}
