import type { Clock } from "#kit/clock.ts";
import { ASK, stateName, usedName } from "#kit/redis/names.ts";
import type { Redis } from "#kit/redis/open-redis.ts";
import type { CachedKey, KeyCache } from "../key-cache.ts";

const KNOWN_SECONDS = 60;
const UNKNOWN_SECONDS = 5;
const UNKNOWN = "?";
/** An account's count of a month is of no use after it. */
const COUNT_SECONDS = 40 * 24 * 60 * 60;
/** Whose key is whose never changes: remembered, so that all about a key is asked in one round trip. */
const MOST_SEEN = 50_000;

/**
 * Remembers keys in Redis, for all gateways. What a gateway reads there is what the account service said less than a
 * minute ago and has not changed since: a change leaves `ASK` in its place, and a fill never overwrites anything. After a
 * break of the connection nothing is believed for `distrustMs`: a key may have been revoked meanwhile, and the account
 * service not have been able to say so; by then every answer from before has expired.
 */
export function createRedisKeyCache(
  redis: Redis,
  { clock, distrustMs = KNOWN_SECONDS * 1_000 }: { clock: Clock; distrustMs?: number },
): KeyCache {
  const seen = new Map<string, Pick<CachedKey, "keyId" | "accountId">>();
  const loading = new Map<string, Promise<CachedKey | undefined>>();

  const remember = (name: string, key: CachedKey) => {
    seen.delete(name);
    seen.set(name, { keyId: key.keyId, accountId: key.accountId });
    if (seen.size <= MOST_SEEN) return;
    for (const oldest of seen.keys()) {
      seen.delete(oldest);
      return;
    }
  };
  const monthNow = () => new Date(clock.now()).toISOString().slice(0, 7);

  const fill = async (name: string, key: CachedKey | undefined) => {
    const { client } = redis;
    await Promise.all([
      key
        ? client.set(name, JSON.stringify(key), "EX", KNOWN_SECONDS, "NX")
        : client.set(name, UNKNOWN, "EX", UNKNOWN_SECONDS, "NX"),
      key && client.set(usedName(key.accountId, monthNow()), key.countedThisMonth, "EX", COUNT_SECONDS, "NX"),
    ]);
  };

  const read = async (name: string): Promise<{ state: string | null; used: string | null } | undefined> => {
    if (redis.connectedForMs() === 0) return undefined;
    const owner = seen.get(name);
    try {
      const [state, used] = await Promise.all([
        redis.client.get(name),
        owner ? redis.client.get(usedName(owner.accountId, monthNow())) : null,
      ]);
      return { state, used };
    } catch (err) {
      redis.failed(err);
      return undefined;
    }
  };

  return {
    async find(keyHash, load) {
      const name = stateName(keyHash);
      const isTrusted = redis.connectedForMs() > distrustMs;
      const found = isTrusted ? await read(name) : undefined;
      if (found?.state === UNKNOWN) return undefined;
      const isState = found?.state != null && found.state !== ASK;
      // Where the count was lost, the account service has it.
      if (isState && (found.used !== null || !seen.has(name))) {
        const key: CachedKey = JSON.parse(found.state ?? "");
        remember(name, key);
        return found.used === null ? key : { ...key, countedThisMonth: Number(found.used), loadedAtMs: clock.now() };
      }
      // Nobody shares an answer that may be from before a change that he was told of.
      const mayShare = found !== undefined && found.state === null;
      const shared = mayShare ? loading.get(name) : undefined;
      if (shared) return shared;
      const loaded = load(seen.has(name));
      if (mayShare) {
        loading.set(name, loaded);
        const done = () => void (loading.get(name) === loaded && loading.delete(name));
        loaded.then(done, done);
      }
      const key = await loaded;
      if (key) remember(name, key);
      if (found && found.state !== ASK) fill(name, key).catch(redis.failed);
      return key;
    },
    forget() {
      // The account service says it in Redis.
    },
    async used(accountId, counted) {
      const name = usedName(accountId, monthNow());
      try {
        // The ledger is behind what is on its way there; a first count of somebody without a key is the ledger's.
        const [, used] = await Promise.all([
          redis.client.set(name, counted, "EX", COUNT_SECONDS, "NX"),
          redis.client.get(name),
        ]);
        return Math.max(counted, Number(used));
      } catch (err) {
        redis.failed(err);
        return counted;
      }
    },
    identity: (keyHash) => seen.get(stateName(keyHash)),
  };
}
