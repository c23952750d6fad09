import { type Kysely, type RawBuilder, sql } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { DocumentRecord, DocumentStore, DocumentVersion, InsightRecord } from "../ports.ts";
import { createPaced, nextTurn } from "./paced.ts";
import type { Tables } from "./tables.ts";

/** Insights read at a time: a message of this many rows takes the event loop a millisecond. */
const PAGE = 200;
/** Of a version, in one message to the database's thread. */
const ONE_TRIP_BYTES = 512 * 1024;
/** How often a document that is replaced while it is read is read again. */
const READS = 5;

export function sqliteDocumentStore({ read, write, commitIf }: Sqlite<Tables>): DocumentStore {
  const paced = createPaced();
  return {
    async list({ foldedSource, since, limit }, signal) {
      let query = read.selectFrom("document").select(RECORD_COLUMNS);
      if (foldedSource !== undefined) {
        const matching = read.selectFrom("source").select("name").where(sql`instr(folded, ${foldedSource})`, ">", 0);
        query = query.where("source_name", "in", matching);
      }
      if (since !== undefined) query = query.where("published_date", ">=", since);
      // Both databases sort null below every date, so undated documents come last.
      query = query.orderBy("published_date", "desc").orderBy("ingested_at", "desc").orderBy("doc_id").limit(limit);
      const rows = await paced(() => query.execute(), signal);
      return rows.map(toRecord);
    },

    get: (docId, signal) => paced(() => readDocument(read, docId, signal), signal),

    async sourceNames() {
      const rows = await read
        .selectFrom("source")
        .select("name")
        .where(({ exists, selectFrom }) =>
          exists(selectFrom("document").select("doc_id").whereRef("document.source_name", "=", "source.name")),
        )
        .orderBy("name")
        .execute();
      return rows.map((row) => row.name);
    },

    async text(docId) {
      const row = await read
        .selectFrom("document_text")
        .select([sql<Uint8Array>`cast(text as blob)`.as("bytes"), "text_hash", "repairs"])
        .where("doc_id", "=", docId)
        .executeTakeFirst();
      return row && { bytes: row.bytes, textHash: row.text_hash, repairs: JSON.parse(row.repairs) as string[] };
    },

    async isPublished(docId, contentHash) {
      const row = await read
        .selectFrom("document")
        .select("version")
        .where("doc_id", "=", docId)
        .where("content_hash", "=", contentHash)
        .whereRef("indexed_version", "=", "version")
        .executeTakeFirst();
      return row !== undefined;
    },

    async idsAfter(after, limit) {
      const rows = await read
        .selectFrom("document")
        .select("doc_id")
        .where("doc_id", ">", after)
        .orderBy("doc_id")
        .limit(limit)
        .execute();
      return rows.map((row) => row.doc_id);
    },

    async replace(version, lease, now) {
      const held = write
        .updateTable("job")
        .set({ updated_at: now, insights: version.insightCount })
        .where("job_id", "=", lease.jobId)
        .where("token", "=", lease.token);
      const number = sql<number>`(select version from job where job_id = ${lease.jobId})`;
      const changes = [
        ...documentChanges(write, version, number, now),
        write.deleteFrom("insight").where("doc_id", "=", version.docId),
        ...insightChanges(version, number).map((change) => ({ compile: () => change.compile(write) })),
      ];
      const bytes = version.insights.reduce((sum, { length }) => sum + length, version.text.bytes.length);
      // A short document costs one round trip; what is copied for that would hold up the event loop if it were longer.
      if (bytes <= ONE_TRIP_BYTES) return commitIf(held, changes);
      return write.transaction().execute(async (trx) => {
        const { numAffectedRows = 0n } = await trx.executeQuery(held.compile());
        if (numAffectedRows === 0n) return false;
        for (const change of changes) await trx.executeQuery(change.compile());
        return true;
      });
    },
  };
}

const RECORD_COLUMNS = [
  "doc_id",
  "document_url",
  "article_title",
  "summary",
  "source_name",
  "authors",
  "published_date",
  "extracted_at",
  "ingested_at",
] as const;

