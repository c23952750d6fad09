import { DatabaseSync } from "node:sqlite";
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";
import type { Clock } from "#kit/clock.ts";

/** What outlives the process: applications, what they may do, and the tokens by which they stay signed in. */
const STORED: ReadonlySet<string> = new Set(["Client", "Grant", "RefreshToken"]);

/** An application that registered itself and with which nobody signed in. */
const UNUSED_CLIENT_SECONDS = 24 * 60 * 60;
/** One with which somebody did, since the last time. */
const USED_CLIENT_SECONDS = 365 * 24 * 60 * 60;

const TABLES = `
  pragma journal_mode = wal;
  create table if not exists stored (
    kind text not null, id text not null, payload text not null, grant_id text, expires_at integer not null,
    primary key (kind, id)
  ) without rowid, strict;
  create index if not exists stored_by_expiry on stored (kind, expires_at);
  create index if not exists stored_by_grant on stored (kind, grant_id)`;

/**
 * Keeps in a file what an application must find again after a restart, and all else by `others`. At most `maxEntries` of
 * each kind: beyond it those go first that expire first, so that a flood of registrations pushes out its own.
 */
export function openStoredAdapter(options: {
  path: string;
  others: AdapterFactory;
  clock: Clock;
  maxEntries?: number;
}): { adapter: AdapterFactory } & Disposable {
  const { path, others, clock, maxEntries = 10_000 } = options;
  const db = new DatabaseSync(path);
  db.exec(TABLES);
  const put = db.prepare(
    "insert into stored (kind, id, payload, grant_id, expires_at) values (?, ?, ?, ?, ?) " +
      "on conflict do update set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at",
  );
  const expire = db.prepare("delete from stored where kind = ? and expires_at <= ?");
  const crowd = db.prepare(
    "delete from stored where kind = ?1 and id in (select id from stored where kind = ?1 order by expires_at desc limit -1 offset ?2)",
  );
  const get = db.prepare("select payload from stored where kind = ? and id = ? and expires_at > ?");
  const keep = db.prepare("update stored set expires_at = max(expires_at, ?) where kind = 'Client' and id = ?");
  const write = db.prepare("update stored set payload = ? where kind = ? and id = ?");
  const remove = db.prepare("delete from stored where kind = ? and id = ?");
  const revoke = db.prepare("delete from stored where kind = ? and grant_id = ?");

  const after = (seconds: number) => clock.now() + seconds * 1000;
  const storedAs = (kind: string): Adapter => {
    const find = (id: string): AdapterPayload | undefined => {
      const row = get.get(kind, id, clock.now());
      return row && JSON.parse(String(row["payload"]));
    };
    return {
      async upsert(id, payload, expiresIn = UNUSED_CLIENT_SECONDS) {
        put.run(kind, id, JSON.stringify(payload), payload.grantId ?? null, after(expiresIn));
        if (kind !== "Client" && payload.clientId) keep.run(after(USED_CLIENT_SECONDS), payload.clientId);
        expire.run(kind, clock.now());
        crowd.run(kind, maxEntries);
      },
      find: async (id) => find(id),
      // Sessions and device codes alone are looked for by these, and they are not kept here.
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = find(id);
        if (payload) write.run(JSON.stringify({ ...payload, consumed: Math.floor(clock.now() / 1000) }), kind, id);
      },
      async destroy(id) {
        remove.run(kind, id);
      },
      async revokeByGrantId(grantId) {
        revoke.run(kind, grantId);
      },
    };
  };
  return {
    adapter: (kind) => (STORED.has(kind) ? storedAs(kind) : others(kind)),
    [Symbol.dispose]: () => db.close(),
  };
}
