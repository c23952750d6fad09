import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createTables } from "#kit/mysql/create-tables.ts";

/** The table of `0002-links.ts` for MySQL and MariaDB. */
export const mysqlLinks: Migration = createTables({
  account_link: sql`
    issuer varbinary(1020) not null,
    subject varbinary(1020) not null,
    account_id varbinary(36) not null,
    created_at bigint not null,
    primary key (issuer, subject),
    unique key account_link_issuer (account_id, issuer),
    constraint account_link_account foreign key (account_id) references account (account_id)`,
});
