import type { Transaction } from "kysely";
import type { Mysql } from "#kit/mysql/open-mysql.ts";
import type { Backlog, JobLog, Submission } from "../job-ports.ts";
import { decideFrom, jobLogQueries, toJobRow } from "./job-log-queries.ts";
import { insertParts } from "./mysql-parts.ts";
import { OPEN, type Tables } from "./tables.ts";

/** Documents of the same turn are submitted one after the other; so many turns, so few that wait for a stranger. */
const TURNS = 1_024;

export function mysqlJobLog({ db, transact }: Mysql<Tables>): JobLog {
  return {
    ...jobLogQueries(db),

    submit: (jobId, submission, limit, now) =>
      transact(async (trx) => {
        await takeTurn(trx, submission.docId);
        return submit(trx, jobId, submission, limit, now);
      }),

    batch: (batchId) =>
      // One view of all: between two, a job might move from what is counted second to what was counted first.
      db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute((trx) => jobLogQueries(trx).batch(batchId)),
  };
}

/**
 * Waits until nobody else submits this document. Of two that did at the same time neither would see the other's job, and the
 * one with the greater version, which wins, might be there first: its elder would be taken in after it.
 */
async function takeTurn(trx: Transaction<Tables>, docId: string): Promise<void> {
  const turn = Number.parseInt(docId.slice(-8), 16) % TURNS || 0;
  await trx
    .withTables<{ submission_turn: { turn: number } }>()
    .insertInto("submission_turn")
    .values({ turn })
    .onDuplicateKeyUpdate({ turn })
    .execute();
}

async function submit(
  trx: Transaction<Tables>,
  jobId: string,
  submission: Submission,
  limit: Backlog,
  now: number,
): ReturnType<JobLog["submit"]> {
  const { same, lastId, lastHash, jobs, waitingBytes } = await decideFrom(trx, submission);
  if (same && lastId === null) return "unchanged";
  if (lastId !== null && lastHash === submission.contentHash) {
    const isJoined = await join(trx, lastId, submission.batchId);
    return isJoined ? { jobId: lastId } : submit(trx, jobId, submission, limit, now);
  }
  const bytes = submission.content.length;
  if (jobs > 0 && (jobs >= limit.jobs || waitingBytes + bytes > limit.bytes)) return "full";
  // One that nobody works on: the newer submission takes its place.
  await trx
    .deleteFrom("job")
    .where("doc_id", "=", submission.docId)
    .where("state", "in", OPEN)
    .where("leased_until", "<=", now)
    .execute();
  await trx
    .insertInto("job")
    .values(toJobRow(jobId, submission, now))
    .execute();
  await insertParts(trx, "job_content", jobId, submission.content);
  return { jobId };
}

/** Moves a job to another batch, in which it then is too. False when it has ended in the meantime. */
async function join(trx: Transaction<Tables>, jobId: string, batchId: string): Promise<boolean> {
  const job = await trx
    .selectFrom("job")
    .select("batch_id")
    .where("job_id", "=", jobId)
    .where("state", "in", OPEN)
    .forUpdate()
    .executeTakeFirst();
  if (!job) return false;
  const row = { job_id: jobId, batch_id: job.batch_id };
  await trx.insertInto("earlier_batch").values(row).onDuplicateKeyUpdate({ job_id: jobId }).execute();
  await trx.updateTable("job").set({ batch_id: batchId }).where("job_id", "=", jobId).execute();
  return true;
}
