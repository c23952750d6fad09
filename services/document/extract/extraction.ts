import type { ParsedDocument, Span } from "../parse/parsed-document.ts";

/** What is known of a document before its insights are: given by who submitted it, or by the document itself. */
export interface DocumentHead {
  title: string;
  sourceName: string;
  /** YYYY-MM-DD. */
  publishedDate: string | null;
  authors: string[];
  documentUrl: string;
}

/** What a document yields. */
export interface Extraction {
  /** One to three central sentences, at most 400 code points. */
  summary: string;
  /** In document order. Each yields at least one insight. */
  passages: Passage[];
  /** In document order; no finding twice. */
  insights: ExtractedInsight[];
  /** What could not be made of the document and why, a sentence each; shown with its repairs. */
  notes?: string[];
}

/** A stretch of the stored text, about 80 to 200 words or one table with its header. */
export interface Passage extends Span {
  /** The headings above it, outermost first. */
  headings: string[];
  /** Page of the original, from 1. */
  page?: number;
}

export interface ExtractedInsight {
  /** A noun phrase of 3 to 8 words. */
  title: string;
  /** One or two complete sentences that stand alone. */
  finding: string;
  /** One to three, each `text.slice(start, end)` of the stored text, together at most 700 characters. */
  excerpts: Span[];
  /** Three to five that the finding answers, and one keyword phrase. */
  questions: string[];
  /** Position in `Extraction.passages`. */
  passage: number;
}

/** Makes insights of a parsed document. The extractive extractor and the one with a language model are of this type. */
export type Extract = (document: ParsedDocument, head: DocumentHead) => Extraction;
