import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Limiter } from "../rate-limit.ts";

/**
 * Counts in this process. At most `maxKeys` keys are kept, so that a flood of invented ones cannot fill the memory:
 * windows all last equally long, so the one that began first is the one nearest to its end, and is dropped.
 */
export function createMemoryLimiter({ windowMs, maxKeys }: { windowMs: number; maxKeys: number }): Limiter {
  // Without a bound of its own: what a key's tier allows is for the caller of `take` to compare.
  const counts = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1000 });
  const keysByBegin = new Set<string>();
  return {
    async take(key, cost) {
      const { consumedPoints, msBeforeNext, isFirstInDuration } = await counts.penalty(key, cost);
      if (isFirstInDuration) {
        keysByBegin.delete(key);
        keysByBegin.add(key);
        const [oldest] = keysByBegin;
        if (keysByBegin.size > maxKeys && oldest !== undefined) {
          keysByBegin.delete(oldest);
          await counts.delete(oldest);
        }
      }
      return { consumed: consumedPoints, resetMs: msBeforeNext };
    },
  };
}
