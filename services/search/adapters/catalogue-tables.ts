import type { Generated } from "kysely";

/** The tables of an index in Milvus, in MySQL. */
export interface Tables {
  index_collection: {
    id: Generated<number>;
    state: "active" | "building";
    kind: string;
    name: string;
    fingerprint: string;
    dim: number;
    analysis: string;
    scale: number;
    shift: number;
    run: string;
    tag: string;
  };
  index_version: {
    id: Generated<number>;
    doc_id: string;
    version: number;
    /** "writing": its rows are not all there yet. */
    state: VersionState;
    /** Milliseconds since 1970. */
    changed_at: number;
    source: number;
    title: string;
    document_url: string;
    published_date: string | null;
    insights: number;
    vectors: number;
    words: number;
    /** Deflated JSON of [word, count] pairs. */
    counts: Buffer | null;
    /** Deflated JSON of an `IndexedContent`: what a new collection is made of. */
    content: Buffer | null;
    content_bytes: number;
  };
  /** `dropped_at`: milliseconds since 1970. */
  index_dropped: { id: number; place: string; dropped_at: number };
  /** `seen_at`: milliseconds since 1970. */
  index_run: { id: number; run: string; seen_at: number };
  index_filled: { collection: number; version: number };
  index_word: { word: Buffer; found: number };
  index_total: { id: number; documents: number; insights: number; vectors: number; words: number };
  index_source: { id: Generated<number>; name: string; folded: string; documents: number };
}

export type VersionState = "writing" | "staged" | "published" | "replaced";

/** The rows of `index_total`: the totals, and one that is locked while a version begins. */
export const TOTALS = 1;
export const BEGINNING = 2;

/** A longer word is no word that anybody types; its bytes would not fit the key. */
export const LONGEST_WORD_BYTES = 255;
