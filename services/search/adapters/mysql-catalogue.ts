import { sql } from "kysely";
import { type MysqlOptions, openMysql } from "#kit/mysql/open-mysql.ts";
import { mysqlSearchTables } from "../migrations/mysql-tables.ts";
import type { Catalogue, Totals } from "../milvus/catalogue.ts";
import { catalogueCollections, collectionIn } from "./catalogue-collections.ts";
import { LONGEST_WORD_BYTES, type Tables, TOTALS } from "./catalogue-tables.ts";
import { catalogueVersions } from "./catalogue-versions.ts";

/** The catalogue of an index in Milvus, for any number of processes. */
export async function openMysqlCatalogue(options: MysqlOptions, now = Date.now): Promise<Catalogue> {
  const mysql = await openMysql<Tables>({ ...options, ...mysqlSearchTables });
  const { db } = mysql;

  const totals = async (): Promise<Totals> => {
    const row = await db.selectFrom("index_total").selectAll().where("id", "=", TOTALS).executeTakeFirstOrThrow();
    const { documents, insights, vectors, words } = row;
    return { documents, insights, vectors, words };
  };

  return {
    ...catalogueCollections(mysql, now),
    ...catalogueVersions(mysql, now),

    async look(terms, foldedSource) {
      const words = terms.map((term) => Buffer.from(term)).filter((word) => word.length <= LONGEST_WORD_BYTES);
      const [collection, hidden, found, sums, sources] = await Promise.all([
        collectionIn(db, "active"),
        // In one statement, and so as of one moment: what begins after it is newer than the newest.
        db
          .selectFrom("index_version")
          .select(["id", sql<number>`0`.as("is_newest")])
          .where("state", "!=", "published")
          .unionAll(
            db
              .selectFrom("index_version")
              .select([sql<number>`coalesce(max(id), 0)`.as("id"), sql<number>`1`.as("is_newest")]),
          )
          .execute(),
        words.length === 0
          ? []
          : db.selectFrom("index_word").select(["word", "found"]).where("word", "in", words).execute(),
        totals(),
        foldedSource === undefined
          ? undefined
          : db.selectFrom("index_source").select(["id", "folded"]).where("documents", ">", 0).execute(),
      ]);
      const count = new Map(found.map(({ word, found: rows }) => [word.toString(), rows]));
      return {
        ...sums,
        collection,
        newest: Number(hidden.find(({ is_newest }) => Number(is_newest) === 1)?.id ?? 0),
        hidden: hidden.filter(({ is_newest }) => Number(is_newest) === 0).map(({ id }) => Number(id)),
        found: terms.map((term) => count.get(term) ?? 0),
        sources: sources?.filter(({ folded }) => folded.includes(foldedSource ?? "")).map(({ id }) => id),
      };
    },

    status: totals,

    [Symbol.asyncDispose]: () => mysql[Symbol.asyncDispose](),
  };
}
