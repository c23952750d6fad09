import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { JobLog, JobRecord, Submission } from "../job-ports.ts";
import { OPEN, type Tables } from "./tables.ts";

/** Bytes of content in one row, and so in one message to the database's thread: few enough to copy within a millisecond. */
const PART_BYTES = 2 * 1024 * 1024;

export function sqliteJobLog({ read, write, commit }: Sqlite<Tables>): JobLog {
  const submit: JobLog["submit"] = async (jobId, submission, limit, now) => {
    const bytes = submission.content.length;
    const { same, lastId, lastHash, jobs, waitingBytes } = await before(submission);
    if (same && lastId === null) return "unchanged";
    if (lastId !== null && lastHash === submission.contentHash) {
      // First, so that at no moment the job is in neither; twice in one batch it counts once.
      await write
        .insertInto("earlier_batch")
        .columns(["job_id", "batch_id"])
        .expression((eb) => eb.selectFrom("job").select(["job_id", "batch_id"]).where("job_id", "=", lastId))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { numUpdatedRows } = await write
        .updateTable("job")
        .set({ batch_id: submission.batchId })
        .where("job_id", "=", lastId)
        .where("state", "in", OPEN)
        .executeTakeFirst();
      // None: it ended in the meantime, or another submission took its place.
      return numUpdatedRows > 0n ? { jobId: lastId } : submit(jobId, submission, limit, now);
    }
    if (jobs > 0 && (jobs >= limit.jobs || waitingBytes + bytes > limit.bytes)) return "full";
    const changes = [
      // One that nobody works on: the newer submission takes its place.
      write
        .deleteFrom("job")
        .where("doc_id", "=", submission.docId)
        .where("state", "in", OPEN)
        .where("leased_until", "<=", now),
      write.insertInto("job").values(toRow(jobId, submission, now)),
    ];
    const part = (at: number) =>
      write.insertInto("job_content").values({ job_id: jobId, part: at, bytes: partOf(submission.content, at) });
    if (bytes <= PART_BYTES) await commit([...changes, part(0)]);
    else {
      await write.transaction().execute(async (trx) => {
        for (const change of changes) await trx.executeQuery(change.compile());
        for (let at = 0; at * PART_BYTES < bytes; at += 1) await trx.executeQuery(part(at).compile());
      });
    }
    return { jobId };
  };

  return {
    submit,

    async batch(batchId) {
      const isOwn = sql<SqlBool>`batch_id = ${batchId}`;
      // Asked for by itself: with an "or" the index of the batch's own jobs would no longer answer alone.
      const hasLeft = sql<SqlBool>`batch_id <> ${batchId}
        and job_id in (select job_id from earlier_batch where batch_id = ${batchId})`;
      const sumsOf = (which: Expression<SqlBool>) =>
        read
          .selectFrom("job")
          .select(({ fn }) => [
            "state",
            fn.countAll<number>().as("jobs"),
            fn.sum<number>("insights").as("insights"),
            fn.sum<number>("content_bytes").as("bytes"),
          ])
          .where(which)
          .groupBy("state")
          .execute();
      const failedOf = (which: Expression<SqlBool>) =>
        read
          .selectFrom("job")
          .select([...JOB_COLUMNS, "version"])
          .where(which)
          .where("state", "=", "failed")
          .orderBy("version")
          .limit(FAILED_LISTED)
          .execute();
      const [own, left, ownFailed, leftFailed] = await Promise.all([
        sumsOf(isOwn),
        sumsOf(hasLeft),
        failedOf(isOwn),
        failedOf(hasLeft),
      ]);
      const sums = [...own, ...left];
      const failed = [...ownFailed, ...leftFailed].sort((a, b) => a.version - b.version).slice(0, FAILED_LISTED);
      const total = (of: "jobs" | "bytes" | "insights", states: readonly string[]) =>
        sums.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + Number(row[of]), 0);
      return {
        open: total("jobs", OPEN),
        complete: total("jobs", ["complete"]),
        insights: total("insights", ["complete"]),
        submittedBytes: total("bytes", [...OPEN, "complete", "failed"]),
        finishedBytes: total("bytes", ["complete", "failed"]),
        failed: failed.map(toJob),
        failedCount: total("jobs", ["failed"]),
      };
    },

    async jobs({ states, limit }) {
      const matches = ({ eb, lit }: ExpressionBuilder<Tables, "job">): Expression<SqlBool> =>
        states.length === 0 ? lit(true) : eb("state", "in", states);
      const rows = await read
        .selectFrom("job")
        .select(JOB_COLUMNS)
        .where(matches)
        .orderBy("updated_at", "desc")
        .orderBy("version", "desc")
        .limit(limit)
        .execute();
      const { total } = await read
        .selectFrom("job")
        .select(({ fn }) => fn.countAll<number>().as("total"))
        .where(matches)
        .executeTakeFirstOrThrow();
      return { jobs: rows.map(toJob), total: Number(total) };
    },
  };

  /** What decides about a submission, in one round trip. */
  async function before({ docId, contentHash }: Submission) {
    const last = sql`from job where doc_id = ${docId} and state in (${sql.join(OPEN)}) order by version desc limit 1`;
    const { rows } = await sql<Before>`
      select
        (select count(*) from document where doc_id = ${docId} and content_hash = ${contentHash}
          and indexed_version = version) as same,
        (select job_id ${last}) as lastId, (select content_hash ${last}) as lastHash,
        count(*) as jobs, coalesce(sum(content_bytes), 0) as waitingBytes
      from job where state in (${sql.join(OPEN)})`.execute(read);
    return rows[0] ?? { same: 0, lastId: null, lastHash: null, jobs: 0, waitingBytes: 0 };
  }
}

interface Before {
  /** 1 when the same content is published. */
  same: number;
  /** The last open job of the document, and what it shall make. */
  lastId: string | null;
  lastHash: string | null;
  /** What waits, of all documents. */
  jobs: number;
  waitingBytes: number;
}

/** Of a batch: some megabytes. A file of a million bad rows must not become one message. */
const FAILED_LISTED = 10_000;

const toRow = (jobId: string, submission: Submission, now: number) => ({
  job_id: jobId,
  batch_id: submission.batchId,
  doc_id: submission.docId,
  document_url: submission.documentUrl,
  media_type: submission.mediaType,
  given: JSON.stringify(submission.given),
  content_hash: submission.contentHash,
  original_hash: submission.originalHash,
  content_bytes: submission.content.length,
  state: "pending" as const,
  attempts: 0,
  deaths: 0,
  reason: "",
  insights: 0,
  not_before: 0,
  leased_until: 0,
  created_at: now,
  updated_at: now,
});

/** A copy, for what is posted to a thread is posted with the whole buffer under it. */
const partOf = (content: Uint8Array, at: number): Uint8Array => content.slice(at * PART_BYTES, (at + 1) * PART_BYTES);

const JOB_COLUMNS = [
  "job_id",
  "batch_id",
  "doc_id",
  "document_url",
  "state",
  "attempts",
  "reason",
  "insights",
  "content_bytes",
  "created_at",
  "updated_at",
] as const;

const toJob = (row: Pick<Tables["job"], (typeof JOB_COLUMNS)[number]>): JobRecord => ({
  jobId: row.job_id,
  batchId: row.batch_id,
  docId: row.doc_id,
  documentUrl: row.document_url,
  state: row.state,
  attempts: row.attempts,
  reason: row.reason,
  insights: row.state === "complete" ? row.insights : 0,
  contentBytes: row.content_bytes,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
