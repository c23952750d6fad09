import { randomUUID } from "node:crypto";
import type { Mysql } from "#kit/mysql/open-mysql.ts";
import type { JobQueue, LeasedJob } from "../job-ports.ts";
import { jobQueueQueries, leasable, toLease, toLeasedJob } from "./job-queue-queries.ts";
import { OPEN, type Tables } from "./tables.ts";

/** Jobs that are looked at for one that nobody else is taking: about as many as workers ask at the same moment. */
const CANDIDATES = 16;
/** How often others may have taken all of them, before this worker waits for its next turn. */
const LOOKS = 5;

export function mysqlJobQueue({ db, transact }: Mysql<Tables>): JobQueue {
  return {
    ...jobQueueQueries({ read: db, write: db }),

    async lease(owner, now, until) {
      for (let looks = 0; looks < LOOKS; looks += 1) {
        // Without a lock: locked in the order of their turns, all that wait would be, and no other worker would find one.
        const { rows } = await leasable(now, CANDIDATES).execute(db);
        if (rows.length === 0) return undefined;
        for (const { version } of rows) {
          const job = await leaseThis(version, owner, now, until);
          if (job) return job;
        }
      }
      return undefined;
    },

    async settle({ jobId, token }, outcome, now) {
      const { state } = outcome;
      const change =
        state === "pending" ? { state, not_before: outcome.notBefore, attempts: outcome.attempts } : outcome;
      await transact(async (trx) => {
        const held = await trx
          .selectFrom("job")
          .select(["version", "doc_id"])
          .where("job_id", "=", jobId)
          .where("token", "=", token)
          .forUpdate()
          .executeTakeFirst();
        if (!held) return;
        if (state === "complete") {
          await trx
            .updateTable("document")
            .set({ indexed_version: held.version })
            .where("doc_id", "=", held.doc_id)
            .where("version", "=", held.version)
            .execute();
        }
        if (state !== "pending") await trx.deleteFrom("job_content").where("job_id", "=", jobId).execute();
        await trx
          .updateTable("job")
          .set({ owner: null, token: null, leased_until: 0, updated_at: now, ...change })
          .where("version", "=", held.version)
          .execute();
      });
    },
  };

  /** Undefined when somebody else is taking it, or has. */
  function leaseThis(version: number, owner: string, now: number, until: number): Promise<LeasedJob | undefined> {
    return transact(async (trx) => {
      const free = await trx
        .selectFrom("job")
        .select("version")
        .where("version", "=", version)
        .where("state", "in", OPEN)
        .where("leased_until", "<=", now)
        .where("not_before", "<=", now)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!free) return undefined;
      const token = randomUUID();
      await trx
        .updateTable("job")
        .set(toLease(owner, token, now, until))
        .where("version", "=", version)
        .execute();
      const job = await trx.selectFrom("job").selectAll().where("version", "=", version).executeTakeFirstOrThrow();
      return toLeasedJob(trx, job);
    });
  }
}
