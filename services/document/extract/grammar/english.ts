/** Words that every English text is full of, and that other languages do not have. */
const FUNCTION_WORDS = new Set(
  "the of and to in that is was for on with as by it at from are were be this which has have not or an its their will would had been but than".split(
    " ",
  ),
);
/** Of the words of English prose a third are such words; of lists and tables still one in ten. */
const LEAST_SHARE = 0.08;
/** Fewer different words tell nothing. */
const FEWEST_WORDS = 25;
const MOST_WORDS = 2_000;
/** In UTF-16 code units. */
const MOST_READ = 16_000;
/** More in another alphabet, and a text is not English whatever it quotes. */
const LEAST_LATIN_SHARE = 0.6;

/**
 * Whether a text is English, as far as that can be told from its function words. Short texts, and such without words, are
 * taken for English: nothing says that they are not. Others' words are no sentences to the rules of this extractor.
 */
export function isEnglish(text: string): boolean {
  const start = text.slice(0, MOST_READ);
  if (!isLatin(start)) return false;
  const seen = new Set<string>();
  let words = 0;
  let known = 0;
  for (const word of start.match(/(?<![\p{L}\p{N}])\p{Ll}+(?![\p{L}\p{N}])/gu)?.slice(0, MOST_WORDS) ?? []) {
    words += 1;
    seen.add(word);
    if (FUNCTION_WORDS.has(word)) known += 1;
  }
  return seen.size < FEWEST_WORDS || known >= words * LEAST_SHARE;
}

function isLatin(text: string): boolean {
  const others = lengthOf(text.match(/[^\P{L}\p{Script=Latin}]+/gu));
  if (others === 0) return true;
  const letters = lengthOf(text.match(/\p{L}+/gu));
  return letters < FEWEST_WORDS || letters - others >= letters * LEAST_LATIN_SHARE;
}

const lengthOf = (runs: readonly string[] | null) => (runs ?? []).reduce((sum, run) => sum + run.length, 0);
