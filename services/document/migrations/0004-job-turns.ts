import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Which job comes next, and how much waits, read from an index: with a thousand jobs waiting, looking at all of them for
 * each one that is begun or submitted cost more than making a short document.
 */
export const jobTurns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropIndex("job_state").execute();
    await db.schema
      .createIndex("job_turn")
      .on("job")
      .columns(["state", "deaths", "version", "content_bytes"])
      .execute();
  },
};
