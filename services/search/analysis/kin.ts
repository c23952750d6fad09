/** Letters that two words of one root share at least, all at their start. */
const LEAST_SHARED = 4;

/** Words of a dictionary by their first letters. */
export interface KinFinder {
  add(word: string): void;
  /** The words that were added and are akin to an analysed word, which itself is none of them. */
  kinOf(word: string): string[];
}

/**
 * Finds the words of one root that stemming leaves apart: one begins the other ("inflat", "inflationari"), or they differ in
 * their endings only ("theori", "theoret"). Some begin alike by chance ("inter" of many), so that a find can count for little.
 */
export function createKinFinder(): KinFinder {
  const byStart = new Map<string, string[]>();
  return {
    add(word) {
      if (!isOfLetters(word)) return;
      const start = word.slice(0, LEAST_SHARED);
      const others = byStart.get(start);
      if (others) others.push(word);
      else byStart.set(start, [word]);
    },
    kinOf(word) {
      if (!isOfLetters(word)) return [];
      const alike = byStart.get(word.slice(0, LEAST_SHARED)) ?? [];
      return alike.filter((other) => other !== word && shareRoot(word, other));
    },
  };
}

/** Numbers that begin alike are other numbers. */
const isOfLetters = (word: string) => word.length >= LEAST_SHARED && !/\d/.test(word);

/** "theori" and "theoret": what differs in both is an ending, of which the longer has two letters at most. */
const LONGEST_ENDING = 2;

function shareRoot(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.startsWith(short)) return true;
  const root = short.slice(0, -1);
  return root.length >= LEAST_SHARED && long.startsWith(root) && long.length - root.length <= LONGEST_ENDING;
}
