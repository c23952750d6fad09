import { Piscina } from "piscina";
import { DomainError } from "#kit/errors.ts";
import type { AnsweredDocument, MadeDocument, PreparedDocument, RawDocument, Unmade } from "./made-document.ts";

/** What one document may take. */
export interface ThreadLimits {
  /** For a document of any size; what is longer has as much again for each `TIME_FOR_BYTES`. */
  timeLimitMs: number;
  /** Of the thread's JavaScript heap. */
  memoryLimitMiB: number;
}

const TIME_FOR_BYTES = 4 * 1024 * 1024;
/**
 * What a thread's heap has for new objects. Left to itself it takes four times as much, and keeps it, without making
 * documents any faster: 250 MB a thread instead of 115.
 */
const YOUNG_GENERATION_MIB = 48;

/** Threads that make insights of documents. A document that exceeds its limits takes its thread with it, and nothing else. */
export interface ThreadPool extends AsyncDisposable {
  /** Takes the content over. Rejects with `cancelled` when the signal fires: the thread is ended. */
  make(raw: RawDocument, signal: AbortSignal): Promise<MadeDocument | Unmade>;
  /** As far as it goes without a language model of that name. As `make` otherwise. */
  prepare(raw: RawDocument & { model: string }, signal: AbortSignal): Promise<PreparedDocument | Unmade>;
  /** The rest of what `prepare` began. Takes all of it over. */
  finish(answered: AnsweredDocument, signal: AbortSignal): Promise<MadeDocument | Unmade>;
}

export function openThreadPool(options: ThreadLimits & { threads: number; thread?: URL }): ThreadPool {
  const { threads, timeLimitMs, memoryLimitMiB, thread = new URL("./thread.ts", import.meta.url) } = options;
  const pool = new Piscina({
    filename: thread.href,
    name: "run",
    minThreads: 0,
    maxThreads: threads,
    // A thread with its parsers and models takes a second to start and 100 MB to keep.
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMiB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
  });
  // A thread that dies between two tasks: the next task starts another one.
  pool.on("error", () => undefined);

  // A document waits for its thread here and not in the pool, so that its time is its own and not that of the one before.
  const free: (() => void)[] = [];
  let busy = 0;
  const turn = () => {
    if (busy < threads) {
      busy += 1;
      return Promise.resolve();
    }
    return new Promise<void>((resolve) => free.push(resolve));
  };
  const next = () => {
    const waiting = free.shift();
    if (waiting) waiting();
    else busy -= 1;
  };

  const run = async <Result>(
    name: "run" | "prepare" | "finish",
    task: object,
    views: Uint8Array[],
    signal: AbortSignal,
  ): Promise<Result | Unmade> => {
    const bytes = views.reduce((sum, view) => sum + view.length, 0);
    const mayTakeMs = Math.round(timeLimitMs * (1 + bytes / TIME_FOR_BYTES));
    await turn();
    const limit = AbortSignal.timeout(mayTakeMs);
    try {
      const options = { name, transferList: transferable(views), signal: AbortSignal.any([signal, limit]) };
      return (await pool.run(task, options)) as Result;
    } catch (cause) {
      if (signal.aborted) throw new DomainError("cancelled", "The worker is stopping", { cause });
      if (limit.aborted) return tooMuch(`it took more than ${Math.round(mayTakeMs / 1000)} s to read`);
      if (isOutOfMemory(cause)) return tooMuch(`reading it took more than ${memoryLimitMiB} MiB of memory`);
      throw new DomainError("internal", "A thread ended while it made a document", { cause });
    } finally {
      next();
    }
  };

  return {
    make: (raw, signal) => run("run", raw, [raw.content], signal),
    prepare: (raw, signal) => run("prepare", raw, [raw.content], signal),
    finish: (answered, signal) =>
      run("finish", answered, [answered.text.bytes, answered.state, ...answered.answers], signal),
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

const tooMuch = (what: string): Unmade => ({ reason: `${what}: split it into smaller documents` });

const isOutOfMemory = (err: unknown): boolean =>
  err instanceof Error && "code" in err && err.code === "ERR_WORKER_OUT_OF_MEMORY";

/** The buffers under the bytes, unless others share them. */
const transferable = (views: Uint8Array[]): ArrayBuffer[] =>
  views.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && byteLength === buffer.byteLength ? [buffer] : [],
  );
