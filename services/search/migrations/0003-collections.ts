import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A collection is what one embedding model and one text analysis made of all documents: its codes and words are in the
 * table `search_codes_ID`. One is "active", the others are being built ("building"). Documents and what answers show of
 * them are shared; so are the texts that a new collection is made of, which indexes before this did not keep.
 */
export const keepCollections: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable("search_collection")
      .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
      .addColumn("state", "text", (column) => column.notNull())
      // "bundled", "onnx" or "endpoint", and "bundled", a folder or the endpoint's name of the model.
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addColumn("dim", "integer", (column) => column.notNull())
      .addColumn("analysis", "text", (column) => column.notNull())
      // What makes the model's cosines comparable: cosine x scale + shift.
      .addColumn("scale", "real", (column) => column.notNull())
      .addColumn("shift", "real", (column) => column.notNull())
      // Who builds or built it; empty for the first collection of an index.
      .addColumn("run", "text", (column) => column.notNull())
      .execute();
    await sql`insert into search_collection (id, state, kind, name, fingerprint, dim, analysis, scale, shift, run)
      select 1, 'active', 'bundled', name, fingerprint, 256, analysis, 1, 0, '' from search_model`.execute(db);
    const { rows } = await sql`select 1 from search_model`.execute(db);
    if (rows.length > 0) await sql`alter table search_codes rename to search_codes_1`.execute(db);
    else await db.schema.dropTable("search_codes").execute();
    await db.schema.dropTable("search_model").execute();
    // Beside the document, not in it, as its codes are.
    await db.schema
      .createTable("search_texts")
      .addColumn("document", "integer", (column) =>
        column.primaryKey().references("search_document.id").onDelete("cascade"),
      )
      .addColumn("texts", "blob", (column) => column.notNull())
      .execute();
  },
};
