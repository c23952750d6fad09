import type { Clock } from "#kit/clock.ts";
import type { KeyState } from "./upstreams.ts";

/** What the gateway remembers of keys, by the SHA-256 of the key. */
export interface KeyCache {
  /**
   * The key's state, remembered or loaded; undefined for an unknown key. Callers who ask at once share one load. `load`
   * is told whether the key has been a known one. A failed load is not remembered.
   */
  find(
    keyHash: Uint8Array,
    load: (wasKnown: boolean) => Promise<CachedKey | undefined>,
  ): Promise<CachedKey | undefined>;
  /**
   * Forgets the key: whoever asks after this sees a load that began after this. A load under way still answers those
   * who asked before, and is not remembered.
   */
  forget(keyHash: Uint8Array): void;
  /**
   * Whose key it is, where that is known without asking: what is counted by it may be counted while its state is asked
   * for. Absent where asking costs nothing.
   */
  identity?(keyHash: Uint8Array): Pick<KeyState, "keyId" | "accountId"> | undefined;
  /**
   * What the account has used of its allowance this month, where several gateways count together; `counted` is what the
   * ledger had. Absent where this process counts alone.
   */
  used?(accountId: string, counted: number): Promise<number>;
}

/** A key's state and when its load began, in milliseconds since 1970. */
export interface CachedKey extends KeyState {
  loadedAtMs: number;
}

interface Entry {
  answer: Promise<CachedKey | undefined>;
  /** Until when the answer is good; infinite while it is being loaded. */
  expiresAtMs: number;
}

/**
 * Remembers keys in this process: known ones for `knownMs`, unknown ones for `unknownMs`, each up to `maxKeys`, so that
 * a flood of invented keys pushes out no real one.
 */
export function createMemoryKeyCache(options: {
  clock: Clock;
  knownMs?: number;
  unknownMs?: number;
  maxKeys?: number;
}): KeyCache {
  const { clock, knownMs = 60_000, unknownMs = 5_000, maxKeys = 50_000 } = options;
  const known = new Map<string, Entry>();
  const others = new Map<string, Entry>();

  const load = (keyHash: string, from: (wasKnown: boolean) => Promise<CachedKey | undefined>) => {
    const answer = from(known.delete(keyHash));
    const entry: Entry = { answer, expiresAtMs: Number.POSITIVE_INFINITY };
    remember(others, keyHash, entry, maxKeys);
    answer.then(
      (key) => {
        // Forgotten, or loaded again, since: what this load read may be out of date.
        if (others.get(keyHash) !== entry) return;
        entry.expiresAtMs = clock.now() + (key ? knownMs : unknownMs);
        if (!key) return;
        others.delete(keyHash);
        remember(known, keyHash, entry, maxKeys);
      },
      () => {
        if (others.get(keyHash) === entry) others.delete(keyHash);
      },
    );
    return answer;
  };

  return {
    find(hash, from) {
      const keyHash = toName(hash);
      const entry = known.get(keyHash) ?? others.get(keyHash);
      return entry && entry.expiresAtMs > clock.now() ? entry.answer : load(keyHash, from);
    },
    forget(hash) {
      const keyHash = toName(hash);
      known.delete(keyHash);
      others.delete(keyHash);
    },
  };
}

const toName = (keyHash: Uint8Array) =>
  Buffer.from(keyHash.buffer, keyHash.byteOffset, keyHash.byteLength).toString("base64");

/** Adds as the newest; beyond the bound the oldest is dropped. */
function remember(entries: Map<string, Entry>, keyHash: string, entry: Entry, maxKeys: number): void {
  entries.delete(keyHash);
  entries.set(keyHash, entry);
  if (entries.size <= maxKeys) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
