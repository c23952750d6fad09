import { type Kysely, sql, type Transaction } from "kysely";
import { DomainError } from "#kit/errors.ts";
import { insertRows } from "#kit/mysql/insert-rows.ts";
import type { Mysql } from "#kit/mysql/open-mysql.ts";
import type { DocumentStore, DocumentVersion, InsightRecord } from "../ports.ts";
import { documentQueries, toVersionRow } from "./document-queries.ts";
import { insertParts } from "./mysql-parts.ts";
import { nextTurn, type Paced } from "./paced.ts";
import type { Tables } from "./tables.ts";

export function mysqlDocumentStore({ db, transact }: Mysql<Tables>): DocumentStore {
  return {
    ...documentQueries(db, leaveWhenAborted, { asksForSourcesFirst: true }),

    async text(docId) {
      // In one statement, so that all of it is of one version.
      const { rows } = await sql<{ text_hash: string; repairs: string; bytes: Uint8Array | null }>`
        select text_hash, repairs, bytes
        from document_text left join document_text_part on document_text_part.doc_id = document_text.doc_id
        where document_text.doc_id = ${docId} order by part`.execute(db);
      const [head] = rows;
      if (!head) return undefined;
      const parts = rows.flatMap(({ bytes }) => bytes ?? []);
      return { bytes: joined(parts), textHash: head.text_hash, repairs: JSON.parse(head.repairs) as string[] };
    },

    async replace(version, lease, now) {
      // By itself, for its row would be locked to the end: documents of one publisher would be replaced one at a time.
      await keepSource(db, version);
      return transact(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("job")
          .set({ updated_at: now, insights: version.insightCount })
          .where("job_id", "=", lease.jobId)
          .where("token", "=", lease.token)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        const { version: number } = await trx
          .selectFrom("job")
          .select("version")
          .where("job_id", "=", lease.jobId)
          .executeTakeFirstOrThrow();
        await replaceDocument(trx, version, number, now);
        await replaceText(trx, version);
        await replaceInsights(trx, version, number);
        return true;
      });
    },
  };
}

/** Reads go over connections of their own, side by side. Whoever leaves waits for none. */
const leaveWhenAborted: Paced = (read, signal) => {
  if (!signal) return read();
  return new Promise((resolve, reject) => {
    const leave = () => reject(new DomainError("cancelled", "The caller left before the answer"));
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    read()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", leave));
  });
};

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const part of parts) {
    bytes.set(part, filled);
    filled += part.length;
  }
  return bytes;
}

async function keepSource(db: Kysely<Tables>, { sourceName, foldedSource }: DocumentVersion) {
  await db
    .insertInto("source")
    .values({ name: sourceName, folded: foldedSource })
    .onDuplicateKeyUpdate({ name: sourceName })
    .execute();
}

async function replaceDocument(trx: Transaction<Tables>, version: DocumentVersion, number: number, now: number) {
  const row = { ...toVersionRow(version, now), version: number };
  await trx
    .insertInto("document")
    .values({ ...row, doc_id: version.docId, indexed_version: 0, ingested_at: now })
    .onDuplicateKeyUpdate(row)
    .execute();
}

async function replaceText(trx: Transaction<Tables>, { docId, text }: DocumentVersion) {
  const row = { text_hash: text.textHash, repairs: JSON.stringify(text.repairs) };
  await sql`insert into document_text (doc_id, text_hash, repairs) values (${docId}, ${row.text_hash}, ${row.repairs})
    on duplicate key update text_hash = ${row.text_hash}, repairs = ${row.repairs}`.execute(trx);
  await sql`delete from document_text_part where doc_id = ${docId}`.execute(trx);
  await insertParts(trx, "document_text_part", docId, text.bytes);
}

const INSIGHT_COLUMNS = [
  "doc_id",
  "ordinal",
  "insight_id",
  "version",
  "title",
  "finding",
  "excerpts",
  "questions",
  "passage",
] as const;

/** One statement for each array, and a turn of the event loop: the server's own JSON differs from MySQL to MariaDB. */
async function replaceInsights(trx: Transaction<Tables>, { docId, insights }: DocumentVersion, number: number) {
  await trx.deleteFrom("insight").where("doc_id", "=", docId).execute();
  const decoder = new TextDecoder();
  let ordinal = 0;
  for (const json of insights) {
    const rows = (JSON.parse(decoder.decode(json)) as InsightRecord[]).map((one) => [
      docId,
      ordinal++,
      one.insightId,
      number,
      one.title,
      one.insight,
      JSON.stringify(one.excerpts),
      JSON.stringify(one.questions),
      JSON.stringify(one.passage),
    ]);
    await insertRows(trx, "insight", INSIGHT_COLUMNS, rows);
    await nextTurn();
  }
}
