import type { Harvest } from "../extract-with-model/extract-with-model.ts";
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
  /** UTF-8 JSON arrays of `InsightRecord`, at most `INSIGHTS_PER_PART` each. */
  insights: Uint8Array[];
  insightCount: number;
  /** What the index takes: UTF-8 JSON of an `IndexedContent`, in memory that threads share, for it goes on to another one. */
  indexed: Uint8Array;
  /** What became of a language model's answers, where one was asked. */
  harvest?: Harvest;
}

/** Few enough for a message that is copied within a millisecond. */
export const INSIGHTS_PER_PART = 100;

/** What a thread makes of a document whose insights a language model is to write. */
export interface PreparedDocument {
  /** The document as far as it is known, for `finishDocument`: UTF-8 JSON. */
  state: Uint8Array;
  text: StoredText;
  /** UTF-8 JSON of a `Question` each: all of them at once would keep the event loop busy. */
  questions: Uint8Array[];
}

/** With the model's answers, one for each question: UTF-8, as they came. */
export interface AnsweredDocument extends Pick<PreparedDocument, "state" | "text"> {
  docId: string;
  answers: Uint8Array[];
}

/** Why no document was made. Errors lose their class on the way between threads, so they travel as values. */
export interface Unmade {
  /** What is wrong and what to do. */
  reason: string;
  /** Where our own fault is, for the log. */
  stack?: string;
}
