import { Worker } from "node:worker_threads";
import { DomainError } from "#kit/errors.ts";
import type { VectorMemory } from "./vector-memory.ts";

/** Part of a scan. */
export interface ScanJob {
  query: Float32Array;
  /** Vectors to look at: start and end of each stretch, alternating. */
  stretches: number[];
  keep: number;
}

/** A thread that stands by a search thread and takes half of its scan, if the machine has a core to spare just then. */
export interface ScanHelper {
  /** Jobs from now on are about these vectors. */
  use(vectors: VectorMemory): void;
  /** Offers a job; the one before is settled. */
  offer(job: ScanJob): void;
  /**
   * How many rows the helper has kept, waiting for it if it is at work; undefined when it has not begun: then it never
   * does, and the job is the caller's. Throws `unavailable` when the helper does not end.
   */
  take(): number | undefined;
}

export interface ScanHelperData {
  /** The search thread whose second scratch it uses. */
  thread: number;
  /** Job and phase; how many rows were kept. Shared. */
  state: Int32Array<SharedArrayBuffer>;
}

export type ScanHelperTask = { use: VectorMemory } | { number: number; job: ScanJob };

/** What is in `state[0]`. The number of the job is in it, so that a late helper never takes one job for another. */
export const offered = (number: number): number => number * 4 + 1;
export const taken = (number: number): number => number * 4 + 2;
export const done = (number: number): number => number * 4 + 3;
const SETTLED = 0;
const MOST_JOBS = 2 ** 28;

/** Half a scan takes milliseconds, and a core may be away for some more. */
const PATIENCE_MS = 2_000;

/** Its thread starts with the first job, which it comes too late for, and ends with the calling one. */
export function openScanHelper(thread: number): ScanHelper {
  const state = new Int32Array(new SharedArrayBuffer(8));
  let worker: Worker | undefined;
  let vectors: VectorMemory | undefined;
  let isBroken = false;
  let number = 0;

  const start = (): Worker => {
    const data: ScanHelperData = { thread, state };
    const started = new Worker(new URL("./scan-helper-thread.ts", import.meta.url), { workerData: data, stdin: false });
    started.unref();
    // Searches go on without it, only slower.
    started.on("error", () => {
      isBroken = true;
    });
    if (vectors) started.postMessage({ use: vectors } satisfies ScanHelperTask);
    return started;
  };

  return {
    use(wanted) {
      vectors = wanted;
      worker?.postMessage({ use: vectors } satisfies ScanHelperTask);
    },
    offer(job) {
      if (isBroken) return;
      worker ??= start();
      number = (number + 1) % MOST_JOBS;
      Atomics.store(state, 0, offered(number));
      worker.postMessage({ number, job } satisfies ScanHelperTask);
    },
    take() {
      if (isBroken) return undefined;
      const before = Atomics.compareExchange(state, 0, offered(number), SETTLED);
      if (before === offered(number)) return undefined;
      const until = performance.now() + PATIENCE_MS;
      while (Atomics.load(state, 0) === taken(number)) {
        const leftMs = until - performance.now();
        if (leftMs > 0) Atomics.wait(state, 0, taken(number), leftMs);
        else {
          isBroken = true;
          throw new DomainError("unavailable", "half of the search did not end: try again");
        }
      }
      return Atomics.load(state, 1);
    },
  };
}
