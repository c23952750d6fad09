import type { AnalysedQuery } from "../analysis/analyse.ts";
import type { Period } from "../analysis/periods.ts";
import type { WordKind } from "../analysis/word-kinds.ts";

/**
 * What the index knows of one insight that might answer a query: absolute evidence only, so that the score of a query
 * and an insight is the same under any filter and limit. Words are numbers of the index's dictionary, in text order;
 * a word of the query that the index has never seen has the number -1.
 */
export interface Candidate {
  /** Cosines of the query with the insight's vectors, -1 to 1; 0 where there is no such vector. */
  cosine: { finding: number; bestQuestion: number; passage: number };
  /** BM25 of the insight's keyword field: k1 1.2, b 0.75, idf over the whole index. */
  bm25: number;
  /** Analysed words of the fields. */
  title: ArrayLike<number>;
  finding: ArrayLike<number>;
  excerpts: ArrayLike<number>;
  /** The question whose vector is nearest to the query. */
  bestQuestion: ArrayLike<number>;
  passage: ArrayLike<number>;
  /** Document title, publisher and date. */
  document: ArrayLike<number>;
  /** What the document is of; undefined when nothing says it. */
  period: Period | undefined;
  /**
   * How many insights of other documents quote the same statement and fit the query better: by the query's date, then by
   * its names, else because they are newer. Over the whole index, whatever the filter.
   */
  betterSiblings: number;
}

/** A query with its words looked up in the index's dictionary. */
export interface ResolvedQuery extends AnalysedQuery {
  /** Dictionary number of each of `terms`; -1 when the index has never seen it. */
  termIds: number[];
  /** Dictionary numbers of the other words for each of `terms`. */
  sameIds: number[][];
  /** Dictionary numbers of the words akin to each of `terms`: other forms of its root. */
  kinIds: number[][];
  /** ln(1 + (N - n + 0.5) / (n + 0.5)) of each of `terms` over the whole index. */
  idf: number[];
  /** Dictionary number of any analysed word of the query; -1 when the index has never seen it. */
  idOf(word: string): number;
  /** What each word of the dictionary says, by its number. */
  kinds: ArrayLike<WordKind>;
}
