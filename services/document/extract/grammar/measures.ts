import { type Clause, isReporting, type Range, word } from "./clause.ts";
import type { Token } from "./language.ts";

/** Measures that are always of something: "exports" of what? */
const OPEN_MEASURE =
  /^(?:production|output|exports?|imports?|stocks?|supply|supplies|demand|consumption|use|utili[sz]ation|prices?|bids?|quotes?|quotations?|yields?|area|crush|trade|shipments?|deliver(?:y|ies)|inventor(?:y|ies)|crops?|harvests?|plantings?|acreage|forecasts?|outlook|projections?|markets?|capacity|generation|slaughter|usage|uptake|purchases|rates?|growth|balance)$/i;
/** The same and other words by which a theme says nothing of its own. */
export const PALE_THEME =
  /^(?:and|the|for|market|markets|conditions|activity|developments?|production|output|exports?|imports?|stocks?|supply|demand|consumption|use|prices?|pricing|outlook|forecasts?|trade|recent|inflation|crops?|sales|growth|current|major|selected|financial|economic|economy|monthly|annual|u\.s\.|united|states|food|feed|industrial|special|focus|related|tables|filler)$/i;
/** What may stand in front of a measure without saying of what: a place, a time, how much. */
export const SAYS_NO_THING =
  /^(?:the|an?|its|their|total|global|world|worldwide|domestic|foreign|international|beginning|ending|opening|closing|carryover|feed|food|residual|human|seed|grain|group|crude|season|season-average|average|annual|monthly|quarterly|farm|export|import|higher|lower|larger|smaller|greater|weaker|stronger|robust|firm|strong|weak|slow|steady|record|new|old|final|overall|further|increased|reduced|projected|expected|forecast|estimated|anticipated|seasonal|regional|national|local|wholesale|retail|futures|spot|benchmark|baseline|market|u\.s|u\.s\.|us|eu|uk|united|states|american|brazilian|chinese|russian|ukrainian|argentine|indian|european|australian|canadian|mexican|japanese|african|asian|northern|southern|eastern|western|brazil|china|russia|ukraine|argentina|india|europe|australia|canada|mexico|japan|fob|cif|early|late|both|all|most|some|several|net|gross|respective|upside|downside|supply|demand|price|production|trade|crop|harvest|growth|and|or|in|of|for)$/i;

/** A measure that a statement is about. */
export interface Measure {
  /** What it is of: "soybean" of "global soybean stocks". Empty where the statement does not say. */
  thing: string;
  /** Where that would stand, as an offset into the text. */
  at: number;
  /** "The growth was": that of the sentence before. */
  isKnown: boolean;
  /** Things that the sentence speaks of elsewhere: "poultry" of "to boost poultry exports". */
  others: string[];
}

/** The measure that is the subject; undefined where the subject is something else. */
export function readMeasure(text: string, tokens: Token[], clause: Clause | undefined): Measure | undefined {
  let inner = clause;
  while (inner?.reported) inner = inner.reported;
  if (!inner) return undefined;
  const measure = measureIn(text, tokens, inner.subject) ?? measureIn(text, tokens, behindReport(tokens, inner));
  const { from, to } = inner.subject;
  const isKnown = to - from === 2 && word(tokens, from) === "the";
  return measure && { ...measure, isKnown, others: othersIn(tokens, measure.at) };
}

/** What stands in front of other measures, and what an opening names: "As for barley, production fell." */
function othersIn(tokens: Token[], at: number): string[] {
  const opening = /^(?:as|for|among|regarding|concerning|on)$/i.test(tokens[0]?.text ?? "");
  return tokens
    .filter(({ pos, text, start }, index) => {
      if (start >= at ? !OPEN_MEASURE.test(tokens[index + 1]?.text ?? "") : !opening) return false;
      return pos === "NOUN" && !SAYS_NO_THING.test(text) && !OPEN_MEASURE.test(text) && !TIMES.test(text);
    })
    .map(({ text }) => text);
}

/** Whether a text gives measures of other things than `thing`: "milk deliveries fell, and butter prices rose". */
export const measuresOthers = (tokens: readonly Token[], thing: string): boolean =>
  tokens.some(
    ({ pos, text }, at) =>
      pos === "NOUN" &&
      OPEN_MEASURE.test(tokens[at + 1]?.text ?? "") &&
      !SAYS_NO_THING.test(text) &&
      !OPEN_MEASURE.test(text) &&
      !TIMES.test(text) &&
      !thing.includes(text),
  );

