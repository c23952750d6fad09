import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { JobLog } from "../job-ports.ts";
import { decideFrom, jobLogQueries, toJobRow } from "./job-log-queries.ts";
import { OPEN, type Tables } from "./tables.ts";

/** Bytes of content in one row, and so in one message to the database's thread: few enough to copy within a millisecond. */
const PART_BYTES = 2 * 1024 * 1024;

export function sqliteJobLog({ read, write, commit }: Sqlite<Tables>): JobLog {
  const submit: JobLog["submit"] = async (jobId, submission, limit, now) => {
    const bytes = submission.content.length;
    const { same, lastId, lastHash, jobs, waitingBytes } = await decideFrom(read, submission);
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
      write.insertInto("job").values(toJobRow(jobId, submission, now)),
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

  return { submit, ...jobLogQueries(read) };
}

/** A copy, for what is posted to a thread is posted with the whole buffer under it. */
const partOf = (content: Uint8Array, at: number): Uint8Array => content.slice(at * PART_BYTES, (at + 1) * PART_BYTES);
