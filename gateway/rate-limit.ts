import { DomainError } from "#kit/errors.ts";

/**
 * Counts what was taken from a bucket in a fixed window that begins with the first take. Taking and counting are one
 * step, whatever the number of callers and replicas: of `n` takes of 1, exactly one sees each count from 1 to `n`.
 */
export interface Limiter {
  /** `consumed`: all that was taken in this window, this cost included. `resetMs`: milliseconds until it ends. */
  take(key: string, cost: number): Promise<{ consumed: number; resetMs: number }>;
}

export const WINDOW_SECONDS = 60;

/** Whose requests are counted. */
export type Bucketed = "key" | "account" | "client" | "address";

/** Where a caller stands in a bucket. */
export interface Standing {
  /** What the bucket belongs to: a key, an account's sessions, a client that somebody signed in with, an address, or an account's month. */
  policy: Bucketed | "month";
  /** How much the window allows. */
  limit: number;
  /** How much is left, never below zero. */
  remaining: number;
  /** More was asked for than the window allows. */
  isExceeded: boolean;
  windowSeconds: number;
  /** When the window ends, in milliseconds since 1970. */
  resetAtMs: number;
}

/** A bucket with nothing left: an `exhausted` error with the standing that the caller is told. */
export class Exhausted extends DomainError {
  readonly standing: Standing;
  /** Of the caller, where one is known; for the operator. */
  readonly tier: string | undefined;
  constructor(message: string, standing: Standing, tier?: string) {
    super("exhausted", message);
    this.standing = standing;
    this.tier = tier;
  }
}

/** Takes one from a bucket and compares with its limit: the limiter counts, only we know what a tier may. */
export async function takeOne(
  limiter: Limiter,
  policy: Bucketed,
  bucket: string,
  limit: number,
  now: number,
): Promise<Standing> {
  return toStanding(policy, limit, await limiter.take(bucketOf(policy, bucket), 1), now);
}

export const bucketOf = (policy: Bucketed, bucket: string): string => `${policy}:${bucket}`;

/** Where a caller stands who took one. */
export function toStanding(
  policy: Bucketed,
  limit: number,
  { consumed, resetMs }: { consumed: number; resetMs: number },
  now: number,
): Standing {
  return {
    policy,
    limit,
    remaining: Math.max(limit - consumed, 0),
    isExceeded: consumed > limit,
    windowSeconds: WINDOW_SECONDS,
    resetAtMs: now + resetMs,
  };
}

/** Whole seconds until the window ends, at least 1: by then it has ended. */
export const secondsUntilReset = (standing: Standing, now: number): number =>
  Math.max(Math.ceil((standing.resetAtMs - now) / 1000), 1);

/**
 * The headers of SPEC.md, and those of draft-ietf-httpapi-ratelimit-headers-11
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 */
export const rateLimitHeaders = (standing: Standing, now: number) => ({
  "x-ratelimit-limit": String(standing.limit),
  "x-ratelimit-remaining": String(standing.remaining),
  "x-ratelimit-reset": String(Math.ceil(standing.resetAtMs / 1000)),
  "ratelimit-policy": `"${standing.policy}";q=${standing.limit};w=${standing.windowSeconds}`,
  ratelimit: `"${standing.policy}";r=${standing.remaining};t=${secondsUntilReset(standing, now)}`,
});
