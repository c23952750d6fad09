import { setPriority } from "node:os";

/**
 * Of Unix's 19 steps down: a thread gets a third of what one of normal priority gets beside it, and all that nobody else
 * wants. Limits of time have room for that.
 */
const STEPS_DOWN = 5;

/**
 * Lets the process's other threads go first from here on: requests are answered while documents are taken in. Linux keeps
 * a priority for each thread; elsewhere it would be the whole process's, and nothing is done.
 */
export function letOthersGoFirst(): void {
  if (process.platform === "linux") setPriority(0, STEPS_DOWN);
}
