import { singular } from "./compounds.ts";
import type { TitleCore } from "./title-cores.ts";

/** What readers of accounts call it by its letters. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/\bearnings per (?:common )?share\b/gi, "EPS"],
  [/\bproperty, plant,? and equipment\b/gi, "PP&E"],
];
const SGA = /\bselling, general,? and administrative\b/i;

/** A company's title by the letters that its readers use: "diluted EPS increase". A list keeps its first word: "SG&A". */
export function accountLetters(text: string, plain: string): string {
  const whole = SGA.test(plain) ? text.replace(/\b(?:selling, )?general,? and administrative\b/i, "SG&A") : text;
  return LETTERS.reduce((all, [long, short]) => all.replace(long, short), whole).replace(OPENING, (word) =>
    word.toLowerCase(),
  );
}
const OPENING = /^(?:Basic|Diluted|Core|Adjusted|Total)(?= (?:EPS|SG&A|PP&E)\b)/;

const DONE =
  /^(completion|filing|declaration|issuance|redemption|termination|authorization|repurchase|recognition|settlement|acquisition|sale|release|adoption|announcement|amortization|forgiveness) of ([^,]+)$/i;
const MEASURE =
  /^(?:(?:total|aggregate) )?((?:(?:average|weighted-average|fair|carrying|notional|principal|intrinsic|gross|net) )+(?:value|amount|cost|balance)) of ([^,]+)$/i;
const ONE_THING = /^(?!.*['’]s? )(?!.* (?:of|in|on|for|to|from|by|with|and|or|at|under|through) )(?=.*\p{Ll}$)/u;
const LONGEST = 5;
/** What a title loses that has so many words in front of its noun. */
const BEHIND = 0.05;

/**
 * "Ferry lease termination" for "termination of ferry leases", "harbour note fair value": a word less, and with a company in
 * front of it two. `isOwnDeed`: nobody but the company is said to have done it.
 */
export function thingFirst(core: TitleCore, isOwnDeed: boolean): TitleCore[] {
  const [, noun = "", thing = ""] = (isOwnDeed ? DONE.exec(core.text) : null) ?? MEASURE.exec(core.text) ?? [];
  if (noun === "" || !ONE_THING.test(thing) || thing.split(" ").length > LONGEST) return [core];
  const text = `${singular(thing)} ${noun.toLowerCase()}`;
  return [core, { ...core, text, worth: core.worth - BEHIND, isNamed: true }];
}
