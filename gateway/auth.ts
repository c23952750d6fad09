import { hash } from "node:crypto";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import { bucketOfAddress } from "./address.ts";
import type { CachedKey, KeyCache } from "./key-cache.ts";
import type { Limiter } from "./rate-limit.ts";
import type { AccountUpstream } from "./upstreams.ts";

/** "fri_" and 32 random URL-safe characters. What looks otherwise is no key and is not looked up. */
const KEY_FORMAT = /^fri_[A-Za-z0-9_-]{32}$/;

/** So many unknown keys in a minute, and an address's further ones are looked up one after the other. */
export const UNKNOWN_KEYS_A_MINUTE = 30;

/** So many wait for that; further ones are refused without a look-up. */
export const LOOK_UPS_WAITING = 10_000;

export interface Authenticator {
  /**
   * The active key behind a raw key. Rejects with `unauthenticated`, whose message says what to do, when there is none,
   * and with the upstream's error when that cannot be found out. The raw key goes no further than its hash. `keyPlace`
   * is where the caller's protocol carries keys, for that sentence.
   */
  authenticate(rawKey: string | undefined, address: string | undefined, keyPlace: string): Promise<CachedKey>;
  /** The id of the key, where it is known without asking. */
  keyIdOf(rawKey: string | undefined): string | undefined;
}

/** `unknownKeys` counts the unknown keys that each address sent. */
export function createAuthenticator(deps: {
  accounts: AccountUpstream;
  keys: KeyCache;
  unknownKeys: Limiter;
  clock: Clock;
}): Authenticator {
  const { accounts, keys, unknownKeys, clock } = deps;
  const inTurn = createQueue();

  const look = async (keyHash: Buffer): Promise<CachedKey | undefined> => {
    const loadedAtMs = clock.now();
    try {
      return { ...(await accounts.checkKey(keyHash, {})), loadedAtMs };
    } catch (err) {
      if (err instanceof DomainError && err.kind === "notFound") return undefined;
      throw err;
    }
  };

  return {
    async authenticate(rawKey, address, keyPlace) {
      if (rawKey === undefined || rawKey === "") {
        throw refused(`Missing API key: send one ${keyPlace}.`);
      }
      if (!KEY_FORMAT.test(rawKey)) {
        throw refused(`Invalid API key: send the whole key, "fri_" and 32 characters, ${keyPlace}.`);
      }
      const keyHash = hash("sha256", rawKey, "buffer");
      const key = await keys.find(keyHash, async (wasKnown) => {
        const bucket = bucketOfAddress(address);
        // A key that has been good does not wait for whatever else comes from its address. A good one that is new here
        // does, and is never refused for its neighbours: behind one address there may be a whole company.
        const isSuspect = !wasKnown && (await unknownKeys.take(bucket, 0)).consumed >= UNKNOWN_KEYS_A_MINUTE;
        const found = await (isSuspect ? inTurn(() => look(keyHash)) : look(keyHash));
        if (!found) await unknownKeys.take(bucket, 1);
        return found;
      });
      if (!key) throw refused("Invalid API key: it is not known here. Check it, or create a new one.");
      if (!key.isActive) throw refused("Invalid API key: it was revoked. Use another one, or create a new one.");
      return key;
    },
    keyIdOf(rawKey) {
      if (!keys.identity || rawKey === undefined || !KEY_FORMAT.test(rawKey)) return undefined;
      return keys.identity(hash("sha256", rawKey, "buffer"))?.keyId;
    },
  };
}

/** Runs one after the other what it is given, so that a flood costs the account service no more than one caller. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (waiting >= LOOK_UPS_WAITING) {
      throw refused("Invalid API key: too many unknown keys came from this address. Wait a minute, then try again.");
    }
    waiting += 1;
    const answer = last.then(work, work);
    last = answer;
    try {
      return await answer;
    } finally {
      waiting -= 1;
    }
  };
}

const refused = (sentence: string) => new DomainError("unauthenticated", sentence);
