import { DomainError } from "#kit/errors.ts";

/** How long a search of the web may take: a model waits for it, and REST's calls end sooner. */
export const TIMEOUT_MS = 10_000;

/** Twenty results have some 50 KB. */
export const ANSWER_LIMIT_BYTES = 2 * 1024 * 1024;

/** The web search service wants fewer requests. */
export class Busy extends Error {
  readonly seconds: number | undefined;
  constructor(seconds?: number) {
    super("the web search service answered that it is asked too often");
    this.seconds = seconds;
  }
}

/** Asks a web search service, within the time that it may take, and says what failed in the words of `WebSearch`. */
export async function attempt<Answer>(
  signal: AbortSignal,
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return await ask(AbortSignal.any([signal, deadline]));
  } catch (cause) {
    if (signal.aborted) throw new DomainError("cancelled", "the caller left", { cause });
    if (deadline.aborted) {
      throw new DomainError("deadline", `the web search took longer than ${timeoutMs} ms`, { cause });
    }
    if (cause instanceof Busy) {
      const when = cause.seconds === undefined ? "in a minute" : `in ${cause.seconds} s`;
      throw new DomainError("exhausted", `The web search service has too much to do: try again ${when}.`, { cause });
    }
    throw new DomainError("unavailable", "the web search failed", { cause });
  }
}

/** The seconds of a `Retry-After`, if it has a sensible number of them. */
export function secondsOf(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isInteger(seconds) && seconds > 0 && seconds <= 3_600 ? seconds : undefined;
}
