import type { GrowingColumn } from "./columns.ts";

/**
 * Finds the insights that quote the same statement in several documents (the same sentence in twelve minutes), and keeps
 * them in groups: `rowGroup` names a row's group plus 1, `groupHead` its first row plus 1, `rowSibling` the next one.
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

/** Rows of a band that a new one is compared with, the last ones. */
const MOST_COMPARED = 64;

/**
 * `quoteOf`: dictionary numbers of what a row quotes; `hashOf`: the hash of a word, by its number. By hashes, which rows are
 * together does not hang on the order in which documents come, as it would by the numbers.
 */
export function createSiblings(
  { rowGroup, rowSibling, groupHead }: Record<"rowGroup" | "rowSibling" | "groupHead", GrowingColumn>,
  quoteOf: (row: number) => Uint32Array,
  hashOf: (word: number) => number,
): Siblings {
  /** The last row plus 1 that was met with a band; of each row, for each band, the one before it that has it, plus 1. */
  const lastWith = Array.from({ length: BANDS }, () => new Map<number, number>());
  const before = Array.from({ length: BANDS }, (): number[] => []);
  const sizes: number[] = [];
  const sharing = createSharing();

  const groupOf = (row: number): number => {
    const known = rowGroup.array[row] ?? 0;
    if (known > 0) return known;
    groupHead.push(row + 1);
    rowGroup.set(row, groupHead.length);
    sizes.push(1);
    return groupHead.length;
  };

  /** All of one group go in front of another's. A search that walks along either meanwhile meets none twice. */
  const move = (from: number, into: number) => {
    const [first, head] = [groupHead.array[from - 1] ?? 0, groupHead.array[into - 1] ?? 0];
    for (let next = first; next > 0; ) {
      const row = next - 1;
      next = rowSibling.array[row] ?? 0;
      rowGroup.set(row, into);
      if (next === 0) rowSibling.set(row, head);
    }
    groupHead.set(into - 1, first);
    sizes[into - 1] = (sizes[into - 1] ?? 0) + (sizes[from - 1] ?? 0);
  };

  const join = (row: number, other: number) => {
    const into = groupOf(other);
    const from = rowGroup.array[row] ?? 0;
    if (from === 0) {
      rowGroup.set(row, into);
      rowSibling.set(row, groupHead.array[into - 1] ?? 0);
      groupHead.set(into - 1, row + 1);
      sizes[into - 1] = (sizes[into - 1] ?? 0) + 1;
    } else if ((sizes[from - 1] ?? 0) < (sizes[into - 1] ?? 0)) move(from, into);
    else move(into, from);
  };

  return {
    meet(row) {
      rowGroup.push(0);
      rowSibling.push(0);
      for (const rows of before) rows.push(0);
      const words = quoteOf(row);
      if (words.length < FEWEST_WORDS) return;
      sharing.compare(words);
      for (const [at, band] of bandsOf(words.map(hashOf)).entries()) {
        const rows = before[at] ?? [];
        let next = lastWith[at]?.get(band) ?? 0;
        rows[row] = next;
        lastWith[at]?.set(band, row + 1);
        for (let compared = 0; next > 0 && compared < MOST_COMPARED; compared++) {
          const other = next - 1;
          next = rows[other] ?? 0;
          const own = rowGroup.array[row] ?? 0;
          if (own > 0 && own === rowGroup.array[other]) continue;
          if (sharing.with(quoteOf(other)) >= LEAST_SHARED) join(row, other);
        }
      }
    },
  };
}

/** Keys that quotes of the same statement share, one or both; `words`: their hashes. */
export function bandsOf(words: Uint32Array): number[] {
  const smallest = new Uint32Array(BANDS * HASHES_PER_BAND).fill(0xffff_ffff);
  for (let at = 1; at < words.length; at++) {
    const both = Math.imul(words[at - 1] ?? 0, 0x85ebca6b) ^ (words[at] ?? 0);
    for (let hash = 0; hash < smallest.length; hash++) {
      const pair = both ^ Math.imul(hash + 1, 0x9e3779b1);
      const mixed = Math.imul(pair ^ (pair >>> 15), 0xc2b2ae35) >>> 0;
      if (mixed < (smallest[hash] ?? 0)) smallest[hash] = mixed;
    }
  }
  return Array.from({ length: BANDS }, (_, band) => {
    const own = smallest.subarray(band * HASHES_PER_BAND, (band + 1) * HASHES_PER_BAND);
    return own.reduce((key, hash) => Math.imul(key ^ hash, 0x01000193) >>> 0, band);
  });
}

/** `sharedWords` of one quote and many others, by dictionary numbers: with sets it took a third of the start of an index. */
export interface Sharing {
  compare(words: Uint32Array): void;
  /** The share of what was given last and of this. */
  with(others: Uint32Array): number;
}

export function createSharing(): Sharing {
  /** Of each word, when it was last met in what is compared, and in what that is compared with. */
  let metInOwn = new Float64Array(1024);
  let metInOther = new Float64Array(1024);
  let own = 0;
  let ownSize = 0;
  let time = 0;
  const room = (words: Uint32Array) => {
    let most = 0;
    for (const word of words) if (word > most) most = word;
    if (most < metInOwn.length) return;
    [metInOwn, metInOther] = [grown(metInOwn, most), grown(metInOther, most)];
  };
  return {
    compare(words) {
      room(words);
      own = ++time;
      ownSize = 0;
      for (const word of words) {
        if (metInOwn[word] === own) continue;
        metInOwn[word] = own;
        ownSize++;
      }
    },
    with(others) {
      room(others);
      time++;
      let size = 0;
      let both = 0;
      for (const word of others) {
        if (metInOther[word] === time) continue;
        metInOther[word] = time;
        size++;
        if (metInOwn[word] === own) both++;
      }
      return both / (ownSize + size - both);
    },
  };
}

function grown(times: Float64Array<ArrayBuffer>, most: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(most + 1, times.length * 2));
  larger.set(times);
  return larger;
}

/** Share of distinct words that both have, of all that either has. */
export function sharedWords(words: Uint32Array, others: Uint32Array): number {
  const own = new Set(words);
  const all = new Set(others);
  let both = 0;
  for (const word of own) if (all.has(word)) both++;
  return both / (own.size + all.size - both);
}
