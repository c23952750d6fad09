import type { Collection, Maker } from "../engine/collections.ts";
import type { IndexedDocument, IndexedHead } from "../ports.ts";

/**
 * What an index in Milvus keeps elsewhere, because it must change in one step: which version of each document searches
 * see, which collection is searched, and the counts that BM25 wants. Every method rejects with a `DomainError`.
 */
export interface Catalogue extends AsyncDisposable {
  collections(): Promise<{ active: PlacedCollection | undefined; building: PlacedCollection | undefined }>;
  /** Makes one, or resolves to the one in that state if another process was faster. */
  createCollection(maker: Maker, state: "active" | "building", run: string): Promise<PlacedCollection>;
  takeOver(collection: number, run: string): Promise<void>;
  /** Notes that this run is at work; false, and nothing changes, when another one was within the last `patienceMs`. */
  claim(run: string, patienceMs: number): Promise<boolean>;
  /** The run is over: another one need not wait. */
  release(run: string): Promise<void>;
  /**
   * The building collection takes the place of the active one, which is dropped; false, and nothing changes, while it
   * lacks a version that searches see or may soon see.
   */
  activate(collection: number): Promise<boolean>;
  /** Nobody begins to use the collection from here on. */
  drop(collection: number): Promise<void>;
  /** Those that were dropped before that time, and not forgotten. */
  dropped(before: number): Promise<Pick<PlacedCollection, "id" | "place">[]>;
  forgetDropped(collection: number): Promise<void>;

  /** What a search needs to know, as of now. `terms`: analysed words of the query. */
  look(terms: string[], foldedSource: string | undefined): Promise<Sight>;
  status(): Promise<Totals>;

  /**
   * Begins a version: its rows may be written under the key that it resolves to, and no search sees them. Undefined when
   * that version is published. Rejects with `conflict` when a newer one is.
   */
  begin(head: IndexedHead): Promise<Begun | undefined>;
  /** All rows of the version are in these collections: it may be published. What was staged under it before is replaced. */
  finish(key: number, version: Written, collections: number[]): Promise<void>;
  /** Notes that a collection has all rows of a version. */
  filled(collection: number, key: number): Promise<void>;
  /** As `InsightIndex.publish`. */
  publish(docId: string, version: number): Promise<void>;
  /** The next version after that key that the collection lacks. */
  nextMissing(
    collection: number,
    after: number,
  ): Promise<{ key: number; source: number; document: IndexedDocument } | undefined>;
  /** How much of the index a collection has. */
  progress(collection: number): Promise<Progress>;

  /** Keys of versions that were replaced, or begun and given up, before that time: their rows may go. */
  outdated(before: number, most: number): Promise<number[]>;
  forget(keys: number[]): Promise<void>;
}

/** A collection of the catalogue. */
export interface PlacedCollection extends Collection {
  /** Part of its names in Milvus, which several installs may share. */
  place: string;
}

export interface Begun {
  key: number;
  /** Number of the publisher. */
  source: number;
}

/** What the catalogue keeps of a version. */
export interface Written {
  document: IndexedDocument;
  vectors: number;
  /** Words of all keyword fields together. */
  words: number;
  /** In how many keyword fields each word stands. */
  counts: Map<string, number>;
}

export interface Totals {
  documents: number;
  insights: number;
  vectors: number;
  words: number;
}

export interface Sight extends Totals {
  collection: PlacedCollection | undefined;
  /** Keys of versions whose rows are there and not to be seen; nor are those of keys above the newest. */
  hidden: number[];
  newest: number;
  /** In how many insights each of the terms stands. */
  found: number[];
  /** Numbers of the publishers that the filter admits; undefined without a filter. */
  sources: number[] | undefined;
}

export interface Progress {
  documents: number;
  documentsDone: number;
  bytes: number;
  bytesDone: number;
}
