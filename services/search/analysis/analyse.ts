import { type Periods, readPeriods } from "./periods.ts";
import { scan } from "./scan.ts";
import { spelledOut } from "./spelled-out.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { sameAs } from "./synonyms.ts";
import { expandWord } from "./word.ts";
import { kindOfWord } from "./word-kinds.ts";

/** A query as the keyword index and the ranking take it. */
export interface AnalysedQuery {
  /** Distinct analysed words that are looked for; stop words are dropped unless nothing else is left. */
  terms: string[];
  /** Each of `terms` as it was first typed. */
  typed: string[];
  /** Of each of `terms`, other words that say the same. */
  same: string[][];
  /** All analysed words in their order, stop words too. */
  sequence: string[];
  /** Pairs of positions in `terms` that stand side by side in the query, stop words between them left out. */
  bigrams: [number, number][];
  /** Positions in `terms` of the numbers, years included. */
  numbers: number[];
  /** Positions in `terms` of the years 1900 to 2099. */
  years: number[];
  /** Positions in `terms` of the words with a capital letter, ordinary first words of a sentence left out. */
  names: number[];
  /** When it asks about. */
  time: Periods;
}

/**
 * Analysed words of a text, in their order: what every keyword engine is given. Lower case, no accents, no possessive;
 * `FY19` is `fy 2019`, `1,234.50` is `1234.5`, `%` and per cent are `pct`, `PP&E` is `property plant and equipment`,
 * `labour` is `labor`; Porter stems. Linear in the length of the text.
 */
export function analyse(text: string): string[] {
  const words: string[] = [];
  scan(text, (start, end) => {
    for (const word of expandWord(text.slice(start, end))) {
      if (word === "cent" && words.at(-1) === "per") words[words.length - 1] = "pct";
      else words.push(word);
    }
  });
  return words;
}

/** Analyses a query as `analyse` does a text, and notes what the ranking wants to know of it. */
export function analyseQuery(query: string): AnalysedQuery {
  const words = readQuery(query);
  const telling = words.filter(({ isStopWord }) => !isStopWord);
  const kept = telling.length > 0 ? telling : words;
  const terms = [...new Set(kept.map(({ word }) => word))];
  const position = new Map(terms.map((term, index) => [term, index]));
  const positions = kept.flatMap(({ word }) => position.get(word) ?? []);
  const nameWords = new Set(kept.filter(({ isName }) => isName).map(({ word }) => word));
  const positionsOf = (test: (term: string) => boolean) => [...terms.keys()].filter((at) => test(terms[at] ?? ""));
  return {
    terms,
    typed: terms.map((term) => kept.find(({ word }) => word === term)?.raw ?? term),
    same: terms.map(sameAs),
    sequence: words.map(({ word }) => word),
    bigrams: distinctPairs(positions),
    numbers: positionsOf((term) => /^\d/.test(term)),
    years: positionsOf((term) => /^(?:19|20)\d\d$/.test(term)),
    names: positionsOf((term) => nameWords.has(term)),
    time: readPeriods(words.map(({ word }) => kindOfWord(word))),
  };
}

interface QueryWord {
  word: string;
  raw: string;
  isStopWord: boolean;
  isName: boolean;
}

function readQuery(query: string): QueryWord[] {
  const words: QueryWord[] = [];
  let lastEnd = 0;
  const { text, typed } = spelledOut(query);
  scan(text, (start, end) => {
    const word = text.slice(start, end);
    const raw = typed.get(word) ?? word;
    const startsSentence = lastEnd === 0 || /[.!?:]\s/.test(text.slice(lastEnd, start));
    lastEnd = end;
    // An acronym is a name wherever it stands; a word with one capital letter is not where a sentence starts.
    const isName = /^\p{Lu}/u.test(raw) && (!startsSentence || /^..*\p{Lu}/u.test(raw));
    const isStopWord = STOP_WORDS.has(word.toLowerCase());
    for (const part of expandWord(word)) {
      if (part === "cent" && words.at(-1)?.word === "per")
        words[words.length - 1] = { word: "pct", raw, isStopWord, isName };
      else words.push({ word: part, raw, isStopWord, isName });
    }
  });
  return words;
}

function distinctPairs(positions: number[]): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (const [index, first] of positions.slice(0, -1).entries()) {
    const second = positions[index + 1];
    if (second !== undefined && second !== first) pairs.set(`${first} ${second}`, [first, second]);
  }
  return [...pairs.values()];
}