const TIMES =
  /^(?:months?|years?|quarters?|seasons?|periods?|weeks?|remainder|rest|half|regions?|countries|sectors?|parts?|side|end|basis|terms|tonnes?|tons?|bushels?|percent)$/i;

/** "expects production will fall": the subject of a report without "that". */
function behindReport(tokens: Token[], clause: Clause): Range | undefined {
  if (!isReporting(word(tokens, clause.head))) return undefined;
  const from = clause.verb.to;
  for (let to = from + 1; to < Math.min(tokens.length, from + 9); to += 1) {
    const token = tokens[to];
    if (token?.pos === "PUNCT" || token?.pos === "ADP") return undefined;
    if (token?.pos === "AUX" || token?.pos === "VERB" || /^(?:to|will)$/.test(word(tokens, to))) return { from, to };
  }
  return undefined;
}

function measureIn(text: string, tokens: Token[], range: Range | undefined): Pick<Measure, "thing" | "at"> | undefined {
  if (!range) return undefined;
  const { from, to } = range;
  let end = from;
  while (end < to && tokens[end]?.pos !== "ADP" && (tokens[end]?.pos !== "PUNCT" || isHyphen(tokens[end]))) end += 1;
  let head = end - 1;
  while (head > from && tokens[head]?.pos === "NUM") head -= 1;
  if (head < from || !OPEN_MEASURE.test(tokens[head]?.text ?? "")) return undefined;
  // "Global growth" is that of the economy.
  if (tokens[head]?.text === "growth" && /^(?:global|world)$/i.test(tokens[head - 1]?.text ?? "")) return undefined;
  let first = head;
  while (first > from && /^(?:NOUN|PROPN|ADJ|CCONJ)$/.test(tokens[first - 1]?.pos ?? "") && !isPlain(tokens, first - 1))
    first -= 1;
  // "supply and demand", "production, trade": several measures share what they are of.
  const named = nearest(
    tokens
      .slice(from, head)
      .filter(
        ({ pos, text: one }) =>
          /^(?:NOUN|PROPN|ADJ)$/.test(pos) && !OPEN_MEASURE.test(one) && !SAYS_NO_THING.test(one) && !TIMES.test(one),
      ),
  );
  // "long-grain production": half of a word is no thing. A word that the tagger does not know may be one.
  if (named.length > 0 && tokens.slice(from, head).some(isHyphen)) return undefined;
  if (tokens.slice(from, head).some(({ pos, text: one }) => /^(?:VERB|X)$/.test(pos) && !SAYS_NO_THING.test(one)))
    return undefined;
  const start = tokens[first]?.start ?? 0;
  // "Northmark oat": a place is not part of the thing.
  const own = named.slice(
    Math.max(
      0,
      named.findIndex(({ pos }) => pos !== "PROPN"),
    ),
  );
  const before = own[0] ? text.slice(own[0].start, own.at(-1)?.end) : "";
  // "human consumption": whether an adjective names a thing cannot be told.
  if (named.at(-1)?.pos === "ADJ") return undefined;
  if (before !== "") return { thing: before, at: start };
  return { thing: thingBehind(text, tokens, end, to), at: start };
}

/** The words that stand together before the measure: of "this month's corn outlook" the corn. */
function nearest(words: Token[]): Token[] {
  let from = words.length - 1;
  while (from > 0 && (words[from]?.start ?? 0) - (words[from - 1]?.end ?? 0) <= 1) from -= 1;
  return words.slice(Math.max(0, from));
}

const isHyphen = (token: Token | undefined) => token?.text === "-";

const isPlain = (tokens: Token[], at: number) =>
  SAYS_NO_THING.test(tokens[at]?.text ?? "") && !OPEN_MEASURE.test(tokens[at]?.text ?? "");

/** "demand for loans", "the outlook for 2031/32 U.S. wheat": what stands behind "of" or "for" and is no place and no time. */
function thingBehind(text: string, tokens: Token[], at: number, to: number): string {
  if (!/^(?:of|for|in)$/i.test(word(tokens, at))) return "";
  const behind = tokens.slice(at + 1, to);
  const last = behind.findIndex(({ pos }, index) => index > 0 && /^(?:ADP|PUNCT|CCONJ)$/.test(pos));
  const phrase = last < 0 ? behind : behind.slice(0, last);
  const named = phrase.filter(
    ({ pos, text: one }) =>
      (pos === "NOUN" || pos === "ADJ") && !SAYS_NO_THING.test(one) && !OPEN_MEASURE.test(one) && !TIMES.test(one),
  );
  if (!named.some(({ pos }) => pos === "NOUN")) return "";
  return text.slice(named[0]?.start, named.at(-1)?.end);
}
