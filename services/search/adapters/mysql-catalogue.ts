import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { DomainError } from "#kit/errors.ts";
import { type MysqlOptions, openMysql } from "#kit/mysql/open-mysql.ts";
import { foldName } from "../engine/filter.ts";
import { mysqlIndex } from "../migrations/mysql-0001-index.ts";
import type { Begun, Catalogue, PlacedCollection, Progress, Totals, Written } from "../milvus/catalogue.ts";
import type { IndexedContent } from "../ports.ts";
import type { Tables } from "./catalogue-tables.ts";

const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

/** A longer word is no word that anybody types; its bytes would not fit the key. */
const LONGEST_WORD_BYTES = 255;
/** Rows of one statement. */
const WORDS_AT_A_TIME = 1_000;
/** As in the embedded index: the document service bounds what it sends. */
const CONTENT_BYTES_MAX = 1024 * 1024 * 1024;
/** The rows of `index_total`: the totals, and one that is locked while a version begins. */
const TOTALS = 1;
const BEGINNING = 2;
/** A version whose rows are still being written after so long was given up. */
const GIVEN_UP_MS = 60 * 60 * 1_000;

/** The catalogue of an index in Milvus, for any number of processes. */
export async function openMysqlCatalogue(options: MysqlOptions, now = Date.now): Promise<Catalogue> {
  const mysql = await openMysql<Tables>({ ...options, owner: "search", migrations: { "0001-index": mysqlIndex } });
  const { db, transact } = mysql;
  const visible = ["staged", "published"] as const;

  const replace = async (trx: Transaction<Tables>, ids: number[]) => {
    if (ids.length === 0) return;
    await trx
      .updateTable("index_version")
      .set({ state: "replaced", changed_at: now(), content: null })
      .where("id", "in", ids)
      .execute();
  };

  /** Adds a version's words to the counts, or takes them away. */
  const count = async (trx: Transaction<Tables>, changes: Map<string, number>) => {
    // In one order everywhere, so that two transactions do not wait for each other.
    const rows = [...changes]
      .filter(([word, change]) => change !== 0 && Buffer.byteLength(word) <= LONGEST_WORD_BYTES)
      .map(([word, found]) => ({ word: Buffer.from(word), found }))
      .sort((a, b) => Buffer.compare(a.word, b.word));
    for (let at = 0; at < rows.length; at += WORDS_AT_A_TIME) {
      await trx
        .insertInto("index_word")
        .values(rows.slice(at, at + WORDS_AT_A_TIME))
        .onDuplicateKeyUpdate({ found: sql`found + values(found)` })
        .execute();
    }
  };

  const sourceOf = async (trx: Transaction<Tables>, name: string): Promise<number> => {
    const known = await trx.selectFrom("index_source").select("id").where("name", "=", name).executeTakeFirst();
    if (known) return known.id;
    await trx
      .insertInto("index_source")
      .values({ name, folded: foldName(name), documents: 0 })
      .onDuplicateKeyUpdate({ documents: sql`documents` })
      .execute();
    const made = await trx.selectFrom("index_source").select("id").where("name", "=", name).executeTakeFirstOrThrow();
    return made.id;
  };

  const versionsOf = (trx: Transaction<Tables>, docId: string) =>
    trx
      .selectFrom("index_version")
      .select(["id", "version", "state", "source", "insights", "vectors", "words"])
      .where("doc_id", "=", docId)
      .where("state", "!=", "replaced")
      .forUpdate()
      .execute();

  const countsOf = async (trx: Transaction<Tables>, id: number): Promise<[string, number][]> => {
    const row = await trx.selectFrom("index_version").select("counts").where("id", "=", id).executeTakeFirst();
    if (!row?.counts) return [];
    return JSON.parse((await inflated(row.counts, { maxOutputLength: CONTENT_BYTES_MAX })).toString());
  };

  const totals = async (): Promise<Totals> => {
    const row = await db.selectFrom("index_total").selectAll().where("id", "=", TOTALS).executeTakeFirstOrThrow();
    const { documents, insights, vectors, words } = row;
    return { documents, insights, vectors, words };
  };

  const collectionIn = async (state: "active" | "building", on: Kysely<Tables> = db) => {
    const row = await on.selectFrom("index_collection").selectAll().where("state", "=", state).executeTakeFirst();
    return row && toCollection(row);
  };

  /** Versions that a collection must have. */
  const missing = (collection: number, on: Kysely<Tables> = db) =>
    on
      .selectFrom("index_version")
      .where("index_version.state", "in", visible)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("index_filled")
              .select("version")
              .whereRef("index_filled.version", "=", "index_version.id")
              .where("index_filled.collection", "=", collection),
          ),
        ),
      );

  return {
    async collections() {
      const [active, building] = await Promise.all([collectionIn("active"), collectionIn("building")]);
      return { active, building };
    },

    async createCollection({ cosines, ...maker }, state, run) {
      await db
        .insertInto("index_collection")
        .values({ ...maker, ...cosines, state, run, tag: randomBytes(4).toString("hex") })
        .onDuplicateKeyUpdate({ id: sql`id` })
        .execute();
      const made = await collectionIn(state);
      if (!made) throw new DomainError("conflict", "the collection was dropped meanwhile: try again");
      return made;
    },

    async takeOver(collection, run) {
      await db.updateTable("index_collection").set({ run }).where("id", "=", collection).execute();
    },

    activate: (collection) =>
      transact(async (trx) => {
        // First: nothing is published from here on.
        const before = await trx
          .selectFrom("index_collection")
          .select("id")
          .where("state", "=", "active")
          .forUpdate()
          .executeTakeFirst();
        if ((await missing(collection, trx).select("index_version.id").limit(1).execute()).length > 0) return false;
        if (before) await trx.deleteFrom("index_collection").where("id", "=", before.id).execute();
        await trx.updateTable("index_collection").set({ state: "active" }).where("id", "=", collection).execute();
        return true;
      }),

    async drop(collection) {
      await db.deleteFrom("index_collection").where("id", "=", collection).execute();
      await db.deleteFrom("index_filled").where("collection", "=", collection).execute();
    },

    async look(terms, foldedSource) {
      const words = terms.map((term) => Buffer.from(term)).filter((word) => word.length <= LONGEST_WORD_BYTES);
      const [collection, hidden, found, sums, sources] = await Promise.all([
        collectionIn("active"),
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

    begin: ({ docId, version, title, documentUrl, sourceName, publishedDate }) =>
      transact(async (trx): Promise<Begun | undefined> => {
        // One at a time: keys are then seen in the order in which they are given, and a search knows the newest.
        await trx.selectFrom("index_total").select("id").where("id", "=", BEGINNING).forUpdate().execute();
        const versions = await versionsOf(trx, docId);
        const published = versions.find(({ state }) => state === "published");
        if (published && published.version > version) throw isNewer(docId, published.version);
        if (published?.version === version) return undefined;
        const source = await sourceOf(trx, sourceName);
        const { insertId } = await trx
          .insertInto("index_version")
          .values({
            doc_id: docId,
            version,
            state: "writing",
            changed_at: now(),
            source,
            title,
            document_url: documentUrl,
            published_date: publishedDate,
            insights: 0,
            vectors: 0,
            words: 0,
            counts: null,
            content: null,
            content_bytes: 0,
          })
          .executeTakeFirstOrThrow();
        return { key: Number(insertId), source };
      }),

    async finish(key, { document, vectors, words, counts }: Written, collections) {
      const { passages, insights, docId, version } = document;
      const content = JSON.stringify({ passages, insights } satisfies IndexedContent);
      const [packedContent, packedCounts] = await Promise.all([
        deflated(content),
        deflated(JSON.stringify([...counts])),
      ]);
      await transact(async (trx) => {
        const before = await versionsOf(trx, docId);
        if (!before.some(({ id }) => id === key))
          throw new DomainError("conflict", `${docId} was staged again meanwhile`);
        await replace(
          trx,
          before.filter((one) => one.version === version && one.state === "staged").map(({ id }) => id),
        );
        await trx
          .updateTable("index_version")
          .set({
            state: "staged",
            changed_at: now(),
            insights: insights.length,
            vectors,
            words,
            counts: packedCounts,
            content: packedContent,
            content_bytes: content.length,
          })
          .where("id", "=", key)
          .execute();
        const filled = collections.map((collection) => ({ collection, version: key }));
        await trx.insertInto("index_filled").values(filled).execute();
      });
    },

    async filled(collection, key) {
      await db
        .insertInto("index_filled")
        .values({ collection, version: key })
        .onDuplicateKeyUpdate({ version: sql`version` })
        .execute();
    },

    publish: (docId, version) =>
      transact(async (trx) => {
        const versions = await versionsOf(trx, docId);
        const published = versions.find(({ state }) => state === "published");
        if (published && published.version > version) throw isNewer(docId, published.version);
        if (published?.version === version) return;
        const staged = versions.find((one) => one.version === version && one.state === "staged");
        if (!staged) throw new DomainError("notFound", `version ${version} of ${docId} was never staged`);
        const lacking = await trx
          .selectFrom("index_collection")
          .select("id")
          .where("state", "=", "active")
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("index_filled")
                  .select("version")
                  .whereRef("index_filled.collection", "=", "index_collection.id")
                  .where("index_filled.version", "=", staged.id),
              ),
            ),
          )
          // Nobody switches collections until this is through.
          .forUpdate()
          .execute();
        if (lacking.length > 0)
          throw new DomainError("unavailable", `${docId} was staged for an index that was replaced: stage it again`);
        const counts = new Map(await countsOf(trx, staged.id));
        for (const [word, found] of published ? await countsOf(trx, published.id) : [])
          counts.set(word, (counts.get(word) ?? 0) - found);
        await count(trx, counts);
        const less = {
          insights: published?.insights ?? 0,
          vectors: published?.vectors ?? 0,
          words: published?.words ?? 0,
        };
        await trx
          .updateTable("index_total")
          .set({
            documents: sql`documents + ${published ? 0 : 1}`,
            insights: sql`insights + ${staged.insights - less.insights}`,
            vectors: sql`vectors + ${staged.vectors - less.vectors}`,
            words: sql`words + ${staged.words - less.words}`,
          })
          .where("id", "=", TOTALS)
          .execute();
        const bySource = (id: number, change: number) =>
          trx
            .updateTable("index_source")
            .set({ documents: sql`documents + ${change}` })
            .where("id", "=", id)
            .execute();
        if (published?.source !== staged.source) {
          await bySource(staged.source, 1);
          if (published) await bySource(published.source, -1);
        }
        await replace(
          trx,
          versions.filter((one) => one.version < version && one.state !== "writing").map(({ id }) => id),
        );
        await trx
          .updateTable("index_version")
          .set({ state: "published", changed_at: now() })
          .where("id", "=", staged.id)
          .execute();
      }),

    async nextMissing(collection, after) {
      const row = await missing(collection)
        .innerJoin("index_source", "index_source.id", "index_version.source")
        .select([
          "index_version.id",
          "doc_id",
          "version",
          "title",
          "document_url",
          "published_date",
          "content",
          "source",
          "name",
        ])
        .where("index_version.id", ">", after)
        .orderBy("index_version.id")
        .limit(1)
        .executeTakeFirst();
      if (!row?.content) return undefined;
      const content: IndexedContent = JSON.parse(
        (await inflated(row.content, { maxOutputLength: CONTENT_BYTES_MAX })).toString(),
      );
      return {
        key: row.id,
        source: row.source,
        document: {
          docId: row.doc_id,
          version: row.version,
          title: row.title,
          documentUrl: row.document_url,
          sourceName: row.name,
          publishedDate: row.published_date,
          ...content,
        },
      };
    },

    async progress(collection): Promise<Progress> {
      const sums = await db
        .selectFrom("index_version")
        .leftJoin("index_filled", (join) =>
          join.onRef("index_filled.version", "=", "index_version.id").on("index_filled.collection", "=", collection),
        )
        .select(({ fn }) => [
          fn.countAll<number>().as("documents"),
          fn.count<number>("index_filled.version").as("documents_done"),
          sql<number>`coalesce(sum(content_bytes), 0)`.as("bytes"),
          sql<number>`coalesce(sum(case when index_filled.version is null then 0 else content_bytes end), 0)`.as(
            "bytes_done",
          ),
        ])
        .where("state", "in", visible)
        .executeTakeFirstOrThrow();
      return {
        documents: Number(sums.documents),
        documentsDone: Number(sums.documents_done),
        bytes: Number(sums.bytes),
        bytesDone: Number(sums.bytes_done),
      };
    },

    async outdated(before, most) {
      const rows = await db
        .selectFrom("index_version")
        .select("id")
        .where(({ or, and, eb }) =>
          or([
            and([eb("state", "=", "replaced"), eb("changed_at", "<", before)]),
            and([eb("state", "=", "writing"), eb("changed_at", "<", before - GIVEN_UP_MS)]),
          ]),
        )
        .orderBy("id")
        .limit(most)
        .execute();
      return rows.map(({ id }) => id);
    },

    async forget(keys) {
      if (keys.length === 0) return;
      await db.deleteFrom("index_filled").where("version", "in", keys).execute();
      await db
        .deleteFrom("index_version")
        .where("id", "in", keys)
        .where("state", "in", ["replaced", "writing"])
        .execute();
    },

    [Symbol.asyncDispose]: () => mysql[Symbol.asyncDispose](),
  };
}

const isNewer = (docId: string, version: number) =>
  new DomainError("conflict", `version ${version} of ${docId} is published, which is newer`);

function toCollection({
  id,
  kind,
  scale,
  shift,
  state: _state,
  tag,
  ...row
}: Selectable<Tables["index_collection"]>): PlacedCollection {
  if (kind !== "bundled" && kind !== "onnx" && kind !== "endpoint")
    throw new DomainError("unavailable", "the index names a kind of embedding model that this version does not know");
  return { ...row, kind, id, cosines: { scale, shift }, place: `${id}_${tag}` };
}
