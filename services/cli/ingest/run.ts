import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentService, GetBatchResponse } from "#gen/insights/document/v1/document_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import type { GrpcClient } from "#kit/grpc/client.ts";
import { docIdOf } from "../../document/identity.ts";
import type { Failure, SourceDocument, Survey } from "../sources/source.ts";
import type { Progress } from "./progress.ts";
import { patiently, submit } from "./submission.ts";

/** What became of a run. Every document that was found is in exactly one of the counts. */
export interface IngestResult {
  /** Documents taken in, new or with new content. */
  documents: number;
  /** Insights extracted from them. */
  insights: number;
  /** Documents that were there already, with the same content. */
  unchanged: number;
  /** Documents that others submitted with other content before the work on them began: theirs are taken in instead. */
  superseded: number;
  failed: Failure[];
  /** Documents that failed beyond the ten thousand that are listed. */
  failedUnlisted: number;
  /** True when the run was interrupted before all of that was done. */
  isInterrupted: boolean;
}

type Documents = Pick<GrpcClient<typeof DocumentService>, "submitDocument" | "getBatch">;

export interface RunOptions {
  /** Read anew for each call. */
  readonly documents: Documents;
  /** Looks for the service again when it does not answer. */
  renew?: () => Promise<void>;
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Told of a document that took the place of an earlier one of this run: two files may give one URL. */
  onRepeat?(later: string, earlier: string): void;
  /** Milliseconds between looks at the batch. */
  pollMs?: number;
}

/** Submissions under way at a time: enough that the server never waits for the next. */
const IN_FLIGHT_LIMIT = 8;
/** Failures of each kind (here, in the service) that are kept with their reasons. */
const FAILURES_LISTED = 10_000;
/** Bytes of submissions under way at a time, for a folder of large files. One document may exceed it alone. */
const IN_FLIGHT_LIMIT_BYTES = 32 * 1024 * 1024;

/**
 * Submits every document of the survey as one batch and waits until the work is done. A run that ends early, however it
 * ends, loses nothing: what was submitted is stored, and the next run finds it done or goes on with it.
 */
export async function runIngestion({ sources, failures }: Survey, options: RunOptions): Promise<IngestResult> {
  const batchId = randomUUID();
  const failed = [...failures];
  const names = new Map<string, Pick<SourceDocument, "name" | "listedAs">>();
  const queued = new Set<string>();
  const progress = startProgress(sources);
  // Ends the waiting when submitting fails, and the other way round.
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  let isSubmitted = false;

  // A file of a million bad rows must not fill the memory with reasons.
  const fail = (failure: Failure) => {
    if (progress.failed++ < FAILURES_LISTED) failed.push(failure);
  };

  const submitAll = async () => {
    const pool = createPool();
    for (const source of sources) {
      for await (const item of source.read(signal)) {
        if (signal.aborted) break;
        if ("failure" in item) {
          fail(item.failure);
          continue;
        }
        const { document } = item;
        const size = document.content.length;
        // The last one given wins, so it must arrive last.
        const docId = docIdOf(document.documentUrl);
        const earlier = names.get(docId)?.name;
        if (earlier !== undefined) await pool.settled();
        names.set(docId, { name: document.name, listedAs: document.listedAs });
        await pool.add(size, async () => {
          try {
            const { unchanged } = await submit(options, batchId, document, signal);
            if (earlier !== undefined) options.onRepeat?.(document.name, earlier);
            if (unchanged) {
              progress.unchanged++;
              progress.unchangedBytes += size;
            } else queued.add(docId);
          } catch (err) {
            if (!(err instanceof DomainError && err.kind === "invalid")) throw err;
            fail({ documentUrl: document.listedAs, reason: `${document.name}: ${err.message}` });
          }
        });
      }
    }
    await pool.settled();
    isSubmitted = true;
  };

  const watch = async (): Promise<GetBatchResponse> => {
    for (;;) {
      const isLast = isSubmitted;
      const batch = await patiently(() => options.documents.getBatch({ batchId }, { signal }), signal, options);
      options.onProgress(withBatch(progress, batch));
      if (isLast && batch.open === 0) return batch;
      await sleep(options.pollMs ?? 250, undefined, { signal });
    }
  };

  const both = [submitAll(), watch()] as const;
  try {
    const [, batch] = await Promise.all(both);
    for (const job of batch.failed) {
      const document = names.get(job.docId);
      const name = document?.name ?? job.documentUrl;
      failed.push({ documentUrl: document?.listedAs ?? job.documentUrl, reason: `${name}: ${job.reason}` });
    }
    return {
      documents: batch.complete,
      insights: Number(batch.insights),
      unchanged: progress.unchanged,
      superseded: Math.max(0, queued.size - batch.complete - failedJobs(batch)),
      failed,
      failedUnlisted: failures.length + progress.failed + failedJobs(batch) - failed.length,
      isInterrupted: false,
    };
  } catch (err) {
    stop.abort();
    await Promise.allSettled(both);
    if (!options.signal.aborted) throw err;
    const { complete, insights, unchanged } = progress;
    return { documents: complete, insights, unchanged, superseded: 0, failed, failedUnlisted: 0, isInterrupted: true };
  }
}

function startProgress(sources: Survey["sources"]): Progress {
  const documents = sources.reduce((sum, source) => sum + source.documents, 0);
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  return { documents, bytes, complete: 0, unchanged: 0, failed: 0, insights: 0, workedBytes: 0, unchangedBytes: 0 };
}

const failedJobs = ({ failed, failedCount }: GetBatchResponse): number => Math.max(failedCount, failed.length);

/** Takes over what the batch says. The failures in `progress` are those that never became a job. */
function withBatch(progress: Progress, batch: GetBatchResponse): Progress {
  progress.complete = batch.complete;
  progress.insights = Number(batch.insights);
  progress.workedBytes = Number(batch.finishedBytes);
  return { ...progress, failed: progress.failed + failedJobs(batch) };
}

/** Runs tasks side by side within the limits. The first failure ends it: whoever waits for the pool next is told. */
function createPool() {
  const running = new Set<Promise<void>>();
  let bytes = 0;
  let failure: { err: unknown } | undefined;
  const isFull = (size: number) =>
    running.size >= IN_FLIGHT_LIMIT || (running.size > 0 && bytes + size > IN_FLIGHT_LIMIT_BYTES);
  const throwIfFailed = () => {
    if (failure) throw failure.err;
  };
  return {
    async add(size: number, task: () => Promise<void>): Promise<void> {
      while (isFull(size)) await Promise.race(running);
      throwIfFailed();
      bytes += size;
      const run: Promise<void> = task().then(
        () => done(),
        (err) => {
          failure ??= { err };
          done();
        },
      );
      const done = () => {
        bytes -= size;
        running.delete(run);
      };
      running.add(run);
    },
    async settled(): Promise<void> {
      await Promise.all(running);
      throwIfFailed();
    },
  };
}
