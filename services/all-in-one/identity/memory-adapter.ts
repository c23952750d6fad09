import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import type { Clock } from "#kit/clock.ts";

interface Entry {
  payload: AdapterPayload;
  expiresAtMs: number;
}

/**
 * Keeps what the identity provider has to remember (sign-ins under way, codes, grants) in this process, at most
 * `maxEntries` of each kind: a flood of sign-ins that nobody ends pushes out the oldest of its kind and nothing else.
 */
export function createMemoryAdapter({
  clock,
  maxEntries = 10_000,
}: {
  clock: Clock;
  maxEntries?: number;
}): AdapterFactory {
  const kinds = new Map<string, Map<string, Entry>>();
  return (kind) => {
    const entries = kinds.get(kind) ?? new Map<string, Entry>();
    kinds.set(kind, entries);
    const find = (id: string) => {
      const entry = entries.get(id);
      if (!entry) return undefined;
      if (entry.expiresAtMs > clock.now()) return entry.payload;
      entries.delete(id);
      return undefined;
    };
    const findBy = (field: "uid" | "userCode", value: string) => {
      for (const [id, { payload }] of entries) if (payload[field] === value) return find(id);
      return undefined;
    };
    const adapter: Adapter = {
      async upsert(id, payload, expiresIn) {
        entries.delete(id);
        const expiresAtMs = expiresIn === undefined ? Number.POSITIVE_INFINITY : clock.now() + expiresIn * 1000;
        entries.set(id, { payload, expiresAtMs });
        const [oldest] = entries.keys();
        if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
      },
      find: async (id) => find(id),
      findByUid: async (uid) => findBy("uid", uid),
      findByUserCode: async (userCode) => findBy("userCode", userCode),
      async consume(id) {
        const payload = find(id);
        if (payload) payload.consumed = Math.floor(clock.now() / 1000);
      },
      async destroy(id) {
        entries.delete(id);
      },
      async revokeByGrantId(grantId) {
        for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id);
      },
    };
    return adapter;
  };
}
