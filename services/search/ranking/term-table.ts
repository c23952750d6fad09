import type { ResolvedQuery } from "./candidate.ts";

/** Finds a query's terms among the words of a text: asked for every word of every candidate. */
export interface TermTable {
  /** Position of the word in the query's `terms`; -1 when it is none of them. */
  positionOf(word: number): number;
  /**
   * The same; of a word that is akin to a term, the position of the first such term behind all terms: that and their number; of
   * another word for a term, behind these again. In one look-up, for most words are nothing of it.
   */
  entryOf(word: number): number;
  /** Position in the query's `bigrams` of two terms that follow each other; -1 when they are none. */
  pairOf(first: number, second: number): number;
}

/** Lowest bits of a word's number by which most words are told from all terms. */
const LOWEST_BITS = 0xfff;

/** An open table of twice to four times the terms, so that a look-up is an array read or two; a Map took five times as long. */
export function createTermTable({ termIds, sameIds, kinIds, bigrams }: ResolvedQuery): TermTable {
  const size = [...sameIds, ...kinIds].reduce((sum, others) => sum + others.length, termIds.length);
  const bits = Math.max(4, Math.ceil(Math.log2(size + 1)) + 1);
  const mask = 2 ** bits - 1;
  const words = new Int32Array(mask + 1).fill(-1);
  const positions = new Int32Array(mask + 1);
  /** 1 for the lowest bits of what is in the table: one read, which the processor foresees, is all that most words take. */
  const mayBe = new Uint8Array(LOWEST_BITS + 1);
  const slotOf = (word: number) => {
    // Fibonacci hashing: dictionary numbers of a query's words may lie close together.
    let slot = Math.imul(word, 0x9e3779b1) >>> (32 - bits);
    while (words[slot] !== word && words[slot] !== -1) slot = (slot + 1) & mask;
    return slot;
  };
  const add = (word: number, position: number) => {
    const slot = slotOf(word);
    if (word === -1 || words[slot] === word) return;
    words[slot] = word;
    positions[slot] = position;
    mayBe[word & LOWEST_BITS] = 1;
  };
  for (const [position, word] of termIds.entries()) add(word, position);
  // Behind the terms, whose number tells the three apart.
  const kin = termIds.length;
  for (const [position, others] of sameIds.entries()) for (const word of others) add(word, 2 * kin + position);
  for (const [position, akin] of kinIds.entries()) for (const word of akin) add(word, kin + position);
  const pairs = new Map(bigrams.map(([first, second], index) => [first * termIds.length + second, index]));
  const entryOf = (word: number) => {
    if (mayBe[word & LOWEST_BITS] === 0 || word === -1) return -1;
    const slot = slotOf(word);
    return words[slot] === word ? (positions[slot] ?? -1) : -1;
  };
  return {
    positionOf(word) {
      const position = entryOf(word);
      return position < kin ? position : -1;
    },
    entryOf,
    pairOf: (first, second) => pairs.get(first * termIds.length + second) ?? -1,
  };
}
