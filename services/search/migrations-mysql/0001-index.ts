import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Ids and words are compared byte for byte. */
export const createIndex: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table index_collection (
        id int unsigned not null auto_increment primary key,
        state varchar(10) not null,
        kind varchar(20) not null,
        name varchar(1000) not null,
        fingerprint varchar(200) not null,
        dim int unsigned not null,
        analysis varchar(64) not null,
        scale double not null,
        shift double not null,
        run varchar(64) not null,
        tag char(8) not null,
        unique key one_in_a_state (state)
      )`,
      `create table index_source (
        id int unsigned not null auto_increment primary key,
        name varchar(500) not null,
        folded varchar(1500) not null,
        documents int not null default 0,
        unique key (name)
      )`,
      `create table index_version (
        id bigint unsigned not null auto_increment primary key,
        doc_id varchar(100) not null,
        version bigint unsigned not null,
        state varchar(10) not null,
        changed_at bigint unsigned not null,
        source int unsigned not null,
        title text not null,
        document_url text not null,
        published_date char(10),
        insights int unsigned not null default 0,
        vectors int unsigned not null default 0,
        words bigint unsigned not null default 0,
        counts longblob,
        content longblob,
        content_bytes bigint unsigned not null default 0,
        key of_document (doc_id, version),
        key in_state (state, changed_at)
      )`,
      `create table index_filled (
        collection int unsigned not null,
        version bigint unsigned not null,
        primary key (collection, version)
      )`,
      "create table index_word (word varbinary(255) not null primary key, found int not null)",
      `create table index_total (
        id tinyint unsigned not null primary key,
        documents bigint not null,
        insights bigint not null,
        vectors bigint not null,
        words bigint not null
      )`,
      "insert into index_total values (1, 0, 0, 0, 0), (2, 0, 0, 0, 0)",
    ];
    for (const statement of statements) {
      const options = statement.startsWith("create")
        ? " engine = InnoDB character set utf8mb4 collate utf8mb4_bin"
        : "";
      await sql.raw(statement + options).execute(db);
    }
  },
};
