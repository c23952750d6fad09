import { createKinFinder } from "../analysis/kin.ts";
import { kindOfWord, type WordKind } from "../analysis/word-kinds.ts";

/** Numbers for words, as the ranking wants them, and what kind of word each is. */
export interface Dictionary {
  numberOf(word: string): number;
  /** -1 for a word that was never seen. */
  find(word: string): number;
  kinds: WordKind[];
  /** Numbers of the words akin to one: other forms of its root. */
  kinOf(word: string): number[];
}

export function createDictionary(): Dictionary {
  const numbers = new Map<string, number>();
  const kinds: WordKind[] = [];
  const kin = createKinFinder();
  const find = (word: string) => numbers.get(word) ?? -1;
  return {
    numberOf(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, kinds.length);
      kinds.push(kindOfWord(word));
      kin.add(word);
      return kinds.length - 1;
    },
    find,
    kinds,
    kinOf: (word) => kin.kinOf(word).map(find),
  };
}
