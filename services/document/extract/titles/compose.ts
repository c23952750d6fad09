import type { Abbreviations } from "../grammar/abbreviations.ts";
import type { Adjunct } from "../grammar/adjuncts.ts";
import type { Token } from "../grammar/language.ts";
import { isPale } from "../grammar/noun-phrases.ts";
import { MAX_TITLE_WORDS, sizeOf } from "../grammar/shape.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import { commonness, covers, stemOf, type Telling, tellingWords } from "./telling.ts";
import { completedIn, incompleteCost } from "./title-complements.ts";
import type { TitleCore } from "./title-cores.ts";
import { marksAgainst, tornCost } from "./title-marks.ts";
import { begun, inPlace, ofCountry, overlaps, shares, stemsIn, withEntity } from "./title-places.ts";

/** What a title is put together of. */
export interface TitleParts {
  cores: readonly TitleCore[];
  adjuncts: readonly Adjunct[];
  /** The company, or the place that a report of several is of: "Norden". Empty where the document's own theme is enough. */
  entity: string;
  /** "at" a company, "in" a place, "before" what a country has: "U.S." */
  where: "at" | "in" | "before";
  /** What stands over the sentence and may be what its measure is of: "rice". Else empty. */
  thing: string;
  /** The place with which the sentence opens: "China". Empty where it opens with none. */
  place: string;
  /** It is told of "foreign economies". */
  isAbroad: boolean;
  /** The group whose view it is, where the document tells those of several: "participants". Else empty. */
  teller: string;
  telling: Telling;
  vocabulary: Vocabulary;
  tokens: readonly Token[];
  /** What the document's short forms stand for. */
  abbreviations: Abbreviations;
}

/** Longest first part of a title that leaves room for a month and a year. */
const SHORT = MAX_TITLE_WORDS - 2;
const MOST_SHORT = 14;
const MOST_LONG = 10;
const COVERAGE = 1.5;
const ENTITY = 0.45;
/** And where the name stands less well: "Norden steady wage growth". */
const LATER = 1.1;
/** What a title loses that does not say of which place it is, in a report of several. */
const UNPLACED = 1.1;
/** And one that leaves out the place with which its sentence opens. */
const ELSEWHERE = 0.4;
/** And one that would be taken for the home economy's, where others are spoken of. */
const ABROAD = 0.5;
const OUTSIDE = /\b(?:abroad|foreign|global|AFEs?|EMEs?|economies|countries|world|emerging|international)\b/i;
/** One that has "in" or "for" twice. */
const DOUBLED = 0.18;
const TWICE = / (in|for) .* \1 /;
/** What a title that could be another insight's loses, by how common its words are. */
const TOO_COMMON = 0.4;
/** What is said so often needs to be told whose view it is, which tells it from others in part. */
const OFTEN = 0.3;
/** Of what staff report: facts more often than views. */
const OFTEN_FACTS = 1;
const TOLD = 0.45;
/** One word names a field, nothing in it. */
const ONE_WORD = 0.8;
const RARE = 0.06;

