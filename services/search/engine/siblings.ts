import type { GrowingColumn } from "./columns.ts";

/**
 * Finds the insights that quote the same statement in several documents (the same sentence in twelve minutes), and keeps
 * them in groups: `rowGroup` names a row's group plus 1, `groupHead` its newest row plus 1, `rowSibling` the next one.
 */
export interface Siblings {
  /** Rows come in their order, each once. */
  meet(row: number): void;
}

/** A shorter quote says too little to be the same statement. */
export const FEWEST_WORDS = 8;
/** Share of the words of both that two quotes of the same statement have in common. */
export const LEAST_SHARED = 0.8;
/** Two bands of three smallest hashes: nine of ten pairs that share .9 of their word pairs meet in one of them. */
const BANDS = 2;
const HASHES_PER_BAND = 3;

/** `quoteOf`: dictionary numbers of what a row quotes. */
export function createSiblings(
  { rowGroup, rowSibling, groupHead }: Record<"rowGroup" | "rowSibling" | "groupHead", GrowingColumn>,
  quoteOf: (row: number) => Uint32Array,
): Siblings {
  /** The last row that was met with a band. */
  const lastWith = new Map<number, number>();

  const join = (row: number, other: number) => {
    let group = rowGroup.array[other] ?? 0;
    if (group === 0) {
      groupHead.push(other + 1);
      group = groupHead.length;
      rowGroup.set(other, group);
    }
    rowGroup.set(row, group);
    rowSibling.set(row, groupHead.array[group - 1] ?? 0);
    groupHead.set(group - 1, row + 1);
  };

  return {
    meet(row) {
      rowGroup.push(0);
      rowSibling.push(0);
      const words = quoteOf(row);
      if (words.length < FEWEST_WORDS) return;
      let isJoined = false;
      for (const band of bandsOf(words)) {
        const other = lastWith.get(band);
        if (!isJoined && other !== undefined && sharedWords(words, quoteOf(other)) >= LEAST_SHARED) {
          join(row, other);
          isJoined = true;
        }
        lastWith.set(band, row);
      }
    },
  };
}

/** Keys that quotes of the same statement share, one or both; `words`: any numbers that stand for them. */
export function bandsOf(words: Uint32Array): number[] {
  const bands: number[] = [];
  for (let band = 0; band < BANDS; band++) {
    let key = band;
    for (let hash = 0; hash < HASHES_PER_BAND; hash++) {
      const seed = Math.imul(band * HASHES_PER_BAND + hash + 1, 0x9e3779b1);
      let smallest = 0xffff_ffff;
      for (let at = 1; at < words.length; at++) {
        const pair = Math.imul(words[at - 1] ?? 0, 0x85ebca6b) ^ (words[at] ?? 0) ^ seed;
        const mixed = Math.imul(pair ^ (pair >>> 15), 0xc2b2ae35) >>> 0;
        if (mixed < smallest) smallest = mixed;
      }
      key = Math.imul(key ^ smallest, 0x01000193) >>> 0;
    }
    bands.push(key);
  }
  return bands;
}

/** Share of distinct words that both have, of all that either has. */
export function sharedWords(words: Uint32Array, others: Uint32Array): number {
  const own = new Set(words);
  const all = new Set(others);
  let both = 0;
  for (const word of own) if (all.has(word)) both++;
  return both / (own.size + all.size - both);
}
