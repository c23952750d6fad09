import { type Kysely, sql } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { Account, AccountDirectory, KeyStore, LedgerComparison, UsageLedger } from "../ports.ts";
import { COUNTED_OPERATIONS, DAY_MS, DIFFERENCES_MAX } from "../ports.ts";
import { type AccountTables, toApiKey } from "./tables.ts";

/** What SQLite and MySQL are asked and told in the same words. `read` and `write` may be one. */
interface Connections {
  read: Kysely<AccountTables>;
  write: Kysely<AccountTables>;
}

export const directoryQueries = ({ read, write }: Connections): Omit<AccountDirectory, "ensureAccount"> => ({
  async findAccount(issuer, subject): Promise<Account | undefined> {
    const row = await read
      .selectFrom("account")
      .selectAll()
      .where("issuer", "=", issuer)
      .where("subject", "=", subject)
      .executeTakeFirst();
    return row && { accountId: row.account_id, issuer, subject, email: row.email, createdAt: row.created_at };
  },
  async findLink({ issuer, subject }) {
    const row = await read
      .selectFrom("account_link")
      .select("account_id")
      .where("issuer", "=", issuer)
      .where("subject", "=", subject)
      .executeTakeFirst();
    return row?.account_id;
  },
  async link({ issuer, subject }, accountId, createdAt) {
    try {
      await write
        .insertInto("account_link")
        .values({ issuer, subject, account_id: accountId, created_at: createdAt })
        .execute();
      return true;
    } catch (err) {
      if (err instanceof DomainError && err.kind === "conflict") return false;
      throw err;
    }
  },
  async hasAccount(accountId) {
    const row = await read
      .selectFrom("account")
      .select("account_id")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    return row !== undefined;
  },
});

export const toAccountRow = (account: Account): AccountTables["account"] => ({
  account_id: account.accountId,
  issuer: account.issuer,
  subject: account.subject,
  email: account.email,
  created_at: account.createdAt,
});

export const keyQueries = ({ read, write }: Connections): KeyStore => ({
  async insertKey(key, hash) {
    await write
      .insertInto("api_key")
      .values({
        key_id: key.keyId,
        account_id: key.accountId,
        name: key.name,
        prefix: key.prefix,
        hash,
        tier: key.tier,
        is_active: key.isActive ? 1 : 0,
        created_at: key.createdAt,
        last_used_at: key.lastUsedAt,
      })
      .execute();
  },
  async findKey(hash, { firstDay, lastDay }) {
    const row = await read
      .selectFrom("api_key")
      .selectAll("api_key")
      .select((key) =>
        key
          .selectFrom("usage_day")
          .select(({ fn }) => fn.sum<number>("counted").as("sum"))
          .whereRef("usage_day.account_id", "=", "api_key.account_id")
          .where("day", ">=", firstDay)
          .where("day", "<=", lastDay)
          .as("counted"),
      )
      .where("hash", "=", hash)
      .executeTakeFirst();
    return row && { key: toApiKey(row), counted: row.counted ?? 0 };
  },
  async accountStanding(accountId, { firstDay, lastDay }) {
    const [keys, day] = await Promise.all([
      read
        .selectFrom("api_key")
        .select("tier")
        .distinct()
        .where("account_id", "=", accountId)
        .where("is_active", "=", 1)
        .execute(),
      read
        .selectFrom("usage_day")
        .select(({ fn }) => fn.sum<number>("counted").as("counted"))
        .where("account_id", "=", accountId)
        .where("day", ">=", firstDay)
        .where("day", "<=", lastDay)
        .executeTakeFirst(),
    ]);
    return { tiers: keys.map(({ tier }) => tier), counted: day?.counted ?? 0 };
  },
  async listKeys(accountId) {
    let keys = read.selectFrom("api_key").selectAll().orderBy("created_at", "desc").orderBy("key_id");
    if (accountId !== undefined) keys = keys.where("account_id", "=", accountId);
    return (await keys.execute()).map(toApiKey);
  },
  async updateKey(keyId, accountId, change) {
    const set = "tier" in change ? { tier: change.tier } : { is_active: 0 };
    let update = write.updateTable("api_key").set(set).where("key_id", "=", keyId);
    let key = read.selectFrom("api_key").selectAll().where("key_id", "=", keyId);
    if (accountId !== undefined) {
      update = update.where("account_id", "=", accountId);
      key = key.where("account_id", "=", accountId);
    }
    await update.execute();
    const row = await key.executeTakeFirst();
    return row && { key: toApiKey(row), hash: row.hash };
  },
});

export const usageQueries = ({ read }: Pick<Connections, "read">): Pick<UsageLedger, "sumUsage"> => ({
  async sumUsage(accountId, { firstDay, lastDay }) {
    let sums = read
      .selectFrom("usage_day")
      .select(({ fn }) => [
        "day",
        "operation",
        fn.sum<number>("request_count").as("requestCount"),
        fn.sum<number>("input_tokens").as("inputTokens"),
        fn.sum<number>("output_tokens").as("outputTokens"),
      ])
      .where("day", ">=", firstDay)
      .where("day", "<=", lastDay)
      .groupBy(["day", "operation"]);
    if (accountId !== undefined) sums = sums.where("account_id", "=", accountId);
    return sums.execute();
  },
});

/** A day's number, in words that both servers know; rows are whole days, so nothing is rounded. */
const dayOf = (time: string) =>
  sql<number>`(${sql.ref(time)} - ${sql.ref(time)} % ${sql.lit(DAY_MS)}) / ${sql.lit(DAY_MS)}`;

/** One statement a question, so that each sees one moment: events go on arriving. */
export async function compareSums(db: Kysely<AccountTables>): Promise<LedgerComparison> {
  const { rows: differences } = await sql<LedgerComparison["differences"][number]>`
    select account_id as "accountId", day, operation, sum(requests) as "requestCount", sum(input) as "inputTokens",
      sum(output) as "outputTokens"
    from (
      select account_id, day, operation, request_count as requests, input_tokens as input, output_tokens as output
      from usage_day
      union all
      select account_id, ${dayOf("time")}, operation, -count(*), 0, 0 from usage_request group by 1, 2, 3
      union all
      select request.account_id, ${dayOf("request.time")}, request.operation, 0, -sum(token.input_tokens),
        -sum(token.output_tokens)
      from usage_token as token join usage_request as request on request.event_id = token.request_id group by 1, 2, 3
    ) as ledger
    group by account_id, day, operation
    having sum(requests) <> 0 or sum(input) <> 0 or sum(output) <> 0
    order by account_id, day, operation
    limit ${sql.lit(DIFFERENCES_MAX)}`.execute(db);
  const counted = sql.join(COUNTED_OPERATIONS.map((operation) => sql.lit(operation)));
  const { rows } = await sql<LedgerComparison["events"] & Pick<LedgerComparison, "strayTokens" | "overcounted">>`
    select
      (select count(*) from usage_request) as "requestCount",
      (select coalesce(sum(input_tokens), 0) from usage_token) as "inputTokens",
      (select coalesce(sum(output_tokens), 0) from usage_token) as "outputTokens",
      (select count(*) from usage_token as token left join usage_request as request
        on request.event_id = token.request_id where request.event_id is null) as "strayTokens",
      (select count(*) from usage_day
        where counted < 0 or counted > case when operation in (${counted}) then request_count else 0 end) as "overcounted"
  `.execute(db);
  const [row] = rows;
  if (!row) throw new DomainError("internal", "the ledger was compared without an answer");
  const { strayTokens, overcounted, ...events } = row;
  return { events, differences, strayTokens, overcounted };
}
