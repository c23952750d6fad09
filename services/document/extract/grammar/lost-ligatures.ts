import { isKnownByStem } from "../../parse/repair-ligatures.ts";
import { isEnglishWord } from "./language.ts";

/** Words that no English text has, and every second report that lost its ligatures. Two of them tell that it did. */
const MARKS =
  "nancial nance rst scal benet benets signicant ofcer ofcers specic dened identied ination inated efcient reect reects reected conrmed condence prots ofce".split(
    " ",
  );
const LEAST_MARKS = 2;
const LIGATURES = ["fi", "fl", "ffi", "ff"];
const LEAST_LETTERS = 3;

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The words of a text that was taken from a PDF without its ligatures, "benet", with what they are, "benefit": only where the
 * text shows that it lost them, and only what is one English word and no other. `words` are all of it in lower case.
 */
export function readLostLigatures(words: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  if (MARKS.filter((mark) => words.has(mark)).length < LEAST_MARKS) return NONE;
  const found = new Map<string, string>();
  for (const word of words.keys()) {
    if (word.length < LEAST_LETTERS || isEnglishWord(word)) continue;
    const whole = wholeOf(word);
    if (whole !== undefined) found.set(word, whole);
  }
  return found;
}

function wholeOf(word: string): string | undefined {
  const found = new Set<string>();
  for (const ligature of LIGATURES)
    for (let at = 0; at <= word.length; at += 1) {
      const whole = `${word.slice(0, at)}${ligature}${word.slice(at)}`;
      if (isKnownByStem(whole) && isEnglishWord(whole)) found.add(whole);
    }
  return found.size === 1 ? [...found][0] : undefined;
}

/** The text with those words whole, a capital where it was. */
export function withLigatures(text: string, lost: ReadonlyMap<string, string>): string {
  if (lost.size === 0) return text;
  return text
    .replace(/(?<![\p{L}’'])\p{L}{3,}(?![\p{L}’'])/gu, (word) => {
      const small = word.toLowerCase();
      // "rst-party": half of a compound is not among a document's words.
      const whole = lost.get(small) ?? (MARKS.includes(small) ? wholeOf(small) : undefined);
      if (whole === undefined) return word;
      return word === word.toLowerCase() ? whole : whole.charAt(0).toUpperCase() + whole.slice(1);
    })
    .replace(/(?<=\b[Cc]ash )ows?\b/g, (rest) => `fl${rest}`);
}
