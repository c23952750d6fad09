import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import type { JobLog, JobRecord, Submission } from "../job-ports.ts";
import { OPEN, type Tables } from "./tables.ts";

/** What SQLite and MySQL are asked in the same words. */
export function jobLogQueries(read: Kysely<Tables>): Pick<JobLog, "batch" | "jobs" | "countJobs"> {
  return {
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

    async countJobs() {
      const rows = await read
        .selectFrom("job")
        .select(({ fn }) => ["state", fn.countAll<number>().as("jobs")])
        .where("state", "in", [...OPEN, "failed"])
        .groupBy("state")
        .execute();
      const counts = { pending: 0, extracting: 0, indexing: 0, failed: 0 };
      for (const { state, jobs } of rows) if (state !== "complete") counts[state] = Number(jobs);
      return counts;
    },
  };
}

/** What decides about a submission, in one round trip. */
export async function decideFrom(read: Kysely<Tables>, { docId, contentHash }: Submission): Promise<Before> {
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

/** A job that waits. */
export const toJobRow = (jobId: string, submission: Submission, now: number) => ({
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
