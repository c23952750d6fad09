import type { IndexedDocument, PackedDocument } from "../ports.ts";
import type { Collection, Maker } from "./collections.ts";
import type { CodedVectors } from "./document-codec.ts";
import type { MissingDocument, Progress } from "./stored-documents.ts";
import type { View } from "./view.ts";

/**
 * What the one thread that writes is asked: it analyses documents, keeps them in the database and fills the columns. Of the
 * bundled model it makes the vectors too.
 */
export type IndexerTask =
  /** What the index was made with, if it was made. */
  | { kind: "active" }
  | { kind: "open"; model: Model }
  /** `vectors`: absent for the bundled model. `collection`: the one that they are for. */
  | { kind: "stage"; document: IndexedDocument | PackedDocument; collection: number; vectors: CodedVectors | undefined }
  | { kind: "publish"; docId: string; version: number }
  /** The present state with the whole dictionary, for a search thread that starts. */
  | { kind: "view" }
  /** No search reads these documents any more. */
  | { kind: "collect"; keys: number[] }
  /** Goes on with the collection that this model has begun, or begins one in place of another model's. */
  | { kind: "build"; model: Model; run: string }
  /** The next document after that key that the collection being built has not. */
  | { kind: "missing"; after: number }
  /** What the model of a collection that is being built made of a version; nothing happens when either is gone. */
  | { kind: "fill"; collection: number; document: IndexedDocument | PackedDocument; vectors: CodedVectors }
  /** Makes the collection that is being built the active one, when it misses nothing. */
  | { kind: "activate" }
  /** Gives back what the collections before took in the file. */
  | { kind: "drop" };

export type Model = Omit<Maker, "analysis">;

export type IndexerAnswer =
  | { kind: "active"; collection: Collection | undefined }
  | { kind: "view"; view: View }
  /** No tokens where the vectors came with the document. */
  | { kind: "staged"; inputTokens: number }
  /** The vectors were made for a collection that is not the active one any more. */
  | { kind: "stale" }
  /** No view: it was published before. */
  | { kind: "published"; view?: View; replaced: number[] }
  | { kind: "building"; collection: number; progress: Progress }
  | { kind: "missing"; next: MissingDocument | undefined; progress: Progress }
  /** No view: something is missing still. */
  | { kind: "activated"; view?: View }
  | { kind: "done" };

/** Told without being asked: the columns were built anew without the rows of replaced documents, or could not be. */
export type Compacted = { view: View } | { problem: string };

export interface IndexerData {
  path: string;
  /** How many search threads share the columns. */
  threads: number;
  /** The columns are built anew when more than this many rows, and a third of all, are of replaced documents. */
  compactAboveRows: number;
}
