import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#kit/errors.ts";

/** A call failed that may succeed later. The message is a clause: "it answers with status 503". */
export class PassingFailure extends Error {
  /** How long the other side asks to be left alone. */
  readonly waitMs: number | undefined;
  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

export interface PatienceOptions {
  /** Calls in all, the first included. */
  attempts: number;
  /** The pause after the first failure; each later one is twice as long, give or take half of it. */
  firstPauseMs: number;
  /** How long all calls and pauses may take together. */
  totalMs: number;
}

/**
 * Tries again, with growing pauses, what failed with a `PassingFailure`. When the other side names a time, every caller waits for
 * it, not only the one that was told: the others would be refused too.
 */
export function createPatience({
  attempts = 5,
  firstPauseMs = 1_000,
  totalMs,
}: Partial<PatienceOptions> & { totalMs: number }) {
  let quietUntil = 0;

  return {
    /** Rejects with `unavailable` when the bounds are reached, with `cancelled` when the signal fires. */
    async keepTrying<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
      const startedMs = performance.now();
      const isTooLong = (pauseMs: number) => performance.now() - startedMs + pauseMs > totalMs;
      let last = new PassingFailure("it asked to be left alone");
      for (let attempt = 1; ; attempt += 1) {
        const quietMs = quietUntil - performance.now();
        if (isTooLong(quietMs)) throw givenUp(last.message, quietMs, attempt - 1);
        await wait(quietMs, signal);
        try {
          return await call();
        } catch (failure) {
          if (!(failure instanceof PassingFailure)) throw failure;
          last = failure;
          const { waitMs = 0 } = failure;
          if (waitMs > 0) quietUntil = Math.max(quietUntil, performance.now() + waitMs);
          const pauseMs = Math.max(waitMs, firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
          if (attempt >= attempts || isTooLong(pauseMs)) throw givenUp(failure.message, waitMs, attempt);
          await wait(pauseMs, signal);
        }
      }
    },
  };
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return;
  try {
    await pause(ms, undefined, { signal });
  } catch (cause) {
    throw new DomainError("cancelled", "The worker is stopping", { cause });
  }
}

function givenUp(what: string, waitMs: number, attempts: number): DomainError {
  const asks = waitMs >= 1_000 ? ` and asks to wait ${Math.round(waitMs / 1_000)} s` : "";
  const often = attempts === 1 ? "once" : `${attempts} times`;
  return new DomainError(
    "unavailable",
    `The language model's endpoint (LLM_URL) was asked ${often}: ${what}${asks}. Nothing is lost: ingest the document again when it answers`,
  );
}
