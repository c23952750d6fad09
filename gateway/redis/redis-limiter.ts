import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Redis } from "#kit/redis/open-redis.ts";
import type { Limiter } from "../rate-limit.ts";

/** Counts over all gateways, in one round trip; `meanwhile` counts in this process while Redis is away. */
export function createRedisLimiter(
  redis: Redis,
  { windowMs, meanwhile }: { windowMs: number; meanwhile: Limiter },
): Limiter {
  const counts = new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: "insights:limit",
    // What a key's tier allows is for the caller of `take` to compare.
    points: Number.MAX_SAFE_INTEGER,
    duration: windowMs / 1000,
    rejectIfRedisNotReady: true,
  });
  return {
    async take(key, cost) {
      try {
        const { consumedPoints, msBeforeNext } = await counts.penalty(key, cost);
        return { consumed: consumedPoints, resetMs: msBeforeNext };
      } catch (err) {
        redis.failed(err);
        return meanwhile.take(key, cost);
      }
    },
  };
}
