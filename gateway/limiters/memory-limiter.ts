import type { Clock } from "#kit/clock.ts";
import type { Limiter } from "../rate-limit.ts";

interface Window {
  consumed: number;
  endsAtMs: number;
}

/**
 * Counts in this process. Our own and not rate-limiter-flexible's memory store, which keeps a timer and an entry for
 * every key that anybody sends, without a bound, and cannot be given a clock.
 *
 * Windows all last equally long, so the order in which they began is the order in which they end: what is over, and
 * beyond `maxKeys` what is nearest to its end, is dropped from the front.
 */
export function createMemoryLimiter(options: { clock: Clock; windowMs: number; maxKeys: number }): Limiter {
  const { clock, windowMs, maxKeys } = options;
  const windows = new Map<string, Window>();

  const dropFromFront = (now: number) => {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > now && windows.size <= maxKeys) return;
      windows.delete(key);
    }
  };

  return {
    async take(key, cost) {
      const now = clock.now();
      let window = windows.get(key);
      if (!window || window.endsAtMs <= now) {
        windows.delete(key);
        window = { consumed: 0, endsAtMs: now + windowMs };
        windows.set(key, window);
        dropFromFront(now);
      }
      window.consumed += cost;
      return { consumed: window.consumed, resetMs: window.endsAtMs - now };
    },
  };
}
