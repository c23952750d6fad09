import { type Kysely, sql } from "kysely";
import { insertRows } from "#kit/mysql/insert-rows.ts";
import { COUNTED_OPERATIONS, DAY_MS, FREE_TIER, type TokenEvent, type UsageEvent } from "../ports.ts";
import type { AccountTables } from "./tables.ts";

/** Events that nobody has stored, each once. In the order of their ids: two batches then never wait for each other. */
export interface FreshUsage {
  requests: UsageEvent[];
  tokens: { token: TokenEvent; request: UsageEvent }[];
}

type Transaction = Kysely<AccountTables>;
type DayRow = AccountTables["usage_day"];

const DAY_COLUMNS = [
  "account_id",
  "day",
  "operation",
  "request_count",
  "counted",
  "input_tokens",
  "output_tokens",
] as const;

/** VALUES() is what both servers know: MariaDB has no row alias, and MySQL only warns that this will go one day. */
const ADD = `on duplicate key update
  request_count = request_count + values(request_count), counted = counted + values(counted),
  input_tokens = input_tokens + values(input_tokens), output_tokens = output_tokens + values(output_tokens)`;

/** Stores events, adds them to the sums, and notes when keys were used. Rejects with `conflict` when an id is taken. */
export async function storeUsage(trx: Transaction, fresh: FreshUsage): Promise<void> {
  const { requests, tokens } = fresh;
  await insertRows(
    trx,
    "usage_request",
    ["event_id", "account_id", "key_id", "operation", "time"],
    requests.map(({ eventId, accountId, keyId, operation, time }) => [eventId, accountId, keyId, operation, time]),
  );
  await insertRows(
    trx,
    "usage_token",
    ["event_id", "request_id", "model", "input_tokens", "output_tokens"],
    tokens.map(({ token, request }) => [
      token.eventId,
      request.eventId,
      token.model,
      token.inputTokens,
      token.outputTokens,
    ]),
  );
  const days = sumByDay(fresh, await findTiers(trx, requests), await findPaid(trx, requests));
  await insertRows(
    trx,
    "usage_day",
    DAY_COLUMNS,
    days.map((row) => DAY_COLUMNS.map((column) => row[column])),
    ADD,
  );
  await noteUse(trx, requests);
}

async function findTiers(trx: Transaction, requests: readonly UsageEvent[]): Promise<Map<string, string>> {
  const keyIds = keysOf(requests);
  if (keyIds.length === 0) return new Map();
  const keys = await trx.selectFrom("api_key").select(["key_id", "tier"]).where("key_id", "in", keyIds).execute();
  return new Map(keys.map(({ key_id, tier }) => [key_id, tier]));
}

/** The accounts of operations without a key that have an active key above the free tier. */
async function findPaid(trx: Transaction, requests: readonly UsageEvent[]): Promise<Set<string>> {
  const counted = requests.filter(({ keyId, operation }) => keyId === null && COUNTED_OPERATIONS.includes(operation));
  const accountIds = [...new Set(counted.map(({ accountId }) => accountId))];
  if (accountIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom("api_key")
    .select("account_id")
    .distinct()
    .where("account_id", "in", accountIds)
    .where("is_active", "=", 1)
    .where("tier", "<>", FREE_TIER)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

const keysOf = (requests: readonly UsageEvent[]): string[] =>
  [...new Set(requests.flatMap(({ keyId }) => (keyId === null ? [] : keyId)))].sort();

/** In the order of the table's key, in which every process then locks its rows. */
function sumByDay(
  { requests, tokens }: FreshUsage,
  tiers: ReadonlyMap<string, string>,
  paid: ReadonlySet<string>,
): DayRow[] {
  const rows = new Map<string, DayRow>();
  const rowOf = ({ accountId, operation, time }: UsageEvent): DayRow => {
    const day = Math.floor(time / DAY_MS);
    const key = `${accountId} ${String(day).padStart(10, "0")} ${operation}`;
    let row = rows.get(key);
    if (!row) {
      row = { account_id: accountId, day, operation, request_count: 0, counted: 0, input_tokens: 0, output_tokens: 0 };
      rows.set(key, row);
    }
    return row;
  };
  for (const request of requests) {
    const row = rowOf(request);
    row.request_count += 1;
    const { keyId, accountId } = request;
    const isFree = keyId === null ? !paid.has(accountId) : tiers.get(keyId) === FREE_TIER;
    if (isFree && COUNTED_OPERATIONS.includes(request.operation)) row.counted += 1;
  }
  for (const { token, request } of tokens) {
    const row = rowOf(request);
    row.input_tokens += token.inputTokens;
    row.output_tokens += token.outputTokens;
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

async function noteUse(trx: Transaction, requests: readonly UsageEvent[]): Promise<void> {
  const keyIds = keysOf(requests);
  if (keyIds.length === 0) return;
  const latest = new Map<string, number>();
  for (const { keyId, time } of requests) if (keyId) latest.set(keyId, Math.max(latest.get(keyId) ?? 0, time));
  const cases = [...latest].map(([keyId, time]) => sql`when ${keyId} then ${time}`);
  await sql`
    update api_key
    set last_used_at = greatest(coalesce(last_used_at, 0), case key_id ${sql.join(cases, sql` `)} end)
    where key_id in (${sql.join(keyIds)})`.execute(trx);
}
