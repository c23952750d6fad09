import type { CosineScale } from "../embedding/cosine-scale.ts";
import type { Collection } from "./collections.ts";
import type { Columns } from "./columns.ts";
import type { Segment } from "./postings.ts";
import type { VectorMemory } from "./vector-memory.ts";

/**
 * What a search sees: one state of the index. The writer makes a new one for each published document and sends it to the
 * search threads; nothing that a view shows is changed afterwards, only more is written behind it.
 */
export interface View {
  /** Grows with each view of an index. */
  number: number;
  /** Another one means other columns, another dictionary, another memory. */
  image: number;
  /** Whose vectors and words these are: a query's vector must be of the same model. */
  collection: number;
  /** What kind of model made its vectors. */
  kind: Collection["kind"];
  /** Puts cosines on the scale that the score knows. */
  cosines: CosineScale;
  vectors: VectorMemory;
  columns: Columns;
  documents: number;
  rows: number;
  vectorRows: number;
  /** 1 for documents that are seen, 0 for those that were replaced. */
  alive: Uint8Array;
  /** Of the documents that are seen: */
  aliveDocuments: number;
  aliveRows: number;
  aliveVectors: number;
  /** Words of their keyword fields, summed over the rows. */
  aliveWords: number;
  segments: Segment[];
  /** Publishers, by the numbers in `documentSource`. */
  sources: string[];
  /** The dictionary from number `firstWord` on, between line ends. A whole one begins at 0. */
  words: string;
  firstWord: number;
  /** What all of it takes. */
  memoryBytes: number;
}
