import type { ResolvedQuery } from "./candidate.ts";

/** Finds a query's terms among the words of a text: asked for every word of every candidate. */
export interface TermTable {
  /** Position of the word in the query's `terms`; -1 when it is none of them. */
  positionOf(word: number): number;
  /** Position in the query's `bigrams` of two terms that follow each other; -1 when they are none. */
  pairOf(first: number, second: number): number;
}

/** An open table of twice to four times the terms, so that a look-up is an array read or two; a Map took five times as long. */
export function createTermTable({ termIds, bigrams }: ResolvedQuery): TermTable {
  const bits = Math.max(4, Math.ceil(Math.log2(termIds.length + 1)) + 1);
  const mask = 2 ** bits - 1;
  const words = new Int32Array(mask + 1).fill(-1);
  const positions = new Int32Array(mask + 1);
  const slotOf = (word: number) => {
    // Fibonacci hashing: dictionary numbers of a query's words may lie close together.
    let slot = Math.imul(word, 0x9e3779b1) >>> (32 - bits);
    while (words[slot] !== word && words[slot] !== -1) slot = (slot + 1) & mask;
    return slot;
  };
  for (const [position, word] of termIds.entries()) {
    if (word === -1) continue;
    const slot = slotOf(word);
    words[slot] = word;
    positions[slot] = position;
  }
  const pairs = new Map(bigrams.map(([first, second], index) => [first * termIds.length + second, index]));
  return {
    positionOf(word) {
      if (word === -1) return -1;
      const slot = slotOf(word);
      return words[slot] === word ? (positions[slot] ?? -1) : -1;
    },
    pairOf: (first, second) => pairs.get(first * termIds.length + second) ?? -1,
  };
}
