import type { CodedVectors } from "../engine/document-codec.ts";
import type { Thread } from "../engine/thread.ts";
import type { IndexedDocument, PackedDocument } from "../ports.ts";
import type { PlacedCollection } from "./catalogue.ts";
import type { Milvus } from "./client.ts";
import type { RowAnswer, RowTask } from "./row-thread.ts";
import { insightsOf, vectorsOf } from "./schema.ts";

/** Rows of one call: some megabytes, well under what a gRPC message may have. */
const INSIGHTS_A_CALL = 200;
const VECTORS_A_CALL = 1_000;

/** Writes all rows of a version into a collection. To be repeated as a whole when it fails: rows take their own places. */
export async function writeRows(
  { milvus, thread }: { milvus: Milvus; thread: Thread<RowTask, RowAnswer> },
  collection: PlacedCollection,
  task: { document: IndexedDocument | PackedDocument; vectors: CodedVectors; key: number; source: number },
): Promise<RowAnswer> {
  const made = await thread.ask(task);
  for (const rows of slices(made.insights, INSIGHTS_A_CALL)) await milvus.upsert(insightsOf(collection), rows);
  for (const rows of slices(made.vectors, VECTORS_A_CALL)) {
    await milvus.upsert(
      vectorsOf(collection),
      rows.map((row) => ({ ...row, id: `${row.row}_${row.part}` })),
    );
  }
  return made;
}

function* slices<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
