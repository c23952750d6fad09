import { DomainError } from "#kit/errors.ts";
import { ASK, ASK_SECONDS, stateName } from "#kit/redis/names.ts";
import type { Redis } from "#kit/redis/open-redis.ts";
import type { KeyAnnouncer } from "../ports.ts";

const RETRY_MS = 200;

/**
 * Leaves word in Redis that a key has changed, in place of whatever gateways remember of it there. While Redis is away
 * `changed` rejects with `unavailable`, and the word is left as soon as Redis is back.
 */
export function createRedisAnnouncer(redis: Redis): KeyAnnouncer & Disposable {
  const owed = new Map<string, Uint8Array>();
  const leave = async (keyHash: Uint8Array) => {
    await redis.client.set(stateName(keyHash), ASK, "EX", ASK_SECONDS);
    owed.delete(stateName(keyHash));
  };
  const timer = setInterval(() => {
    if (redis.connectedForMs() > 0) for (const keyHash of owed.values()) leave(keyHash).catch(redis.failed);
  }, RETRY_MS);
  timer.unref();
  return {
    async changed(keyHash) {
      owed.set(stateName(keyHash), keyHash);
      try {
        await leave(keyHash);
      } catch (cause) {
        redis.failed(cause);
        throw new DomainError("unavailable", "the key is changed, but Redis does not take the news: try again", {
          cause,
        });
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
