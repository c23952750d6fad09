import { sql } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { Mysql } from "#kit/mysql/open-mysql.ts";
import type { UsageEvent, UsageLedger } from "../ports.ts";
import { compareSums, usageQueries } from "./account-queries.ts";
import { type FreshUsage, storeUsage } from "./mysql-usage.ts";
import type { AccountTables } from "./tables.ts";
import { createUsageBatches } from "./usage-batches.ts";

/** How often a batch is looked through again because others have stored events of it in the meantime. */
const ATTEMPTS = 5;

/** Ids and their two layers. */
interface Known {
  requests: ReadonlySet<string>;
  tokens: ReadonlySet<string>;
}
const NONE: Known = { requests: new Set(), tokens: new Set() };

/**
 * Records events in batches, one transaction at a time for this process. Ids decide: a plain insert fails when somebody has
 * stored one of them, also when it is only now that they commit. Then it is looked up which, and the others are stored.
 * Nothing is ignored, so nothing else that is wrong can be.
 */
export function createMysqlLedger({ db, transact, readAtLength }: Mysql<AccountTables>): UsageLedger & AsyncDisposable {
  const commit = async (events: readonly UsageEvent[]): Promise<void> => {
    let known = NONE;
    for (let attempt = 1; ; attempt += 1) {
      const fresh = withoutKnown(events, known);
      if (fresh.requests.length === 0) return;
      try {
        return await transact((trx) => storeUsage(trx, fresh));
      } catch (err) {
        const isStored = err instanceof DomainError && err.kind === "conflict";
        if (!isStored || attempt >= ATTEMPTS) throw err;
        known = await findKnown(events);
      }
    }
  };

  const findKnown = async (events: readonly UsageEvent[]): Promise<Known> => {
    const requests = events.map(({ eventId }) => eventId);
    const tokens = events.flatMap((event) => event.tokens.map(({ eventId }) => eventId));
    const find = async (table: "usage_request" | "usage_token", ids: string[]) => {
      if (ids.length === 0) return new Set<string>();
      const rows = await db.selectFrom(table).select("event_id").where("event_id", "in", ids).execute();
      return new Set(rows.map(({ event_id }) => event_id));
    };
    return { requests: await find("usage_request", requests), tokens: await find("usage_token", tokens) };
  };

  const { refuseAfterFailure, ...batches } = createUsageBatches(commit);
  return {
    ...batches,
    ...usageQueries({ read: db }),
    compareSums: () => readAtLength(compareSums),
    async check() {
      refuseAfterFailure();
      // A change, for a server that only reads answers everything else.
      await sql`update account set created_at = created_at order by account_id limit 1`.execute(db);
    },
  };
}

function withoutKnown(events: readonly UsageEvent[], known: Known): FreshUsage {
  const requests = new Map<string, UsageEvent>();
  const tokens = new Map<string, FreshUsage["tokens"][number]>();
  for (const request of events) {
    if (known.requests.has(request.eventId) || requests.has(request.eventId)) continue;
    requests.set(request.eventId, request);
    for (const token of request.tokens) {
      if (!known.tokens.has(token.eventId) && !tokens.has(token.eventId)) tokens.set(token.eventId, { token, request });
    }
  }
  return { requests: inOrder(requests), tokens: inOrder(tokens) };
}

const inOrder = <Value>(byId: Map<string, Value>): Value[] =>
  [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
