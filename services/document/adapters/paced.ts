/** Runs reads one after the other. */
export type Paced = <Result>(read: () => Promise<Result>) => Promise<Result>;

/**
 * Reads, each in a turn of the event loop of its own, together with what its caller does before it waits again. A page
 * takes the event loop some milliseconds to unpack and pass on; those of many callers, arriving together, would hold it
 * up for all of them in one piece.
 */
export function createPaced(): Paced {
  let last: Promise<unknown> = Promise.resolve();
  return (read) => {
    const result = last.then(read);
    last = result.then(nextTurn, nextTurn);
    return result;
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
