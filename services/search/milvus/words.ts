import { kindOfWord, type WordKind } from "../analysis/word-kinds.ts";

/** 32 bits of a word (FNV-1a over its UTF-16 code units): the same in every process, where dictionary numbers are not. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Numbers for words, as the ranking wants them, and what kind of word each is. */
export interface Dictionary {
  numberOf(word: string): number;
  /** -1 for a word that was never seen. */
  find(word: string): number;
  kinds: WordKind[];
}

export function createDictionary(): Dictionary {
  const numbers = new Map<string, number>();
  const kinds: WordKind[] = [];
  return {
    numberOf(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, kinds.length);
      kinds.push(kindOfWord(word));
      return kinds.length - 1;
    },
    find: (word) => numbers.get(word) ?? -1,
    kinds,
  };
}
