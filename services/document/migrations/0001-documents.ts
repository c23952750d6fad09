import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Documents, their texts and insights, and the jobs that make them, in SQLite, which takes the affinity of type names.
 * Times are milliseconds since 1970. MySQL has migrations of its own: a change here is one there.
 */
export const documents: Migration = {
  async up(db: Kysely<unknown>) {
    const id = sql`varchar(64)`;
    const longText = sql`longtext`;

    await db.schema
      .createTable("document")
      .addColumn("doc_id", id, (column) => column.primaryKey())
      .addColumn("version", "bigint", (column) => column.notNull())
      // The version that the index has made visible: differs from `version` only between two steps of a worker.
      .addColumn("indexed_version", "bigint", (column) => column.notNull())
      .addColumn("document_url", sql`varchar(2048)`, (column) => column.notNull())
      .addColumn("article_title", sql`varchar(500)`, (column) => column.notNull())
      .addColumn("summary", longText, (column) => column.notNull())
      .addColumn("source_name", sql`varchar(200)`, (column) => column.notNull())
      .addColumn("authors", longText, (column) => column.notNull())
      .addColumn("published_date", sql`varchar(10)`)
      .addColumn("extracted_at", "bigint", (column) => column.notNull())
      .addColumn("ingested_at", "bigint", (column) => column.notNull())
      .addColumn("content_hash", id, (column) => column.notNull())
      .addColumn("original_hash", id, (column) => column.notNull())
      .addColumn("insight_count", "integer", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("document_order")
      .on("document")
      .columns(["published_date desc", "ingested_at desc", "doc_id"])
      .execute();
    await db.schema
      .createIndex("document_source")
      .on("document")
      .columns(["source_name", "published_date desc", "ingested_at desc", "doc_id"])
      .execute();

    // Publishers, few beside documents: a filter looks here first. One whose last document moved on stays, unseen.
    await db.schema
      .createTable("source")
      .addColumn("name", sql`varchar(200)`, (column) => column.primaryKey())
      // Lower case and NFC may make a name longer.
      .addColumn("folded", sql`varchar(700)`, (column) => column.notNull())
      .execute();

    await db.schema
      .createTable("document_text")
      .addColumn("doc_id", id, (column) => column.primaryKey().references("document.doc_id").onDelete("cascade"))
      .addColumn("text", longText, (column) => column.notNull())
      .addColumn("text_hash", id, (column) => column.notNull())
      .addColumn("repairs", longText, (column) => column.notNull())
      .execute();

    await db.schema
      .createTable("insight")
      .addColumn("doc_id", id, (column) => column.notNull().references("document.doc_id").onDelete("cascade"))
      .addColumn("ordinal", "integer", (column) => column.notNull())
      .addColumn("insight_id", id, (column) => column.notNull().unique())
      .addColumn("version", "bigint", (column) => column.notNull())
      .addColumn("title", longText, (column) => column.notNull())
      .addColumn("finding", longText, (column) => column.notNull())
      // Excerpts with their offsets, questions and passage are read with their insight and never without it.
      .addColumn("excerpts", longText, (column) => column.notNull())
      .addColumn("questions", longText, (column) => column.notNull())
      .addColumn("passage", longText, (column) => column.notNull())
      .addPrimaryKeyConstraint("insight_pk", ["doc_id", "ordinal"])
      .execute();

    await db.schema
      .createTable("job")
      // Never given twice, so that it can be the version of what the job makes.
      .addColumn("version", "integer", (column) => column.primaryKey().autoIncrement())
      .addColumn("job_id", id, (column) => column.notNull().unique())
      .addColumn("batch_id", id, (column) => column.notNull())
      .addColumn("doc_id", id, (column) => column.notNull())
      .addColumn("document_url", sql`varchar(2048)`, (column) => column.notNull())
      .addColumn("media_type", sql`varchar(100)`, (column) => column.notNull())
      .addColumn("given", longText, (column) => column.notNull())
      .addColumn("content_hash", id, (column) => column.notNull())
      .addColumn("original_hash", id, (column) => column.notNull())
      .addColumn("content_bytes", "integer", (column) => column.notNull())
      .addColumn("state", sql`varchar(16)`, (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("deaths", "integer", (column) => column.notNull())
      .addColumn("reason", longText, (column) => column.notNull())
      .addColumn("insights", "integer", (column) => column.notNull())
      .addColumn("not_before", "bigint", (column) => column.notNull())
      .addColumn("owner", sql`varchar(200)`)
      .addColumn("token", id)
      // Zero when nobody works on it.
      .addColumn("leased_until", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("job_state").on("job").columns(["state", "version"]).execute();
    await db.schema.createIndex("job_document").on("job").columns(["doc_id", "version"]).execute();
    await db.schema
      .createIndex("job_batch")
      .on("job")
      .columns(["batch_id", "state", "insights", "content_bytes"])
      .execute();
    await db.schema.createIndex("job_change").on("job").columns(["updated_at desc", "version desc"]).execute();

    await db.schema
      .createTable("job_content")
      .addColumn("job_id", id, (column) => column.notNull().references("job.job_id").onDelete("cascade"))
      .addColumn("part", "integer", (column) => column.notNull())
      .addColumn("bytes", sql`longblob`, (column) => column.notNull())
      .addPrimaryKeyConstraint("job_content_pk", ["job_id", "part"])
      .execute();
  },
};
