import { stemmer } from "stemmer";

/** A text by its words, to compare what two texts say. */
export interface Reading {
  words: string[];
  /** Stems of the words that carry meaning, beside each word; empty for the others. */
  stems: string[];
  content: ReadonlySet<string>;
}

const STOP_WORDS = new Set(
  (
    "a about above after again against all also although among an and any are as at be because been before being below between both but by can " +
    "could did do does doing down during each either few for from further had has have having he her here him his how however i if in into is it " +
    "its itself just least less like made make many may me might more most much must my near nearly neither no nor not of off on once only or other " +
    "our out over own per said same say says she should since so some such than that the their them then there these they this those through to too " +
    "under until up upon us very was we well were what when where whether which while who whom why will with within without would you your " +
    "respectively approximately about around roughly compared total percent percentage point points million billion thousand year years quarter month"
  ).split(" "),
);

export function readWords(text: string): Reading {
  const plain = text.toLowerCase().normalize("NFKC").replace(/[’‘]/g, "'");
  const words = (plain.match(/\p{L}[\p{L}\p{M}']*/gu) ?? []).map((word) => word.replace(/'s?$/, ""));
  const stems = words.map((word) => (word.length < 3 || STOP_WORDS.has(word) ? "" : stemmer(word)));
  return { words, stems, content: new Set(stems.filter((stem) => stem !== "")) };
}

/** The share of what is said that also stands in the sources, 0 to 1; 1 when nothing is said. */
export function shareFrom(told: ReadonlySet<string>, ...sources: ReadonlySet<string>[]): number {
  if (told.size === 0) return 1;
  let found = 0;
  for (const stem of told) if (sources.some((source) => source.has(stem))) found += 1;
  return found / told.size;
}

/** A name: a capital inside of a sentence, or capitals only. */
const NAME = /(?<=[\p{L}\p{N},;:)"”'’%] (?:["“'‘(])?)\p{Lu}[\p{L}\p{M}]+|(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu;
const MONTHS = new Set(
  "january february march april may june july august september october november december jan feb mar apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday saturday sunday q".split(
    " ",
  ),
);

/** The first name of a text that its sources do not know, spelled out or by initials. */
export function unknownName(text: string, sources: string): string | undefined {
  const known = readWords(sources);
  const knownStems = new Set(known.words.map((word) => stemmer(word)));
  const initials = known.words.map((word) => word.charAt(0)).join("");
  for (const [name] of text.matchAll(NAME)) {
    const small = name.toLowerCase();
    if (MONTHS.has(small) || STOP_WORDS.has(small) || knownStems.has(stemmer(small))) continue;
    const isAcronym = name === name.toUpperCase() && name.length <= 8;
    if (isAcronym && (initials.includes(small) || spelledOut(name, known.words))) continue;
    return name;
  }
  return undefined;
}

/** "FOMC" of "Federal Open Market Committee", and "BLS" of "Bureau of Labor Statistics". */
function spelledOut(acronym: string, words: readonly string[]): boolean {
  const initials = words
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => word.charAt(0))
    .join("");
  return initials.includes(acronym.toLowerCase());
}
