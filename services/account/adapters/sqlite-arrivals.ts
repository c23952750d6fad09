import { type Compilable, type Kysely, sql } from "kysely";
import { COUNTED_OPERATIONS, DAY_MS, FREE_TIER, type UsageEvent } from "../ports.ts";
import type { AccountTables } from "./tables.ts";

/** Literals, because a trigger takes no parameters. */
const DAY = sql.lit(DAY_MS);
const FREE = sql.lit(FREE_TIER);
const COUNTED = sql.join(COUNTED_OPERATIONS.map((operation) => sql.lit(operation)));

/**
 * What a batch of events goes through, in SQLite's own thread: it arrives in temporary tables, loses what is there
 * already, is stored, and is added to the sums. All of it hangs on one insert into a view, so that the event loop sends
 * one statement with one parameter: sending eleven cost it as much again as all the rest.
 */
const PASSAGE = [
  sql`
    insert into arriving
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value -> 5 from json_each(new.events)
    where true on conflict do nothing`,
  // Not "in (select …)": that would walk the whole ledger.
  sql`
    delete from arriving
    where exists (select 1 from usage_request as stored where stored.event_id = arriving.event_id)`,
  sql`
    insert into arriving_token
    select value ->> 0, arriving.event_id, value ->> 1, value ->> 2, value ->> 3
    from arriving, json_each(arriving.tokens)
    where true on conflict do nothing`,
  sql`
    delete from arriving_token
    where exists (select 1 from usage_token as stored where stored.event_id = arriving_token.event_id)`,
  sql`
    insert into usage_request (event_id, account_id, key_id, operation, time)
    select event_id, account_id, key_id, operation, time from arriving`,
  sql`
    insert into usage_token (event_id, request_id, model, input_tokens, output_tokens)
    select event_id, request_id, model, input_tokens, output_tokens from arriving_token`,
  sql`
    insert into usage_day (account_id, day, operation, request_count, counted, input_tokens, output_tokens)
    select arriving.account_id, time / ${DAY}, operation, count(*),
      sum(operation in (${COUNTED}) and case when arriving.key_id is null then not exists (
        select 1 from api_key as own
        where own.account_id = arriving.account_id and own.is_active = 1 and own.tier <> ${FREE}
      ) else coalesce(api_key.tier = ${FREE}, 0) end), 0, 0
    from arriving left join api_key on api_key.key_id = arriving.key_id
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
      from arriving_token as token join arriving on arriving.event_id = token.request_id
      group by 1, 2, 3
    ) as spent
    where usage_day.account_id = spent.account_id and usage_day.day = spent.day
      and usage_day.operation = spent.operation`,
  sql`
    update api_key set last_used_at = max(coalesce(last_used_at, 0), used.time)
    from (select key_id, max(time) as time from arriving group by key_id) as used
    where api_key.key_id = used.key_id`,
  sql`delete from arriving`,
  sql`delete from arriving_token`,
];

/**
 * Prepares the writing connection, whose temporary tables these are, and returns the one statement that records events.
 */
export async function createArrivals(
  db: Kysely<AccountTables>,
): Promise<(events: readonly UsageEvent[]) => Compilable> {
  await sql`
    create temp table arriving (
      event_id text primary key, account_id text not null, key_id text, operation text not null, time integer not null,
      tokens text not null
    ) without rowid`.execute(db);
  await sql`
    create temp table arriving_token (
      event_id text primary key, request_id text not null, model text not null, input_tokens integer not null,
      output_tokens integer not null
    ) without rowid`.execute(db);
  await sql`create temp view arrival as select null as events`.execute(db);
  await sql`
    create temp trigger arrive instead of insert on arrival begin ${sql.join(PASSAGE, sql`;`)}; end`.execute(db);
  const compiled = sql`insert into temp.arrival (events) values (${""})`.compile(db);
  return (events) => ({ compile: () => ({ ...compiled, parameters: [toJson(events)] }) });
}

/** One array per event, in the order of the columns of `arriving`. JSON costs the event loop less than a list of values. */
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