/** What a title may say before its period, the best first: what happened, with as much of where, for whom and why as fits. */
export function composeTitles({
  cores,
  adjuncts,
  entity,
  where,
  thing,
  place,
  isAbroad,
  teller,
  telling,
  vocabulary,
  tokens,
  abbreviations,
}: TitleParts): TitleCore[] {
  const made = new Map<string, TitleCore>();
  const hasLong = cores.some(({ text }) => shortened(text) !== text);
  const names = namesIn(tokens, abbreviations);
  // What a company's titles need is whose they are.
  const completed = where === "at" ? [] : completedIn(tokens);
  const add = (text: string, form: number) => {
    if (sizeOf(text) > MAX_TITLE_WORDS || hasTwice(text) || isNoName(text)) return;
    const words = tellingWords(text);
    const stems = new Set(words.map(stemOf));
    const common = commonness(words, vocabulary);
    const bare =
      (sizeOf(text) === 1 ? ONE_WORD : 0) + (place !== "" && place !== entity && !text.includes(place) ? ELSEWHERE : 0);
    const worth =
      form -
      bare -
      (TWICE.test(text) ? DOUBLED : 0) +
      covers(stems, telling) * COVERAGE -
      (common > 0 ? common * TOO_COMMON : Math.max(common, -4) * RARE) -
      marksAgainst(text) -
      tornCost(text, tokens) -
      incompleteCost(stems, completed, text);
    if ((made.get(text)?.worth ?? -9) < worth) made.set(text, { text, worth });
    const short = hasLong ? shortened(text) : text;
    if (short !== text && (made.get(short)?.worth ?? -9) < worth - SHORTENED)
      made.set(short, { text: short, worth: worth - SHORTENED });
    const told = `${teller} on ${text}`;
    if (teller === "" || common < (teller === "staff" ? OFTEN_FACTS : OFTEN)) return;
    if (sizeOf(told) > MAX_TITLE_WORDS || OWNED.test(text) || hasTwice(told)) return;
    made.set(told, { text: told, worth: worth + common * TOO_COMMON * TOLD, bare: text });
  };
  const lettered = cores.flatMap((core) => {
    const text = abbreviated(core.text, names);
    return text === core.text ? [core] : [core, { ...core, text, worth: core.worth - LETTERED }];
  });
  const behind = adjuncts.map((one) => ({
    ...one,
    texts: one.texts.flatMap((text) => [...new Set([text, abbreviated(text, names)])]),
  }));
  for (const core of lettered) {
    for (const { text, less } of withAdjuncts(core.text, behind)) {
      const worth = core.worth - less;
      const named =
        entity === "" && thing === ""
          ? []
          : where === "before"
            ? inPlace(ofCountry(text, entity, thing, vocabulary), place)
            : withEntity(
                begun(text, vocabulary, where === "in" ? 0 : undefined),
                core,
                entity,
                where,
                entity === place,
              );
      const spare = withoutPale(text);
      if (spare !== "") add(spare, worth - PALE);
      const isOpen = where === "in" ? entity !== "" && !overlaps(text, entity) : where === "before" && named.length > 0;
      const isHome = isAbroad && !OUTSIDE.test(text);
      if (isHome) add(`${text} abroad`, worth);
      add(
        text,
        worth - (isHome ? ABROAD : 0) - (!isOpen ? 0 : entity !== "" && entity === place ? ELSEWHERE : UNPLACED),
      );
      for (const [at, one] of named.entries())
        add(one, worth + ENTITY - (where === "in" && (!core.isNamed || entity === place) ? at * LATER : 0));
    }
  }
  const sorted = [...made.values()].sort((a, b) => b.worth - a.worth);
  const short = sorted.filter(({ text }) => sizeOf(text) <= SHORT).slice(0, MOST_SHORT);
  const long = sorted.filter(({ text }) => sizeOf(text) > SHORT).slice(0, MOST_LONG);
  return [...short, ...long].sort((a, b) => b.worth - a.worth);
}

/** Measures that everybody knows by their letters, which leave room for the month. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/\bpersonal consumption expenditures?\b/gi, "PCE"],
  [/\bconsumer price index(?:es)?\b/gi, "CPI"],
  [/\bproducer price index(?:es)?\b/gi, "PPI"],
  [/\bgross domestic product\b/gi, "GDP"],
  [/\bharmoni[sz]ed index of consumer prices\b/gi, "HICP"],
  [/\bpurchasing managers['’]? index(?:es)?\b/gi, "PMI"],
];
const shortened = (text: string) =>
  !/ (?:index|expenditure|product\b)/i.test(text)
    ? text
    : LETTERS.reduce((all, [long, short]) => all.replace(long, short), text);
/** What a title loses that names a measure by its letters. */
const SHORTENED = 0.03;

