import { setTimeout as pause } from "node:timers/promises";
import { LockConflict } from "./failure.ts";

const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 5;
/** Not begun again later than this: the caller has a deadline. */
const TOTAL_MS = 5_000;

/**
 * Does again what met a lock (a deadlock, or one that was held for too long), a few times, after pauses that grow and
 * differ: those who collided would collide again. `work` must be what the server undoes whole.
 */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (err) {
      const isOver = attempt >= ATTEMPTS || performance.now() - startedMs > TOTAL_MS;
      if (isOver || !(err instanceof LockConflict)) throw err;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}
