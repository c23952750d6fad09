import { singular } from "../grammar/compounds.ts";
import { OWN_NAME } from "./filing-phrases.ts";
import type { TitleCore } from "./title-cores.ts";

/** What readers of accounts call it by its letters. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/\bearnings per (?:common )?share\b/gi, "EPS"],
  [/\bproperty, plant,? and equipment\b/gi, "PP&E"],
];
const SGA = /\bselling, general,? and administrative\b/i;

/** A company's title by the letters that its readers use: "diluted EPS increase". A list keeps its first word: "SG&A". */
export function accountLetters(text: string, plain: string): string {
  const [, basis = "", first = ""] = BASIS.exec(plain) ?? [];
  if (basis !== "" && text.startsWith(first) && !text.includes("GAAP")) return accountLetters(`${basis} ${text}`, "");
  const whole = SGA.test(plain) ? text.replace(/\b(?:selling, )?general,? and administrative\b/i, "SG&A") : text;
  const flow = USES.test(plain)
    ? whole.replace(/(?<=(?:operating|investing|financing) )cash flow\b/, "cash outflow")
    : whole;
  return LETTERS.reduce((all, [long, short]) => all.replace(long, short), flow).replace(OPENING, (word) =>
    word.toLowerCase(),
  );
}
/** "Cash used in investing activities increased": what flows in did not. */
const USES = /^(?!.*\bprovided\b).*\bcash (?:flows? )?used (?:in|for)\b/i;
/** "On a non-GAAP basis, the tax rate was": another than that by the rules, which the same report gives. */
const BASIS = /^on an? (non-GAAP|GAAP|adjusted) basis, (?:the )?([\p{L}&-]+)/iu;
const OPENING = /^(?:Basic|Diluted|Core|Adjusted|Total)(?= (?:EPS|SG&A|PP&E)\b)/;

const DONE =
  /^(completion|filing|declaration|issuance|redemption|termination|authorization|repurchase|recognition|settlement|acquisition|sale|release|adoption|announcement|amortization|forgiveness) of ([^,]+)$/i;
const MEASURE =
  /^(?:(?:total|aggregate) )?((?:(?:average|weighted-average|fair|carrying|notional|principal|intrinsic|gross|net) )+(?:value|amount|cost|balance)) of ([^,]+)$/i;
const ONE_THING = /^(?!.*['’]s? )(?!.* (?:of|in|on|for|to|from|by|with|and|or|at|under|through) )(?=.*\p{Ll}$)/u;
const LONGEST = 5;
/** What a title loses that has so many words in front of its noun. */
const BEHIND = 0.05;

/** "Movements in exchange rates": why something moved, which every quarter's figures have. */
const BARE_CAUSE =
  /^(?:movements?|changes?|fluctuations?|weakness) in (?:the )?(?:foreign |currency |exchange )*(?:rates?|currenc(?:y|ies))$/i;
/** "GAAP and Non-GAAP" of "GAAP and Non-GAAP operating margin". */
const BARE_BASIS = /GAAP$/;
/** "Northern Ferries segment share of sales": the name alone tells that. */
const SEGMENT = /(?<=^\p{Lu}[\p{L}’-]*(?: (?:and|&|\p{Lu}[\p{L}’-]*))*) segment(?=['’]s | \p{Ll})/u;
const SPARE = /^(?:total|aggregate|approximate|respective)(?: amount of)? (?=\p{Ll}+ [\p{Ll}-]+)/iu;

/**
 * A company's core with its shorter forms, for its name and the time need room: "ferry lease termination" for "termination of
 * ferry leases", "harbour note fair value". None of what only tells why. `isOwnDeed`: nobody but the company is said to have done it.
 * `segment`: of which part of the company all of it is. `isMeasured`: a sum or a share is told.
 */
export function shorterForms(core: TitleCore, isOwnDeed: boolean, segment = "", isMeasured = false): TitleCore[] {
  if (BARE_CAUSE.test(core.text) || BARE_BASIS.test(core.text)) return [];
  if (segment !== "" && !core.text.includes(segment))
    return core.isNamed ? [{ ...core, text: `${segment} ${core.text}` }] : [];
  const spare = core.text.replace(SEGMENT, "").replace(SPARE, "");
  // "Harlow's ferry revenues were $4 million": "Harlow ferry revenues", as all else that it measures is called.
  const unowned = isMeasured ? core.text.replace(OWNED, "") : core.text;
  const own = unowned !== core.text && unowned.includes(" ") ? [{ ...core, text: unowned, isNamed: true }] : [];
  const all = [...own, ...thingFirst(core, isOwnDeed)];
  return spare === core.text
    ? all
    : [...all, ...thingFirst({ ...core, text: spare, worth: core.worth - BEHIND }, isOwnDeed)];
}

const OWNED = new RegExp(`^${OWN_NAME}['’]s (?=\\p{Ll})`, "u");

/** "Ferry lease termination" for "termination of ferry leases": a word less, and with a company in front of it two. */
export function thingFirst(core: TitleCore, isOwnDeed: boolean): TitleCore[] {
  const [, noun = "", thing = ""] = (isOwnDeed ? DONE.exec(core.text) : null) ?? MEASURE.exec(core.text) ?? [];
  if (noun === "" || !ONE_THING.test(thing) || thing.split(" ").length > LONGEST) return [core];
  const text = `${singular(thing)} ${noun.toLowerCase()}`;
  return [core, { ...core, text, worth: core.worth - BEHIND, isNamed: true }];
}