type RecordRow = Pick<Tables["document"], (typeof RECORD_COLUMNS)[number]>;

const toRecord = (row: RecordRow): DocumentRecord => ({
  docId: row.doc_id,
  documentUrl: row.document_url,
  articleTitle: row.article_title,
  summary: row.summary,
  sourceName: row.source_name,
  authors: JSON.parse(row.authors) as string[],
  publishedDate: row.published_date,
  extractedAt: row.extracted_at,
  extractionStatus: "complete",
  ingestedAt: row.ingested_at,
});

async function readDocument(read: Kysely<Tables>, docId: string, signal: AbortSignal | undefined) {
  for (let reads = 0; reads < READS; reads += 1) {
    const row = await read
      .selectFrom("document")
      .select([...RECORD_COLUMNS, "version", "insight_count"])
      .where("doc_id", "=", docId)
      .executeTakeFirst();
    if (!row) return undefined;
    const insights = await readInsights(read, docId, row.version, signal);
    if (insights.length === row.insight_count) return { document: toRecord(row), insights };
  }
  throw new DomainError("unavailable", `${docId} was replaced ${READS} times while it was read`);
}

async function readInsights(
  read: Kysely<Tables>,
  docId: string,
  version: number,
  signal: AbortSignal | undefined,
): Promise<InsightRecord[]> {
  const insights: InsightRecord[] = [];
  for (;;) {
    const rows = await read
      .selectFrom("insight")
      .select(["insight_id", "title", "finding", "excerpts", "questions", "passage"])
      .where("doc_id", "=", docId)
      .where("version", "=", version)
      .where("ordinal", ">=", insights.length)
      .orderBy("ordinal")
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      insights.push({
        insightId: row.insight_id,
        title: row.title,
        insight: row.finding,
        excerpts: JSON.parse(row.excerpts) as InsightRecord["excerpts"],
        questions: JSON.parse(row.questions) as string[],
        passage: JSON.parse(row.passage) as InsightRecord["passage"],
      });
    }
    if (rows.length < PAGE) return insights;
    await nextTurn(signal);
  }
}

/** `number`: of the version, as SQL. */
function documentChanges(write: Kysely<Tables>, version: DocumentVersion, number: RawBuilder<number>, now: number) {
  const row = {
    version: number,
    document_url: version.documentUrl,
    article_title: version.articleTitle,
    summary: version.summary,
    source_name: version.sourceName,
    authors: JSON.stringify(version.authors),
    published_date: version.publishedDate,
    extracted_at: now,
    content_hash: version.contentHash,
    original_hash: version.originalHash,
    insight_count: version.insightCount,
  };
  const { docId: doc_id, text } = version;
  const textRow = {
    text: sql<string>`cast(${text.bytes} as text)`,
    text_hash: text.textHash,
    repairs: JSON.stringify(text.repairs),
  };
  return [
    write
      .insertInto("source")
      .values({ name: version.sourceName, folded: version.foldedSource })
      .onConflict((conflict) => conflict.column("name").doNothing()),
    write
      .insertInto("document")
      .values({ ...row, doc_id, indexed_version: 0, ingested_at: now })
      .onConflict((conflict) => conflict.column("doc_id").doUpdateSet(row)),
    write
      .insertInto("document_text")
      .values({ ...textRow, doc_id })
      .onConflict((conflict) => conflict.column("doc_id").doUpdateSet(textRow)),
  ];
}

/** One statement for each array: thousands of rows would keep the event loop busy with building them. */
const insightChanges = ({ docId, insights }: DocumentVersion, number: RawBuilder<number>) =>
  insights.map(
    (json) => sql`
      insert into insight (doc_id, ordinal, insight_id, version, title, finding, excerpts, questions, passage)
      select ${docId}, (select count(*) from insight where doc_id = ${docId}) + each.key,
        each.value ->> '$.insightId', ${number}, each.value ->> '$.title', each.value ->> '$.insight',
        each.value -> '$.excerpts', each.value -> '$.questions', each.value -> '$.passage'
      from json_each(cast(${json} as text)) as each`,
  );
