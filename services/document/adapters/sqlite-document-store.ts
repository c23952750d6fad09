import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { DocumentStore, DocumentVersion } from "../ports.ts";
import { documentQueries, toVersionRow } from "./document-queries.ts";
import { createPaced } from "./paced.ts";
import type { Tables } from "./tables.ts";

/** Of a version, in one message to the database's thread. */
const ONE_TRIP_BYTES = 512 * 1024;

export function sqliteDocumentStore({ read, write, commitIf }: Sqlite<Tables>): DocumentStore {
  return {
    ...documentQueries(read, createPaced(), { asksForSourcesFirst: false }),

    async text(docId) {
      const row = await read
        .selectFrom("document_text")
        .select([sql<Uint8Array>`cast(text as blob)`.as("bytes"), "text_hash", "repairs"])
        .where("doc_id", "=", docId)
        .executeTakeFirst();
      return row && { bytes: row.bytes, textHash: row.text_hash, repairs: JSON.parse(row.repairs) as string[] };
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

/** `number`: of the version, as SQL. */
function documentChanges(write: Kysely<Tables>, version: DocumentVersion, number: RawBuilder<number>, now: number) {
  const row = { ...toVersionRow(version, now), version: number };
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
