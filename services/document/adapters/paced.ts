import { DomainError } from "#kit/errors.ts";

/** Runs reads one after the other. One whose signal fired before its turn rejects with `cancelled` and costs no turn. */
export type Paced = <Result>(read: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/**
 * Reads, each in a turn of the event loop of its own, together with what its caller does before it waits again. A page
 * takes the event loop some milliseconds to unpack and pass on; those of many callers, arriving together, would hold it
 * up for all of them in one piece.
 */
export function createPaced(): Paced {
  let last: Promise<unknown> = Promise.resolve();
  return (read, signal) => {
    const result = last.then(() => {
      if (signal?.aborted) throw new DomainError("cancelled", "The caller left before the answer");
      return read();
    });
    const next = () => (signal?.aborted ? undefined : nextTurn());
    last = result.then(next, next);
    return result;
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
