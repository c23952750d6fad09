import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * One row per version of a document with its codes and analysed words, and one per insight with what an answer shows.
 * `state`: "staged" (invisible), "published", or "replaced" (no longer seen; collected when no search reads it).
 */
export const createIndex: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable("search_document")
      .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
      .addColumn("doc_id", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("document_url", "text", (column) => column.notNull())
      .addColumn("source_name", "text", (column) => column.notNull())
      .addColumn("published_date", "text")
      .addUniqueConstraint("search_document_version", ["doc_id", "version"])
      .execute();
    // Beside the document, not in it: reading a title must not page through its codes.
    await db.schema
      .createTable("search_codes")
      .addColumn("document", "integer", (column) =>
        column.primaryKey().references("search_document.id").onDelete("cascade"),
      )
      .addColumn("vectors", "blob", (column) => column.notNull())
      .addColumn("words", "blob", (column) => column.notNull())
      .execute();
    await sql`create table search_insight (
      document integer not null references search_document (id) on delete cascade,
      ordinal integer not null,
      insight_id text not null,
      title text not null,
      insight text not null,
      excerpts text not null,
      primary key (document, ordinal)
    ) without rowid`.execute(db);
    await db.schema
      .createTable("search_model")
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .execute();
  },
};
