import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createTables } from "#kit/mysql/create-tables.ts";

const tables = createTables({
  index_collection: sql`
    id integer unsigned not null auto_increment primary key,
    state varbinary(10) not null,
    kind varchar(20) not null,
    name varchar(4096) not null,
    fingerprint varchar(200) not null,
    dim integer unsigned not null,
    analysis varchar(64) not null,
    scale double not null,
    shift double not null,
    run varchar(64) not null,
    tag varchar(8) not null,
    unique key index_collection_state (state)`,
  index_source: sql`
    id integer unsigned not null auto_increment primary key,
    name varbinary(2000) not null,
    folded text not null,
    documents integer not null default 0,
    unique key index_source_name (name)`,
  index_version: sql`
    id bigint unsigned not null auto_increment primary key,
    doc_id varbinary(128) not null,
    version bigint unsigned not null,
    state varbinary(10) not null,
    changed_at bigint not null,
    source integer unsigned not null,
    title text not null,
    document_url text not null,
    published_date varchar(10),
    insights integer unsigned not null default 0,
    vectors integer unsigned not null default 0,
    words bigint unsigned not null default 0,
    counts longblob,
    content longblob,
    content_bytes bigint unsigned not null default 0,
    key index_version_document (doc_id, version),
    key index_version_state (state, changed_at)`,
  index_filled: sql`
    collection integer unsigned not null,
    version bigint unsigned not null,
    primary key (collection, version)`,
  index_word: sql`
    word varbinary(255) not null primary key,
    found integer not null`,
  index_total: sql`
    id smallint not null primary key,
    documents bigint not null,
    insights bigint not null,
    vectors bigint not null,
    words bigint not null`,
});

/** The catalogue of an index in Milvus. What is looked up is VARBINARY, for the reason of the accounts' tables. */
export const mysqlIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await tables.up(db);
    await sql`insert ignore into index_total values (1, 0, 0, 0, 0), (2, 0, 0, 0, 0)`.execute(db);
  },
};
