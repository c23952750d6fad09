import type { GivenHead } from "../job-ports.ts";
import type { StoredText } from "../ports.ts";

/** What a thread is asked to make insights of. */
export interface RawDocument {
  docId: string;
  documentUrl: string;
  mediaType: string;
  given: GivenHead;
  content: Uint8Array;
}

/** What a thread makes of it, in bytes that change hands without being copied. */
export interface MadeDocument {
  head: GivenHead;
  text: StoredText;
  /** UTF-8 JSON arrays of `MadeInsight`, at most `INSIGHTS_PER_PART` each. */
  insights: Uint8Array[];
  insightCount: number;
  /** Start and end of each passage in UTF-16 code units, in document order. */
  passages: Uint32Array;
}

/** An `InsightRecord` that also knows its passage by number. */
export interface MadeInsight {
  insightId: string;
  title: string;
  insight: string;
  excerpts: { text: string; start: number; end: number }[];
  questions: string[];
  passage: { start: number; end: number; heading: string; page: number };
  passageIndex: number;
}

/** Few enough to be read back within a millisecond or two. */
export const INSIGHTS_PER_PART = 100;

/** Why no document was made. Errors lose their class on the way between threads, so they travel as values. */
export interface Unmade {
  /** What is wrong and what to do. */
  reason: string;
  /** Where our own fault is, for the log. */
  stack?: string;
}
