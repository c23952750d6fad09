import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Bytes in one row, and so in one message, which is twice as long: below every server's max_allowed_packet, and written
 * out by the event loop in a millisecond or two.
 */
const PART_BYTES = 256 * 1024;

/** Tables that hold long bytes in parts, and the column that says whose they are. */
const OWNER = { job_content: "job_id", document_text_part: "doc_id" } as const;

export async function insertParts(
  db: Kysely<Tables>,
  table: keyof typeof OWNER,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
    const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
    await sql`insert into ${sql.table(table)} (${sql.ref(OWNER[table])}, part, bytes)
      values (${id}, ${part}, ${piece})`.execute(db);
  }
}
