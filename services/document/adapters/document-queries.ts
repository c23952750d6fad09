import { type Kysely, sql } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { DocumentRecord, DocumentStore, DocumentVersion, InsightRecord } from "../ports.ts";
import { nextTurn, type Paced } from "./paced.ts";
import type { Tables } from "./tables.ts";

/** Insights read at a time: a message of this many rows takes the event loop a millisecond. */
const PAGE = 200;
/** How often a document that is replaced while it is read is read again. */
const READS = 5;

/** What SQLite and MySQL are asked in the same words. */
export function documentQueries(
  read: Kysely<Tables>,
  paced: Paced,
  /** MySQL does not see that few publishers match, unless it is told their names: it would walk through the documents. */
  { asksForSourcesFirst }: { asksForSourcesFirst: boolean },
): Pick<DocumentStore, "list" | "get" | "sourceNames" | "isPublished" | "idsAfter"> {
  return {
    async list({ foldedSource, since, limit }, signal) {
      let query = read.selectFrom("document").select(RECORD_COLUMNS);
      if (foldedSource !== undefined) {
        const matching = read.selectFrom("source").select("name").where(sql`instr(folded, ${foldedSource})`, ">", 0);
        const sources = asksForSourcesFirst ? await paced(() => namesOf(matching), signal) : matching;
        if (Array.isArray(sources) && sources.length === 0) return [];
        query = query.where("source_name", "in", sources);
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
  };
}

const namesOf = async (sources: { execute(): Promise<{ name: string }[]> }): Promise<string[]> =>
  (await sources.execute()).map(({ name }) => name);

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

/** The columns of a document that each version of it sets. */
export const toVersionRow = (version: DocumentVersion, now: number) => ({
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
});
