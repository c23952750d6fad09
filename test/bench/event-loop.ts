/**
 * How long the event loop of this thread is busy in one operation: what it does before, between and after its waits,
 * together, so that no part of it can have blocked longer. Each kind of operation counts at its best, because the time
 * in which the system runs something else is in it too: what really blocks, blocks each time.
 */
export interface EventLoopWatch {
  /** Carries out an operation; nothing else may be under way in this thread. */
  during<Result>(kind: string, operation: () => Promise<Result>): Promise<Result>;
  /** Milliseconds of the operation that kept it longest; 0 before the first. */
  busiestMs(): number;
}

export function watchEventLoop(): EventLoopWatch {
  const least = new Map<string, number>();
  return {
    async during(kind, operation) {
      const before = performance.eventLoopUtilization();
      const result = await operation();
      const { active } = performance.eventLoopUtilization(before);
      least.set(kind, Math.min(active, least.get(kind) ?? Number.POSITIVE_INFINITY));
      return result;
    },
    busiestMs: () => Math.max(0, ...least.values()),
  };
}

/**
 * The longest turn of this thread's event loop from now on, in milliseconds that it computed: a timer that is due in every
 * turn reads the thread's processor time. What the system runs in between does not count, so the figure means the same on
 * a busy machine; what the thread waits for inside a turn (other threads of a garbage collection) does not count either.
 */
export function watchTurns(): { longestMs(): number; [Symbol.dispose](): void } {
  let longestMs = 0;
  let lastMs = computedMs();
  const timer = setInterval(() => {
    const nowMs = computedMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }, 1);
  return { longestMs: () => longestMs, [Symbol.dispose]: () => clearInterval(timer) };
}

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
