/** Spreads work of the event loop over its turns, so that what many callers ask for at once holds up nobody for long. */
export interface Pacer {
  /**
   * Does the work at once when this turn of the event loop has time left for it, else in a later turn, in the order of
   * the calls. What follows on the work's promise is counted with it. Nothing is interrupted: it should take a millisecond.
   */
  run<Result>(work: () => Result): Promise<Result>;
}

/**
 * How long a turn goes on with such work: the longest turn is this, one piece of work, and whatever else is done in it. With
 * 3 ms the answers of 32 callers no longer fitted into one turn, and their usage no longer into one commit.
 */
const TURN_MS = 4;

export function createPacer(now: () => number = () => performance.now()): Pacer {
  const waiting: (() => void)[] = [];
  /** When the first work of this turn began; undefined in a turn that had none. While it is set, `nextTurn` is to come. */
  let begunMs: number | undefined;
  let isInImmediate = false;
  /** What follows on the last work is still to come. */
  let isFollowed = false;

  const hasTime = () => {
    if (begunMs !== undefined) return now() - begunMs < TURN_MS;
    begunMs = now();
    // Immediates are the last of a turn: those of this one still belong to what began before them.
    setImmediate(isInImmediate ? nextTurn : () => setImmediate(nextTurn));
    return true;
  };
  const nextTurn = () => {
    begunMs = undefined;
    isInImmediate = true;
    goOn();
    isInImmediate = false;
  };
  const goOn = () => {
    if (waiting.length === 0 || !hasTime()) return;
    begin();
    waiting.shift()?.();
  };
  /** One work at a time: of many that are asked for among the same microtasks, all would begin before anything followed on the first. */
  const begin = () => {
    isFollowed = true;
    // A tick that is asked for among microtasks comes after the last of them: after the work and what follows on it.
    queueMicrotask(() =>
      process.nextTick(() => {
        isFollowed = false;
        goOn();
      }),
    );
  };

  return {
    async run(work) {
      if (isFollowed || waiting.length > 0 || !hasTime()) await new Promise<void>((resolve) => waiting.push(resolve));
      else begin();
      return work();
    },
  };
}
