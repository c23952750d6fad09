import { DomainError } from "#kit/errors.ts";

/** Runs reads one after the other. One whose signal fired before its turn rejects with `cancelled` and costs nothing. */
export type Paced = <Result>(read: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/**
 * Reads one after the other, each beginning in a turn of the event loop of its own. A page takes the event loop some
 * milliseconds to unpack and pass on; those of many callers, arriving together, would hold it up for all of them in one
 * piece. And when more is asked for than can be read in time, the first are answered, instead of all half-way.
 */
export function createPaced(): Paced {
  let last: Promise<unknown> = Promise.resolve();
  return (read, signal) => {
    const result = last.then(() => {
      refuseIfLeft(signal);
      return read();
    });
    const next = () => (signal?.aborted ? undefined : nextTurn());
    last = result.then(next, next);
    return result;
  };
}

/** Resolves in the next turn of the event loop: between the pages of one read. Rejects when its caller has left. */
export async function nextTurn(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  refuseIfLeft(signal);
}

function refuseIfLeft(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new DomainError("cancelled", "The caller left before the answer");
}
