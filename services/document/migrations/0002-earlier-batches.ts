import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The batches that a job was in before another one submitted the same document: it counts in all of them. */
export const earlierBatches: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable("earlier_batch")
      .addColumn("batch_id", "varchar(64)", (column) => column.notNull())
      .addColumn("job_id", "varchar(64)", (column) => column.notNull().references("job.job_id").onDelete("cascade"))
      .addPrimaryKeyConstraint("earlier_batch_pk", ["batch_id", "job_id"])
      .execute();
    // A job that is removed is looked for here.
    await db.schema.createIndex("earlier_batch_job").on("earlier_batch").column("job_id").execute();
  },
};
