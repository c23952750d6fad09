import { USAGE_STREAM, usedName } from "#kit/redis/names.ts";
import type { Redis } from "#kit/redis/open-redis.ts";
import type { RecordUsage } from "../usage.ts";

/**
 * Records events in a stream that the account service reads, in one round trip; where that fails, `otherwise`. An event
 * that came both ways counts once, by its id.
 */
export const createRedisUsageRecorder =
  (redis: Redis, otherwise: RecordUsage): RecordUsage =>
  async (event, isFromAllowance) => {
    try {
      const month = new Date(event.time).toISOString().slice(0, 7);
      await Promise.all([
        redis.client.xadd(USAGE_STREAM, "*", "event", JSON.stringify(event)),
        // Before the event is in the ledger: gateways must not wait for that to see what is used.
        isFromAllowance && redis.client.incr(usedName(event.accountId, month)),
      ]);
    } catch (err) {
      redis.failed(err);
      await otherwise(event, isFromAllowance);
    }
  };
