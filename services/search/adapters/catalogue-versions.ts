import { sql, type Transaction } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { Mysql } from "#kit/mysql/open-mysql.ts";
import { foldName } from "../engine/filter.ts";
import type { Begun, Catalogue, Written } from "../milvus/catalogue.ts";
import type { IndexedContent } from "../ports.ts";
import { packJson, unpackJson } from "./catalogue-json.ts";
import { BEGINNING, LONGEST_WORD_BYTES, type Tables, TOTALS } from "./catalogue-tables.ts";

/** Rows of one statement. */
const WORDS_AT_A_TIME = 1_000;
/** A version whose rows are still being written after so long was given up. */
const GIVEN_UP_MS = 60 * 60 * 1_000;

type Versions = Pick<Catalogue, "begin" | "finish" | "publish" | "outdated" | "forget">;

/** What becomes of a version: its rows are written, it is staged, published, replaced, and forgotten. */
export function catalogueVersions({ db, transact }: Mysql<Tables>, now: () => number): Versions {
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
    return JSON.parse(await unpackJson(row.counts));
  };

  return {
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
        packJson(content),
        packJson(JSON.stringify([...counts])),
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
  };
}

const isNewer = (docId: string, version: number) =>
  new DomainError("conflict", `version ${version} of ${docId} is published, which is newer`);
