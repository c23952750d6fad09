import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { Sqlite } from "#kit/sqlite/open-sqlite.ts";
import type { GivenHead, JobQueue, JobState, LeasedJob } from "../job-ports.ts";
import { OPEN, type Tables } from "./tables.ts";

/** So many times a job that was being indexed goes first again: later it may be what kills the workers. */
const TRUSTED_DEATHS = 3;

/** Few enough to hold up other writers for some milliseconds only. */
const FORGOTTEN_AT_A_TIME = 500;

export function sqliteJobQueue({ read, write, commit }: Sqlite<Tables>): JobQueue {
  /** The first in its turn of those in a state: the index `job_turn` has them in this order, so that few are looked at. */
  const first = (state: JobState, turn: RawBuilder<number>, now: number) => sql`
    select * from (select version, ${turn} as turn from job
      where state = ${state} and leased_until <= ${now} and not_before <= ${now}
        and not exists (select 1 from job as earlier where earlier.doc_id = job.doc_id
          and earlier.version < job.version and earlier.state in (${sql.join(OPEN)}))
      order by turn, version limit 1) as ${sql.table(state)}`;
  const deaths = sql<number>`deaths`;
  const deathsLater = sql<number>`case when deaths < ${sql.lit(TRUSTED_DEATHS)} then 0 else deaths end`;
  const leasable = (now: number) => sql<{ version: number }>`
    select version from (
      ${first("pending", deaths, now)}
      union all ${first("extracting", deaths, now)}
      union all ${first("indexing", deathsLater, now)}
    ) as waiting order by turn, version limit 1`;

  return {
    async takeOver(owner) {
      const { numUpdatedRows } = await write
        .updateTable("job")
        .set(({ eb }) => ({ leased_until: 0, token: null, owner: null, deaths: eb("deaths", "+", 1) }))
        .where("state", "in", OPEN)
        .where("owner", "=", owner)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async lease(owner, now, until) {
      // Looking first costs no lock: an idle worker must not keep the other writers of the file waiting.
      const waiting = await leasable(now).execute(read);
      if (waiting.rows.length === 0) return undefined;
      const { rows } = await sql<Tables["job"] & { version: number }>`
        update job set state = case state when 'pending' then 'extracting' else state end, attempts = attempts + 1,
          deaths = deaths + case when token is null then 0 else 1 end,
          owner = ${owner}, token = ${randomUUID()}, leased_until = ${until}, updated_at = ${now}
        where version = (${leasable(now)})
        returning *`.execute(write);
      const job = rows[0];
      return job && toLeasedJob(job, await restOf(job));
    },

    async content({ jobId, contentBytes }) {
      // A buffer of its own, so that it can change hands; filled part by part, for copying 64 MiB at once takes 20 ms.
      const content = new Uint8Array(contentBytes);
      for (let part = 0, filled = 0; filled < contentBytes; part += 1) {
        const row = await read
          .selectFrom("job_content")
          .select("bytes")
          .where("job_id", "=", jobId)
          .where("part", "=", part)
          .executeTakeFirst();
        if (!row) throw new DomainError("notFound", `The content of job ${jobId} is gone`);
        content.set(row.bytes, filled);
        filled += row.bytes.length;
      }
      return content;
    },

    async hold({ jobId, token }, until, now, state) {
      const { numUpdatedRows } = await write
        .updateTable("job")
        .set({ leased_until: until, ...(state && { state, updated_at: now }) })
        .where("job_id", "=", jobId)
        .where("token", "=", token)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
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

    async forget(before) {
      const old = sql<number>`select version from job where updated_at < ${before} and state not in (${sql.join(OPEN)})
        order by updated_at limit ${FORGOTTEN_AT_A_TIME}`;
      const { numDeletedRows } = await write
        .deleteFrom("job")
        .where("version", "in", sql<number>`(select version from (${old}) as ended)`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };

  async function restOf(job: { doc_id: string; version: number; content_hash: string }): Promise<LeasedJob["rest"]> {
    const document = await read
      .selectFrom("document")
      .select(["version", "indexed_version", "content_hash"])
      .where("doc_id", "=", job.doc_id)
      .executeTakeFirst();
    if (document?.version === job.version) return "publish";
    const isPublished = document?.content_hash === job.content_hash && document.indexed_version === document.version;
    return isPublished ? "nothing" : "extract";
  }
}

const toLeasedJob = (row: Tables["job"] & { version: number }, rest: LeasedJob["rest"]): LeasedJob => ({
  jobId: row.job_id,
  token: row.token ?? "",
  version: row.version,
  docId: row.doc_id,
  documentUrl: row.document_url,
  mediaType: row.media_type,
  given: JSON.parse(row.given) as GivenHead,
  originalHash: row.original_hash,
  contentHash: row.content_hash,
  contentBytes: row.content_bytes,
  attempts: row.attempts,
  deaths: row.deaths,
  rest,
});
