import { randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { Mysql } from "#kit/mysql/open-mysql.ts";
import type { Catalogue, PlacedCollection, Progress } from "../milvus/catalogue.ts";
import type { IndexedContent } from "../ports.ts";
import { unpackJson } from "./catalogue-json.ts";
import type { Tables } from "./catalogue-tables.ts";

type Collections = Pick<
  Catalogue,
  | "collections"
  | "createCollection"
  | "takeOver"
  | "claim"
  | "release"
  | "activate"
  | "drop"
  | "dropped"
  | "forgetDropped"
  | "filled"
  | "nextMissing"
  | "progress"
>;

/** The row of `index_run`, and what it has while nobody makes the index anew. */
const RUN = 1;
const NO_RUN = { id: RUN, run: "", seen_at: 0 };

/** Versions that a collection must have. */
const VISIBLE = ["staged", "published"] as const;

/** Which collections there are, and what each still lacks. */
export function catalogueCollections({ db, transact }: Mysql<Tables>, now: () => number): Collections {
  const drop = async (trx: Transaction<Tables>, collection: number) => {
    const row = await trx
      .selectFrom("index_collection")
      .select(["id", "tag"])
      .where("id", "=", collection)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    await trx.deleteFrom("index_collection").where("id", "=", collection).execute();
    await trx
      .insertInto("index_dropped")
      .values({ id: row.id, place: placeOf(row), dropped_at: now() })
      .execute();
  };

  const missing = (collection: number, on: Kysely<Tables> = db) =>
    on
      .selectFrom("index_version")
      .where("index_version.state", "in", VISIBLE)
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
      const [active, building] = await Promise.all([collectionIn(db, "active"), collectionIn(db, "building")]);
      return { active, building };
    },

    async createCollection({ cosines, ...maker }, state, run) {
      await db
        .insertInto("index_collection")
        .values({ ...maker, ...cosines, state, run, tag: randomBytes(4).toString("hex") })
        .onDuplicateKeyUpdate({ id: sql`id` })
        .execute();
      const made = await collectionIn(db, state);
      if (!made) throw new DomainError("conflict", "the collection was dropped meanwhile: try again");
      return made;
    },

    async takeOver(collection, run) {
      await db.updateTable("index_collection").set({ run }).where("id", "=", collection).execute();
    },

    claim: (run, patienceMs) =>
      transact(async (trx) => {
        // The one row, locked, also for whoever comes at the same moment to find none.
        await trx.insertInto("index_run").values(NO_RUN).onDuplicateKeyUpdate({ id: RUN }).execute();
        const row = trx.selectFrom("index_run").select(["run", "seen_at"]).where("id", "=", RUN).forUpdate();
        const last = await row.executeTakeFirstOrThrow();
        if (last.run !== run && now() - last.seen_at < patienceMs) return false;
        await trx.updateTable("index_run").set({ run, seen_at: now() }).where("id", "=", RUN).execute();
        return true;
      }),

    async release(run) {
      await db.updateTable("index_run").set(NO_RUN).where("id", "=", RUN).where("run", "=", run).execute();
    },

    activate: (collection) =>
      transact(async (trx) => {
        // First: nothing is published from here on.
        const rows = await trx.selectFrom("index_collection").select(["id", "state"]).forUpdate().execute();
        const before = rows.find(({ state }) => state === "active");
        if (!rows.some(({ id, state }) => id === collection && state === "building")) return false;
        if ((await missing(collection, trx).select("index_version.id").limit(1).execute()).length > 0) return false;
        if (before) await drop(trx, before.id);
        await trx.updateTable("index_collection").set({ state: "active" }).where("id", "=", collection).execute();
        return true;
      }),

    drop: (collection) => transact((trx) => drop(trx, collection)),

    dropped: (before) =>
      db.selectFrom("index_dropped").select(["id", "place"]).where("dropped_at", "<", before).execute(),

    async forgetDropped(collection) {
      await db.deleteFrom("index_filled").where("collection", "=", collection).execute();
      await db.deleteFrom("index_dropped").where("id", "=", collection).execute();
    },

    async filled(collection, key) {
      await db
        .insertInto("index_filled")
        .values({ collection, version: key })
        .onDuplicateKeyUpdate({ version: sql`version` })
        .execute();
    },

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
      const content: IndexedContent = JSON.parse(await unpackJson(row.content));
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
        .where("state", "in", VISIBLE)
        .executeTakeFirstOrThrow();
      return {
        documents: Number(sums.documents),
        documentsDone: Number(sums.documents_done),
        bytes: Number(sums.bytes),
        bytesDone: Number(sums.bytes_done),
      };
    },
  };
}

export async function collectionIn(
  db: Kysely<Tables>,
  state: "active" | "building",
): Promise<PlacedCollection | undefined> {
  const row = await db.selectFrom("index_collection").selectAll().where("state", "=", state).executeTakeFirst();
  return row && toCollection(row);
}

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
  return { ...row, kind, id, cosines: { scale, shift }, place: placeOf({ id, tag }) };
}

const placeOf = ({ id, tag }: { id: number; tag: string }) => `${id}_${tag}`;
