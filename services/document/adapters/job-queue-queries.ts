import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { DomainError } from "#kit/errors.ts";
import type { GivenHead, JobQueue, JobState, LeasedJob } from "../job-ports.ts";
import { OPEN, type Tables } from "./tables.ts";

/** So many times a job that was being indexed goes first again: later it may be what kills the workers. */
const TRUSTED_DEATHS = 3;

/** Few enough to hold up other writers for some milliseconds only. */
const FORGOTTEN_AT_A_TIME = 500;

/** What SQLite and MySQL are asked and told in the same words. `read` and `write` may be one. */
export function jobQueueQueries({
  read,
  write,
}: {
  read: Kysely<Tables>;
  write: Kysely<Tables>;
}): Pick<JobQueue, "takeOver" | "content" | "hold" | "forget"> {
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

    async forget(before) {
      const old = await read
        .selectFrom("job")
        .select("version")
        .where("updated_at", "<", before)
        .where("state", "not in", OPEN)
        .orderBy("updated_at")
        .limit(FORGOTTEN_AT_A_TIME)
        .execute();
      if (old.length === 0) return 0;
      const versions = old.map(({ version }) => version);
      const { numDeletedRows } = await write.deleteFrom("job").where("version", "in", versions).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Versions of the jobs that may be leased, the `limit` that come first. */
export function leasable(now: number, limit: number): RawBuilder<{ version: number }> {
  const at = sql.lit(limit);
  /** Of a state: the index `job_turn` has them in this order, so that few are looked at. */
  const first = (state: JobState, turn: RawBuilder<number>) => sql`
    select * from (select version, ${turn} as turn from job
      where state = ${state} and leased_until <= ${now} and not_before <= ${now} and ${isFirstOfDocument}
      order by turn, version limit ${at}) as ${sql.table(state)}`;
  const deaths = sql<number>`deaths`;
  const deathsLater = sql<number>`case when deaths < ${sql.lit(TRUSTED_DEATHS)} then 0 else deaths end`;
  return sql`
    select version from (
      ${first("pending", deaths)}
      union all ${first("extracting", deaths)}
      union all ${first("indexing", deathsLater)}
    ) as waiting order by turn, version limit ${at}`;
}

/** Jobs of one document go in their order. */
const isFirstOfDocument = sql<boolean>`not exists (select 1 from job as earlier where earlier.doc_id = job.doc_id
  and earlier.version < job.version and earlier.state in (${sql.join(OPEN)}))`;

/** What a job becomes when it is leased. In this order, for MySQL takes a column that was set before as it is by then. */
export const toLease = (owner: string, token: string, now: number, until: number) => ({
  state: sql<JobState>`case state when 'pending' then 'extracting' else state end`,
  attempts: sql<number>`attempts + 1`,
  // Somebody had it: they were never heard of again.
  deaths: sql<number>`deaths + case when token is null then 0 else 1 end`,
  owner,
  token,
  leased_until: until,
  updated_at: now,
});

/** `row`: as it was leased. */
export const toLeasedJob = async (read: Kysely<Tables>, row: JobRow): Promise<LeasedJob> => ({
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
  rest: await restOf(read, row),
});

type JobRow = Selectable<Tables["job"]>;

async function restOf(read: Kysely<Tables>, job: JobRow): Promise<LeasedJob["rest"]> {
  const document = await read
    .selectFrom("document")
    .select(["version", "indexed_version", "content_hash"])
    .where("doc_id", "=", job.doc_id)
    .executeTakeFirst();
  if (document?.version === job.version) return "publish";
  const isPublished = document?.content_hash === job.content_hash && document.indexed_version === document.version;
  return isPublished ? "nothing" : "extract";
}
