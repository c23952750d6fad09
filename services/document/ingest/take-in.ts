import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { foldSourceName, uuidOf } from "../identity.ts";
import type { JobQueue, LeasedJob } from "../job-ports.ts";
import type { DocumentStore, InsightIndex, PackedDocument, UsageRecorder } from "../ports.ts";
import type { Asker } from "./ask-model.ts";
import type { MadeDocument, RawDocument, Unmade } from "./made-document.ts";
import type { ThreadPool } from "./thread-pool.ts";

/** What taking a document in needs. */
export interface Parts {
  jobs: JobQueue;
  store: DocumentStore;
  index: InsightIndex;
  usage: UsageRecorder;
  pool: ThreadPool;
  /** Whoever writes the insights in place of the rules; undefined: the rules. */
  asker?: Asker | undefined;
  clock: Clock;
  log: Logger;
  leaseMs: number;
}

/** The lease was lost: another worker has the job now, and whatever it does is as good. */
export class LeaseLost extends Error {}

/**
 * Does what is left of a job: extract, stage in the index, replace the document, publish in the index, settle. Killed at
 * any point, it is done again from the step whose effect cannot be seen; each step may be done twice.
 */
export async function takeIn(job: LeasedJob, parts: Parts, signal: AbortSignal): Promise<void> {
  const { jobs, index, clock } = parts;
  if (job.rest === "extract") await extractAndStore(job, parts, signal);
  if (job.rest !== "nothing") await index.publish(job.docId, job.version);
  await jobs.settle(job, { state: "complete" }, clock.now());
}

async function extractAndStore(job: LeasedJob, parts: Parts, signal: AbortSignal): Promise<void> {
  const { jobs, store, index, usage, clock, log, leaseMs } = parts;
  const { docId, documentUrl, mediaType, given } = job;
  const content = await jobs.content(job);
  const made = await make({ docId, documentUrl, mediaType, given, content }, parts, signal);
  if ("reason" in made) {
    if (made.stack !== undefined) log.error({ docId, documentUrl, stack: made.stack }, "bug");
    // The same bytes would fail again: nothing is gained by trying.
    throw new DomainError("invalid", made.reason);
  }
  held(await jobs.hold(job, clock.now() + leaseMs, clock.now(), "indexing"));
  const { model, inputTokens } = await index.stage(toPacked(job, made), signal);
  await usage.record({
    // Made of the lease's token, so that a record that is tried again counts once.
    eventId: uuidOf(job.token, "request"),
    keyId: null,
    operation: "ingest",
    time: clock.now(),
    tokens: [{ eventId: uuidOf(job.token, "tokens"), model, inputTokens, outputTokens: 0 }],
  });
  const { head, text, insights, insightCount } = made;
  const foldedSource = foldSourceName(head.sourceName);
  const { contentHash, originalHash } = job;
  const version = {
    docId,
    documentUrl,
    ...head,
    foldedSource,
    contentHash,
    originalHash,
    text,
    insights,
    insightCount,
  };
  held(await store.replace(version, job, clock.now()));
}

async function make(
  raw: RawDocument,
  { pool, asker, log }: Parts,
  signal: AbortSignal,
): Promise<MadeDocument | Unmade> {
  if (!asker) return pool.make(raw, signal);
  const prepared = await pool.prepare({ ...raw, model: asker.model }, signal);
  if ("reason" in prepared) return prepared;
  // The thread is free for others while the model writes.
  const answers = await asker.answers(prepared.questions, signal);
  const { state, text } = prepared;
  const made = await pool.finish({ docId: raw.docId, state, text, answers }, signal);
  if ("harvest" in made) log.info({ docId: raw.docId, ...made.harvest }, "what became of the model's insights");
  return made;
}

function held(isHeld: boolean): void {
  if (!isHeld) throw new LeaseLost("the lease is no longer held");
}

const toPacked = ({ docId, version, documentUrl }: LeasedJob, { head, indexed }: MadeDocument): PackedDocument => ({
  docId,
  version,
  title: head.articleTitle,
  documentUrl,
  sourceName: head.sourceName,
  publishedDate: head.publishedDate,
  content: indexed,
});
