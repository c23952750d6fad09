/** What the words of every insight keep to, whatever it is made of. */
export const MIN_TITLE_WORDS = 3;
export const MAX_TITLE_WORDS = 8;
const MIN_PHRASE_WORDS = 3;
const MAX_PHRASE_WORDS = 8;
/** Said of a document that gives a keyword phrase too few words of its own. */
const ANY_DOCUMENT = "reported statement figures";

export const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? [];
export const countWords = (text: string): number => wordsOf(text).length;

/** Words of a text that has one space between them: no list of them is made, for this is asked of every form of a title. */
export function sizeOf(text: string): number {
  let size = 1;
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) size += 1;
  return size;
}

/** The first words of a title, without what would be left hanging at their end. */
export function cutTitle(title: string, most: number): string {
  const words = wordsOf(title);
  if (words.length <= most) return words.join(" ");
  const hanging = /(?:[,;:(–—-]|\s+(?:and|or|of|in|on|for|to|from|by|at|with|the|an?))+$/i;
  const cut = words.slice(0, most).join(" ");
  const short = cut.replace(hanging, "");
  return countWords(short) < MIN_TITLE_WORDS ? cut : short;
}

/** A keyword phrase of 3 to 8 words: the first of `parts`, a name, as it stands, then the others, none twice; where `parts` are too few, it goes on with those of `more`. */
export function phraseOf(parts: readonly string[], more: readonly string[]): string {
  const seen = new Set<string>();
  const isNew = (word: string) => !seen.has(word.toLowerCase()) && seen.add(word.toLowerCase()).size > 0;
  const [name = "", ...rest] = parts;
  // A name may say a word twice: "Harlow & Harlow".
  for (const word of wordsOf(name)) isNew(word);
  const phrase = [...wordsOf(name), ...rest.flatMap(wordsOf).filter(isNew)].slice(0, MAX_PHRASE_WORDS);
  for (const word of [...more, ANY_DOCUMENT].flatMap(wordsOf)) {
    if (phrase.length >= MIN_PHRASE_WORDS) break;
    if (isNew(word)) phrase.push(word);
  }
  return phrase.join(" ").replace(/\?+$/, "");
}
