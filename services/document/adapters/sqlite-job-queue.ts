import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { JobQueue } from "../job-ports.ts";
import { jobQueueQueries, leasable, toLease, toLeasedJob } from "./job-queue-queries.ts";
import type { Tables } from "./tables.ts";

export function sqliteJobQueue({ read, write, commit }: Sqlite<Tables>): JobQueue {
  return {
    ...jobQueueQueries({ read, write }),

    async lease(owner, now, until) {
      // Looking first costs no lock: an idle worker must not keep the other writers of the file waiting.
      const waiting = await leasable(now, 1).execute(read);
      if (waiting.rows.length === 0) return undefined;
      const job = await write
        .updateTable("job")
        .set(toLease(owner, randomUUID(), now, until))
        .where("version", "=", sql<number>`(${leasable(now, 1)})`)
        .returningAll()
        .executeTakeFirst();
      return job && toLeasedJob(read, job);
    },

    settle({ jobId, token }, outcome, now) {
      const held = write.selectFrom("job").where("job_id", "=", jobId).where("token", "=", token);
      const { state } = outcome;
      const change =
        state === "pending" ? { state, not_before: outcome.notBefore, attempts: outcome.attempts } : outcome;
      const published = write
        .updateTable("document")
        .set({ indexed_version: held.select("version") })
        .where("doc_id", "=", held.select("doc_id"))
        .where("version", "=", held.select("version"));
      const changes = [
        ...(state === "complete" ? [published] : []),
        ...(state === "pending" ? [] : [write.deleteFrom("job_content").where("job_id", "=", held.select("job_id"))]),
        // The last, for the others ask whether the lease is held.
        write
          .updateTable("job")
          .set({ owner: null, token: null, leased_until: 0, updated_at: now, ...change })
          .where("job_id", "=", jobId)
          .where("token", "=", token),
      ];
      return commit(changes);
    },
  };
}
