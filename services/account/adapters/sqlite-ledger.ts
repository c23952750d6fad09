import { type Compilable, type Kysely, sql } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import { COUNTED_OPERATIONS, DAY_MS, FREE_TIER, type UsageEvent, type UsageLedger } from "../ports.ts";
import type { AccountTables } from "./tables.ts";

/** Events that may wait for the disk. At 10,000 a second, two seconds of a disk that stalls. */
const WAITING_MAX = 20_000;
/** Events in one transaction: bounds how long others wait for the connection. */
const BATCH_MAX = 2_000;

/** A literal: node:sqlite binds every number as a double, and the division must be one of integers. */
const DAY = sql.lit(DAY_MS);

interface Waiting {
  events: readonly UsageEvent[];
  resolve: () => void;
  reject: (err: unknown) => void;
}

/**
 * Records events in batches: while one commit is under way, calls gather, and the next commit takes them all. A
 * transaction's cost is paid once for all requests that wait, and the event loop only serialises.
 */
export function createSqliteLedger(db: Sqlite<AccountTables>): Pick<UsageLedger, "record"> {
  const toStatements = compileBatch(db.write);
  let waiting: Waiting[] = [];
  let waitingEvents = 0;
  let isCommitting = false;

  const takeBatch = (): Waiting[] => {
    let size = 0;
    let end = 0;
    for (const call of waiting) {
      size += call.events.length;
      if (end > 0 && size > BATCH_MAX) break;
      end += 1;
    }
    const batch = waiting.slice(0, end);
    waiting = waiting.slice(end);
    for (const call of batch) waitingEvents -= call.events.length;
    return batch;
  };

  const commit = async (batch: Waiting[]): Promise<void> => {
    try {
      await db.commit(toStatements(batch.flatMap(({ events }) => events)));
      for (const call of batch) call.resolve();
    } catch (err) {
      // Nothing was stored. What one call caused must not fail its neighbours: each gets a transaction of its own.
      const isOneCallsFault = err instanceof DomainError && err.kind !== "unavailable" && batch.length > 1;
      if (isOneCallsFault) for (const call of batch) await commit([call]);
      else for (const call of batch) call.reject(err);
    }
  };

  const commitAll = async (): Promise<void> => {
    isCommitting = true;
    while (waiting.length > 0) await commit(takeBatch());
    isCommitting = false;
  };

  return {
    record: (events) =>
      new Promise((resolve, reject) => {
        if (waitingEvents + events.length > WAITING_MAX) {
          return reject(new DomainError("unavailable", "usage: too many events wait for the disk"));
        }
        waiting.push({ events, resolve, reject });
        waitingEvents += events.length;
        if (!isCommitting) void commitAll();
      }),
  };
}

/** Makes the tables that a batch passes through. They belong to the writing connection and are empty between batches. */
export async function prepareLedger(db: Kysely<AccountTables>): Promise<void> {
  await sql`
    create temp table if not exists arriving (
      event_id text primary key, account_id text not null, key_id text, operation text not null, time integer not null,
      tokens text not null
    ) without rowid`.execute(db);
  await sql`
    create temp table if not exists arriving_token (
      event_id text primary key, request_id text not null, model text not null, input_tokens integer not null,
      output_tokens integer not null
    ) without rowid`.execute(db);
}

/**
 * The statements that take a batch through: arrive, drop what is there already, store, add to the sums. Compiled once;
 * the events travel as one JSON parameter, which costs the event loop less than any list of values.
 */
function compileBatch(db: Kysely<AccountTables>): (events: readonly UsageEvent[]) => Compilable[] {
  const [arrive, ...rest] = [
    sql`
    insert into temp.arriving
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value -> 5 from json_each(${""})
    where true on conflict do nothing`,
    // "in (select …)" would walk the whole ledger.
    sql`
    delete from temp.arriving
    where exists (select 1 from usage_request as stored where stored.event_id = arriving.event_id)`,
    sql`
    insert into temp.arriving_token
    select value ->> 0, arriving.event_id, value ->> 1, value ->> 2, value ->> 3
    from temp.arriving, json_each(arriving.tokens)
    where true on conflict do nothing`,
    sql`
    delete from temp.arriving_token
    where exists (select 1 from usage_token as stored where stored.event_id = arriving_token.event_id)`,
    sql`
    insert into usage_request (event_id, account_id, key_id, operation, time)
    select event_id, account_id, key_id, operation, time from temp.arriving`,
    sql`
    insert into usage_token (event_id, request_id, model, input_tokens, output_tokens)
    select event_id, request_id, model, input_tokens, output_tokens from temp.arriving_token`,
    sql`
    insert into usage_day (account_id, day, operation, request_count, counted, input_tokens, output_tokens)
    select arriving.account_id, time / ${DAY}, operation, count(*),
      sum(coalesce(api_key.tier = ${FREE_TIER}, 0) and operation in (${sql.join(COUNTED_OPERATIONS)})), 0, 0
    from temp.arriving left join api_key on api_key.key_id = arriving.key_id
    group by 1, 2, 3
    on conflict do update set
      request_count = request_count + excluded.request_count, counted = counted + excluded.counted`,
    sql`
    update usage_day set
      input_tokens = usage_day.input_tokens + spent.input_tokens,
      output_tokens = usage_day.output_tokens + spent.output_tokens
    from (
      select account_id, time / ${DAY} as day, operation,
        sum(token.input_tokens) as input_tokens, sum(token.output_tokens) as output_tokens
      from temp.arriving_token as token join temp.arriving on arriving.event_id = token.request_id
      group by 1, 2, 3
    ) as spent
    where usage_day.account_id = spent.account_id and usage_day.day = spent.day
      and usage_day.operation = spent.operation`,
    sql`
    update api_key set last_used_at = max(coalesce(last_used_at, 0), used.time)
    from (select key_id, max(time) as time from temp.arriving group by key_id) as used
    where api_key.key_id = used.key_id`,
    sql`delete from temp.arriving`,
    sql`delete from temp.arriving_token`,
  ].map((statement) => statement.compile(db));
  if (!arrive) throw new DomainError("internal", "the ledger has no statements");
  const constant = rest.map((statement) => ({ compile: () => statement }));
  return (events) => [{ compile: () => ({ ...arrive, parameters: [toJson(events)] }) }, ...constant];
}

/** One array per event, in the order of the columns of `arriving`. */
const toJson = (events: readonly UsageEvent[]): string =>
  JSON.stringify(
    events.map(({ eventId, accountId, keyId, operation, time, tokens }) => [
      eventId,
      accountId,
      keyId,
      operation,
      time,
      tokens.map((token) => [token.eventId, token.model, token.inputTokens, token.outputTokens]),
    ]),
  );