/** The short forms that a sentence could do with: those of three words and more that stand in it. */
function namesIn(tokens: readonly Token[], abbreviations: Abbreviations): [RegExp, string][] {
  if (abbreviations.size === 0) return [];
  const said = tokens.map(({ text }) => text.toLowerCase()).join(" ");
  return longNames(abbreviations)
    .filter(({ tagged }) => said.includes(tagged))
    .map(({ short, long }) => [new RegExp(`\\b${long.replace(/[^\w ]/g, "\\$&")}s?\\b`, "gi"), short]);
}

interface LongName {
  short: string;
  long: string;
  /** In lower case, its words parted as the tagger parts them. */
  tagged: string;
}
/** Those of a document are asked for by each of its sentences. */
const longNamesOf = new WeakMap<Abbreviations, LongName[]>();

function longNames(abbreviations: Abbreviations): LongName[] {
  const known = longNamesOf.get(abbreviations);
  if (known) return known;
  const names = [...abbreviations]
    .filter(([, long]) => long.split(/[ -]/).length > 2)
    .map(([short, long]) => ({ short, long, tagged: long.toLowerCase().replaceAll("-", " - ") }));
  longNamesOf.set(abbreviations, names);
  return names;
}

const abbreviated = (text: string, names: readonly [RegExp, string][]) =>
  names.reduce((all, [long, short]) => all.replace(long, short), text);
/** What a title loses that has a name in the document's own letters. */
const LETTERED = 0.25;

/** What a title loses that leaves out how much: "significant". */
const PALE = 0.06;

/** "easing in policy" of "significant easing in policy": a word less, which leaves room for the month or the place. */
function withoutPale(text: string): string {
  const at = text.indexOf(" ");
  const first = text.slice(0, at).toLowerCase();
  return sizeOf(text) > 3 && SPARE.test(first) && isPale(first) ? text.slice(at + 1) : "";
}
const SPARE =
  /^(?:significant|substantial|considerable|notable|modest|slight|sharp|further|recent|additional|various|certain|main|key|major)$/;

/** The core alone, with one and with two of what hangs on it. */
function withAdjuncts(core: string, adjuncts: readonly Adjunct[]): { text: string; less: number }[] {
  const found = [{ text: core, less: 0 }];
  const stems = stemsIn(core);
  for (const [at, { texts, rank }] of adjuncts.entries()) {
    for (const [lost, text] of texts.entries()) {
      if (shares(stems, text)) continue;
      const less = 0.04 + lost * 0.1;
      const one = `${core} ${text}`;
      found.push({ text: one, less });
      const both = stemsIn(one);
      for (const [other, { texts: others, rank: behind }] of adjuncts.entries()) {
        const second = others[0];
        if (other === at || behind < rank || (behind === rank && other < at) || !second || shares(both, second))
          continue;
        found.push({ text: `${one} ${second}`, less: less + 0.1 });
      }
    }
  }
  return found;
}

/** A verb, "last year" or the end of a list that lost its beginning: no noun phrase, or one that leaves open which. */
const isNoName = (text: string) => (text.includes("ed ") && VERB_BEHIND.test(text)) || NO_NAME.test(text);
const VERB_BEHIND =
  /\b\p{L}+[^su'’]s \p{L}{2,}[^e]ed(?<!harvested|planted|projected|combined|listed|secured|insured|unemployed|advanced)(?: )(?!(?:by|to|from|in|for|on|with|at|under|of|and|or|as)\b)\p{Ll}/u;
const NO_NAME =
  /\b(?:was|were|is|are|has|have|had|rose|fell|(?:remained|reflected|caused)(?! by))\b|\b(?:last|next|this) (?:year|month|quarter)\b|^[^,]*, and |^\p{L}+ing that\b/u;

/** "members’ views on prices", "decision to raise rates": whose it is is said, or it is no view. */
const OWNED = /['’]s? |^(?:decision|unchanged|reports?|approval|vote|preference|plan|support)\b/;

/** A preposition twice in a row of phrases is hard to read. */
function hasTwice(text: string): boolean {
  const small = text.match(/(?<![^ ])(?:in|for|with|due|amid|by|at|on)(?![^ ])/g) ?? [];
  return small.length > 2 && small.length - new Set(small).size > 1;
}
