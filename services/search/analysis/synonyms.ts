/**
 * Other words for the same, as analysed: what the press calls a cut or a hike, banks write in other words. Of some twenty
 * groups that were tried on the development sets (sales and revenue, jobs and employment, declines and falls …) these alone
 * found more.
 */
const SAME = [
  ["cut", "lower", "reduc", "reduct"],
  ["hike", "rais", "increas"],
];

/** Other words that say the same as an analysed word. */
export const sameAs = (word: string): string[] =>
  SAME.flatMap((group) => (group.includes(word) ? group.filter((other) => other !== word) : []));
