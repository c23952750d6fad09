import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createTables } from "#kit/mysql/create-tables.ts";

/**
 * The tables of `0001-accounts.ts` for MySQL and MariaDB. What is looked up or compared is VARBINARY: no collation that
 * both servers know tells "a" from "a " and "A". Lengths are bytes there: four for a character.
 */
export const mysqlAccounts: Migration = createTables({
  account: sql`
    account_id varbinary(36) not null primary key,
    issuer varbinary(1020) not null,
    subject varbinary(1020) not null,
    email varchar(255),
    created_at bigint not null,
    unique key account_identity (issuer, subject)`,
  api_key: sql`
    key_id varbinary(36) not null primary key,
    account_id varbinary(36) not null,
    name varchar(100) not null,
    prefix varchar(12) not null,
    hash binary(32) not null unique,
    tier varbinary(32) not null,
    is_active smallint not null,
    created_at bigint not null,
    last_used_at bigint,
    key api_key_by_account (account_id, created_at),
    constraint api_key_account foreign key (account_id) references account (account_id)`,
  usage_request: sql`
    event_id varbinary(36) not null primary key,
    account_id varbinary(36) not null,
    key_id varbinary(36),
    operation varbinary(64) not null,
    time bigint not null`,
  usage_token: sql`
    event_id varbinary(36) not null primary key,
    request_id varbinary(36) not null,
    model varchar(255) not null,
    input_tokens bigint not null,
    output_tokens bigint not null`,
  usage_day: sql`
    account_id varbinary(36) not null,
    day integer not null,
    operation varbinary(64) not null,
    request_count bigint not null,
    counted bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    primary key (account_id, day, operation)`,
});
