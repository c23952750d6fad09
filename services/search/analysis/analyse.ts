import { stemmer } from "stemmer";

/** A query as the keyword index and the ranking take it. */
export interface AnalysedQuery {
  /** Distinct analysed words that are looked for; stop words are dropped unless nothing else is left. */
  terms: string[];
  /** All analysed words in their order, stop words too. */
  sequence: string[];
}

/** Analysed words of a text, in their order: what every keyword engine is given. */
export function analyse(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemmer);
}

export function analyseQuery(query: string): AnalysedQuery {
  const sequence = analyse(query);
  return { terms: [...new Set(sequence)], sequence };
}
