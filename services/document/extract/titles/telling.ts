import { CHANGE_NOUNS } from "../grammar/changes.ts";
import type { Token } from "../grammar/language.ts";
import { isNaming, isPale } from "../grammar/noun-phrases.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";

/** What the words of a sentence are worth for a title: much where they are rare in the document and stand in a part that says it. */
export interface Telling {
  /** By stem. */
  weights: ReadonlyMap<string, number>;
  /** Of the parts that a title should tell. */
  total: number;
}

/** A stretch of tokens and how much it matters, 0 to 1. */
export interface Part {
  from: number;
  to: number;
  weight: number;
}

/** Words a sentence has on average. */
const SENTENCE = 24;
/** Of parts that weigh less a title need not tell anything. */
const MAIN = 0.3;
const TIME =
  /^(?:january|february|march|april|june|july|august|september|october|november|december|quarters?|months?|years?|weeks?|days?|periods?|spring|summer|autumn|winter|percent|percentage|points?|million|billion|trillion|basis|half|annual|rates?)$/i;

/** A word without its ending: what "declined" and "declines" share. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = withoutOwner(word.toLowerCase()).replace(
    /(?<=.{3})(?:ations?|ies|ions?|ings?|ments?|ed|es|ly|s|e|y)$/,
    "",
  );
  if (stems.size >= MOST_STEMS) stems.clear();
  // The growth of an economy is economic growth.
  const shared = stem === "economic" ? "econom" : stem;
  stems.set(word, shared);
  return shared;
}

const withoutOwner = (word: string) => (/['’]/.test(word) ? word.replace(/['’]s?$/, "") : word);

/** The words of one sentence are asked for some hundred times. Emptied when full. */
const stems = new Map<string, string>();
const MOST_STEMS = 5_000;

export function tellingOf(tokens: Token[], parts: readonly Part[], vocabulary: Vocabulary): Telling {
  const weights = new Map<string, number>();
  let total = 0;
  for (const { from, to, weight } of parts) {
    for (let at = from; at < to; at += 1) {
      const token = tokens[at];
      if (!token || !(token.pos === "NOUN" || token.pos === "PROPN" || token.pos === "ADJ")) continue;
      if (TIME.test(token.text)) continue;
      if (!/\p{L}{2}/u.test(token.text)) continue;
      const stem = stemOf(token.text);
      if (weights.has(stem)) continue;
      const small = token.text.toLowerCase();
      const own = token.pos === "ADJ" ? (isPale(small) ? 0.15 : 0.6) : isNaming(small) ? 1 : 0.5;
      const worth = own * weight * rarity(token.text, vocabulary);
      weights.set(stem, worth);
      if (weight >= MAIN) total += worth;
    }
  }
  return { weights, total };
}

/** 1 for a word that the document has once, .4 for one that it has a hundred times. */
const rarity = (word: string, vocabulary: Vocabulary) => 1 / (1 + Math.log(timesOf(word, vocabulary)) / 3);

/** How often the document has a word, its plural with it. */
function timesOf(word: string, { all }: Vocabulary): number {
  const small = withoutOwner(word.toLowerCase());
  const other = small.endsWith("s") ? small.slice(0, -1) : `${small}s`;
  return Math.max(1, (all.get(small) ?? 0) + (all.get(other) ?? 0));
}

/** The share, 0 to 1, of what the main parts tell that is in the words of a text, given by their stems. */
export function covers(stems: ReadonlySet<string>, { weights, total }: Telling): number {
  if (total === 0) return 0;
  let sum = 0;
  for (const stem of stems) sum += weights.get(stem) ?? 0;
  return Math.min(1, sum / total);
}

/**
 * In how many sentences of the document, as a natural logarithm, one would find all words of a text by chance: below 0 it
 * belongs to one sentence. Words that go together are found together more often than by chance, hence the damping.
 */
export function commonness(words: readonly string[], vocabulary: Vocabulary): number {
  const sentences = Math.max(1, vocabulary.size / SENTENCE);
  let common = Math.log(sentences);
  const seen = new Set<string>();
  for (const word of words) {
    const small = word.toLowerCase();
    if (seen.has(stemOf(word)) || /^\d/.test(word) || CHANGES.test(small) || CHANGE_NOUNS.has(small)) continue;
    seen.add(stemOf(word));
    const share = Math.min(1, timesOf(word, vocabulary) / sentences);
    common += Math.log(share) * (isPale(small) ? 0.2 : DAMPING);
  }
  return common;
}

const DAMPING = 0.6;
/** What happens to anything. */
const CHANGES =
  /^(?:increases?|decreases?|declines?|rises?|falls?|growth|effects?|decisions?|outlook|views|changes?|possible|expected|projected|estimated|outlook|higher|lower|levels?|due|lack|unchanged)$/;
const SMALL =
  /^(?:of|in|on|for|to|from|with|between|at|by|and|or|due|as|the|a|an|per|amid|despite|under|over|among|across)$/i;

/** How many words of a title tell something; "stronger-than-expected" is one. */
export const tellingIn = (text: string): number => text.split(" ").filter((word) => !SMALL.test(word)).length;

/** Those of a title that may tell something. */
export const tellingWords = (text: string): string[] =>
  text.split(/[\s,/–-]+/).filter((word) => /\p{L}/u.test(word) && !SMALL.test(word));
