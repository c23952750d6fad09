import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "#kit/clock.ts";
import { DomainError, type Kind, messageOf } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { NO_TELEMETRY, type Telemetry } from "#kit/telemetry/telemetry.ts";
import type { JobQueue, LeasedJob, Outcome } from "../job-ports.ts";
import type { DocumentStore, InsightIndex, UsageRecorder } from "../ports.ts";
import type { Asker } from "./ask-model.ts";
import { observeIngest } from "./observe-ingest.ts";
import { LeaseLost, takeIn } from "./take-in.ts";
import { openThreadPool, type ThreadLimits } from "./thread-pool.ts";

export interface WorkerOptions extends Partial<ThreadLimits> {
  jobs: JobQueue;
  store: DocumentStore;
  index: InsightIndex;
  usage: UsageRecorder;
  clock: Clock;
  log: Logger;
  /** Whoever writes the insights in place of the rules. */
  asker?: Asker | undefined;
  /** Threads that parse and extract. */
  threads: number;
  /**
   * The name of this place of work. No two live processes may have the same: jobs that a process of this name held before
   * are taken over at once.
   */
  owner: string;
  /** Once it fires nothing new is begun; what is under way goes on until the worker is disposed. */
  draining?: AbortSignal;
  /** How long a job stays with a worker that shows no sign of life. */
  leaseMs?: number;
  /** How often an idle worker looks for jobs. */
  pollMs?: number;
  /** How often a job is tried when what it needs is away. */
  maxAttempts?: number;
  /** How often a job may outlive its worker: more than people stop a process by force, less than for ever. */
  maxDeaths?: number;
  /** What the threads run instead of parsing and extracting, for tests of all that is around it. */
  thread?: URL;
  /** Where the worker tells what it does; without it, nowhere. */
  telemetry?: Telemetry;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** How long it can be seen what became of a job: its document stays, and so does its content's hash. */
const JOBS_KEPT_MS = 30 * DAY_MS;
const FORGET_EVERY_MS = DAY_MS / 24;

/** What takes jobs in. */
export interface Worker extends AsyncDisposable {
  /** Resolves when it is draining and nothing is under way any more. */
  readonly drained: Promise<unknown>;
}

/** Takes jobs in until it is disposed; what it is at then goes back into the queue, as if it had not been begun. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { jobs, clock, log, threads, owner, leaseMs = 60_000, pollMs = 200, maxAttempts = 5, maxDeaths = 20 } = options;
  const { timeLimitMs = 180_000, memoryLimitMiB = 1_024 } = options;
  const taken = await jobs.takeOver(owner);
  if (taken > 0) log.info({ jobs: taken }, "going on with the jobs of the process before");
  const pool = openThreadPool({
    threads,
    timeLimitMs,
    memoryLimitMiB,
    ...(options.thread && { thread: options.thread }),
  });
  const observer = observeIngest(options.telemetry ?? NO_TELEMETRY);
  const parts = observer.parts({ ...options, pool, leaseMs });
  const stopping = new AbortController();
  const leaving = options.draining ? AbortSignal.any([stopping.signal, options.draining]) : stopping.signal;
  let forgetAt = 0;

  // One more than there are threads: while one document is being indexed, the threads have others. Documents that wait for
  // a language model use neither; without more of them, short ones would leave it idle.
  const lanes = Array.from({ length: threads + 1 + (options.asker?.concurrency ?? 0) }, () => lane());

  async function lane(): Promise<void> {
    while (!leaving.aborted) {
      await forgetOld();
      const job = await leased();
      if (job) await work(job);
      else await pause(pollMs, undefined, { signal: leaving, ref: false }).catch(() => undefined);
    }
  }

  async function forgetOld(): Promise<void> {
    const now = clock.now();
    if (now < forgetAt) return;
    forgetAt = now + FORGET_EVERY_MS;
    try {
      while (!leaving.aborted && (await jobs.forget(now - JOBS_KEPT_MS)) > 0);
    } catch (err) {
      log.warn({ err }, "old jobs are kept until the next attempt");
    }
  }

  async function leased(): Promise<LeasedJob | undefined> {
    try {
      return await jobs.lease(owner, clock.now(), clock.now() + leaseMs);
    } catch (err) {
      // Another writer of the same file, or a database that is away for a moment: the jobs wait.
      log.warn({ err }, "no job could be leased");
      return undefined;
    }
  }

  async function work(job: LeasedJob): Promise<void> {
    const keeping = keepLease(job);
    try {
      if (job.deaths >= maxDeaths) throw new DomainError("invalid", ABANDONED);
      await observer.document(job, () => takeIn(job, parts, stopping.signal));
    } catch (err) {
      if (!(err instanceof LeaseLost)) await giveBack(job, outcomeOf(err, job));
    } finally {
      clearInterval(keeping);
    }
  }

  function keepLease(job: LeasedJob): NodeJS.Timeout {
    const keep = () => {
      jobs.hold(job, clock.now() + leaseMs, clock.now()).catch((err) => log.warn({ err }, "a lease was not kept"));
    };
    return setInterval(keep, leaseMs / 3).unref();
  }

  function outcomeOf(err: unknown, { attempts, deaths, docId }: LeasedJob): Outcome {
    if (stopping.signal.aborted) return { state: "pending", notBefore: 0, attempts: attempts - 1 };
    if (err instanceof DomainError && FINAL.has(err.kind)) return { state: "failed", reason: err.message };
    log.error({ err, docId, attempts }, "a document was not taken in");
    const tries = attempts - deaths;
    const reason = `${messageOf(err)} (tried ${tries} times)`;
    if (tries >= maxAttempts) return { state: "failed", reason };
    const pauseMs = Math.min(FIRST_PAUSE_MS * 4 ** (tries - 1), LONGEST_PAUSE_MS);
    return { state: "pending", notBefore: clock.now() + pauseMs, attempts };
  }

  async function giveBack(job: LeasedJob, outcome: Outcome): Promise<void> {
    observer.givenBack(outcome);
    try {
      await jobs.settle(job, outcome, clock.now());
    } catch (err) {
      log.warn({ err, docId: job.docId }, "a job could not be given back; it is free again when its lease ends");
    }
  }

  const drained = Promise.all(lanes);
  return {
    drained,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await drained;
      await pool[Symbol.asyncDispose]();
    },
  };
}

/** What would be the same at another try: somebody has to change something first. */
const FINAL: ReadonlySet<Kind> = new Set(["invalid", "denied", "exhausted"]);

const ABANDONED =
  "The process ended each time while this document was being taken in: it may be what ended it. " +
  "Look into the log, then submit it again, if possible in smaller parts.";
