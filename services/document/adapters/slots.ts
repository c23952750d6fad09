import { DomainError } from "#kit/errors.ts";

/** So many tasks at a time; the others wait in their order. */
export function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;

  const taken = (signal: AbortSignal): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new DomainError("cancelled", "Nobody waits any more"));
      };
      waiting.push(begin);
      signal.addEventListener("abort", leave, { once: true });
    });
  };

  return {
    /** Rejects with `cancelled` when the signal fires before there is room. */
    async run<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
      if (signal.aborted) throw new DomainError("cancelled", "Nobody waits any more");
      await taken(signal);
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
