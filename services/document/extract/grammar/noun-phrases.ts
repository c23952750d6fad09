import { type Range, word } from "./clause.ts";
import type { Token } from "./language.ts";

const OPENING_WORDS = new Set(
  (
    "percent cent per percentage my our the a an this that these those its their his her our my your it they he she we i all both some several many most few a number each any no other " +
    "such certain various same more less overall recent current there what which who respective respectively another either one"
  ).split(" "),
);
/** Adjectives that a name of a thing can do without. */
const PALE = new Set(
  (
    "considerable strong stronger high higher low lower significant further recent overall continued appropriate actual specific various main key large larger " +
    "small smaller good clear full general little big important certain additional substantial great greater major modest slight sharp notable " +
    "possible potential likely relevant different similar necessary particular right increasing latest previous subsequent next last first second third"
  ).split(" "),
);
const VAGUE_HEADS = new Set(
  (
    "number majority share part range variety case cases thing things way ways fact time times respect addition example result results " +
    "view views question questions point points following item items basis extent response regard light context lot kind sort set term terms " +
    "order effect side hand course note period year years month months quarter quarters week weeks day days today yesterday percent per cent " +
    "cent percentage point need effects data area areas number indicators relationship relationships expectation manner economies degree impact lot sense half " +
    "evidence use role importance possibility potential scope progress direction magnitude presence absence ability likelihood absence start end beginning " +
    "sentence word words answer idea story message job thinking mind sight hand others mr ms dr note notes section reference references purpose purposes " +
    "chance strength headwind headwinds tailwind round briefing scenario scenarios warrant sectors sector balance benefit benefits flows baseline bales " +
    "assessment assessments margin action actions lid vision state states view views programs program " +
    "inc corp corporation ltd co llc plc advantage grip issue issues suffice term terms " +
    "perspective statement decision decisions similarity similarities concern concerns sign signs lag lags meaning " +
    "bar commitment commitments correlation sensitivity trade-off tradeoff combination understanding reading readings influence influences virtue " +
    "extent guideposts boundaries summary remainder remark remarks comment comments feature features topic topics element elements step steps episode " +
    "episodes challenge challenges opportunity opportunities problem problems example examples goal goals clients declines rises length assumption assumptions " +
    "vice versa addition hold place account amount amounts " +
    "bit factor factors one ones aspect aspects level levels reason reasons people everyone anything something nothing figure table section meeting " +
    "discussion slide january february march april may june july august september october november december moment"
  ).split(" "),
);

/** A noun with what stands directly before it, and whether it may name what a sentence is about. */
export interface NounPhrase extends Range {
  text: string;
}

/** Noun phrases without determiners, left to right, as far as they are asked for: adjectives, nouns and names that end in a noun. */
export function* nounPhrases(tokens: Token[], text: string): Generator<NounPhrase, undefined> {
  const to = tokens.length;
  for (let at = 0; at < to; at += 1) {
    if (!opensPhrase(tokens[at]) && !isHyphenated(tokens, at)) continue;
    let end = at;
    let lastNoun = -1;
    while (
      end < to &&
      (opensPhrase(tokens[end]) ||
        isHyphenated(tokens, end) ||
        followsHyphen(tokens, end) ||
        isInnerMark(tokens, end, to))
    ) {
      if (isNoun(tokens[end])) lastNoun = end;
      end += 1;
    }
    const start = skipOpeningWords(tokens, at, lastNoun + 1);
    if (lastNoun >= start && isNaming(word(tokens, lastNoun))) yield phraseOf(tokens, text, start, lastNoun + 1);
    at = Math.max(at, end - 1);
  }
  return undefined;
}

function phraseOf(tokens: Token[], text: string, from: number, to: number): NounPhrase {
  return { from, to, text: sliceText(tokens, text, from, to) };
}

/** The text from one token to before another, as it stands in the sentence. */
export function sliceText(tokens: Token[], text: string, from: number, to: number): string {
  const first = tokens[from];
  const last = tokens[to - 1];
  return first && last && to > from ? text.slice(first.start, last.end) : "";
}

const isNoun = (token: Token | undefined) => token?.pos === "NOUN" || token?.pos === "PROPN";
const opensPhrase = (token: Token | undefined) =>
  token !== undefined && (isNoun(token) || token.pos === "ADJ") && /^[\p{L}\d&'’.$-]+$/u.test(token.text);
const isInnerMark = (tokens: Token[], at: number, to: number) =>
  /^(?:-|–|‑|&|'s|’s|\/|\+)$/.test(tokens[at]?.text ?? "") &&
  at + 1 < to &&
  (opensPhrase(tokens[at + 1]) || tokens[at + 1]?.pos === "VERB" || tokens[at + 1]?.pos === "ADP");
/** "Twelve-month", "10-year", "higher-than-expected": what a hyphen ties to the word behind it. */
const isHyphenated = (tokens: Token[], at: number) =>
  tokens[at + 1]?.start === tokens[at]?.end &&
  /^[-–‑]$/.test(tokens[at + 1]?.text ?? "") &&
  /[\p{L}\d]$/u.test(tokens[at]?.text ?? "");
/** "backed" of "mortgage-backed". */
const followsHyphen = (tokens: Token[], at: number) =>
  tokens[at - 1]?.end === tokens[at]?.start &&
  tokens[at - 2]?.end === tokens[at - 1]?.start &&
  /^[-–‑]$/.test(tokens[at - 1]?.text ?? "");
export const isNaming = (text: string) => text.length > 1 && !VAGUE_HEADS.has(text) && !OPENING_WORDS.has(text);
/** Adjectives that a title can do without. */
export const isPale = (text: string) => PALE.has(text);

function skipOpeningWords(tokens: Token[], from: number, to: number): number {
  while (from < to && OPENING_WORDS.has(word(tokens, from))) from += 1;
  // Two words at least are left: "strong demand" says more than "demand".
  while (from < to - 2 && PALE.has(word(tokens, from)) && !/^[-–‑]$/.test(word(tokens, from + 1))) from += 1;
  return from;
}
