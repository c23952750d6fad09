import { stemmer } from "stemmer";
import { american } from "./american.ts";
import { writtenOut } from "./initials.ts";
import { UNSEEN } from "./scan.ts";

/** Longer words are cut: nobody types them, and base64 in a document must not fill the dictionary. */
const LONGEST_WORD = 64;

/** Texts repeat themselves: nearly every word is found here. Emptied when full, so that hostile input cannot grow it. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 100_000;

/**
 * Analysed words of one raw word as `scan` finds it (letters and digits, possibly joined by `.`, `,`, `&` or an
 * apostrophe): usually one, none where nothing is left, several where it is written together (`Q1FY20`, `3.5x`).
 */
export function expandWord(raw: string): readonly string[] {
  const found = known.get(raw);
  if (found !== undefined) return found;
  // A slice keeps the text it was cut from alive, and so would the cache: this makes a copy.
  const copy = Buffer.from(raw).toString();
  const words = (writtenOut(copy) ?? normalised(copy).flatMap(split)).map(stemmed);
  if (raw.length <= LONGEST_WORD) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(copy, words);
  }
  return words;
}

/** Lower case without accents and possessive; what `&` and apostrophes join is one word, as are the letters of U.S. */
function normalised(raw: string): string[] {
  if (raw === "%") return ["pct"];
  if (FORM.test(raw)) return [raw.replace(/[-‐‑]/, "").toLowerCase()];
  const folded = isAscii(raw) ? raw.toLowerCase() : foldMarks(raw);
  if (/^\p{L}(?:\.\p{L})+$/u.test(folded)) return [folded.replaceAll(".", "")];
  return folded
    .replace(/['’]s$/u, "")
    .replace(/[&'’]/gu, "")
    .replace(/,(?=\d{3}(?!\d))/gu, "")
    .split(/[^\p{L}\p{N}.]+/u)
    .flatMap(partsOfNumber)
    .filter((part) => part !== "");
}

/** A form of the SEC, also as people write it without the hyphen; "10-K" must not become a ten and a letter. */
const FORM = /^(?:\d{1,2}[-‐‑][A-Za-z]|10[KkQq]|[68][Kk]|[24]0[Ff])$/u;

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

const foldMarks = (text: string) =>
  text
    .replace(BEHIND_FIGURE, " ")
    .replace(ALL_UNSEEN, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\p{M}/gu, "");

const ALL_UNSEEN = new RegExp(UNSEEN, "gu");

/** Between a figure and a fraction or a raised number: 4¼ is "4 1/4" and no 41, 2031³ has the mark of a note. */
const BEHIND_FIGURE = /(?<=\d)(?=[¼-¾⅐-⅞↉²³¹⁰⁴-⁹])/gu;

/** A number and its unit are two words (3.5x, 10bn, 75bp), an ordinal is one; other dots separate. */
function partsOfNumber(part: string): string[] {
  const number = /^(\d+(?:\.\d+)?)((?!st$|nd$|rd$|th$)[a-z]{1,3})?$/u.exec(part);
  if (!number?.[1] || /^\d[qh]$/u.test(part)) return part.split(".");
  const unit = number[2] ?? "";
  return [number[1].includes(".") ? withoutTrailingZeros(number[1]) : number[1], ...(writtenOut(unit) ?? [unit])];
}

const withoutTrailingZeros = (decimal: string) => decimal.replace(/\.?0+$/u, "");

/** FY2019, FY19 and FY2019Q1 to `fy 2019 q1`; 1Q20 and Q12020 to `q1 2020`; 2020Q1 to `2020 q1`; scripts without spaces to single characters. */
function split(word: string): string[] {
  if (word === "percent") return ["pct"];
  if (/^[a-z]+$/.test(word)) return [word];
  const fiscal = /^(?:([qh])(\d))?fy(\d{4}|\d{2})(?:([qh])(\d))?$/.exec(word);
  if (fiscal) return present(join(fiscal[1], fiscal[2]), "fy", fullYear(fiscal[3]), join(fiscal[4], fiscal[5]));
  const year = /^(\d{4})([qh][1-4])$/.exec(word);
  if (year) return present(year[1], year[2]);
  const before = /^([1-4])([qh])(\d{4}|\d{2})?$/.exec(word);
  if (before) return present(join(before[2], before[1]), fullYear(before[3]));
  const after = /^([qh][1-4])(\d{4}|\d{2})$/.exec(word);
  if (after) return present(after[1], fullYear(after[2]));
  if (SPACELESS.test(word)) return [...word];
  return [word];
}

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const present = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined);

const join = (letter: string | undefined, digit: string | undefined) =>
  letter !== undefined && digit !== undefined ? letter + digit : undefined;

/** Two digits are a year from 1970 to 2069. */
function fullYear(digits: string | undefined): string | undefined {
  if (digits?.length !== 2) return digits;
  return (Number(digits) < 70 ? "20" : "19") + digits;
}

function stemmed(word: string): string {
  const cut = word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word;
  return /^[a-z]+$/.test(cut) ? stemmer(american(cut)) : cut;
}
