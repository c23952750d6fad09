import { singular } from "../grammar/compounds.ts";

/** What everybody calls so in a word less. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/\b(PCE|CPI|HICP|consumer|services|goods|food|energy) price inflation\b/gi, "$1 inflation"],
  [/\bgrowth rates?\b(?! (?:of|in|for|across|among)\b)/g, "growth"],
  [/\bjob vacancies\b/g, "vacancies"],
  [/\b((?:federal funds|base|policy|cash) rate) target range\b/g, "$1"],
  [/\bdelinquency rates\b/g, "delinquencies"],
  [/\b(?<!and )(?:market|survey)-based measures of (?=.*\binflation (?:compensation|expectations)\b)/gi, ""],
];

/** "Upside inflation risks" of "upside risks to inflation", "downward wage pressure" of "downward pressure on wages". */
const TURNED =
  /^((?:\p{Ll}+ )?(?:upside|downside|upward|downward) )(risks?|pressures?) (?:to|on) ((?:(?!(?:of|in|for|on|to|and|or|from|by|outlook|forecasts|projections|estimates|due|around)\b)[\p{L}-]+ ?){1,2})(?= from |$)/iu;

/** The same in fewer words. */
export const sameInFewer = (text: string): string => SAME.reduce((all, [long, few]) => all.replace(long, few), text);

/** What may go up or down, in front of what may: a word less. */
export const risksBefore = (text: string): string => {
  const [whole = "", way = "", noun = "", thing = ""] = TURNED.exec(text) ?? [];
  return thing === ""
    ? text
    : `${way}${singular(thing.trimEnd())} ${noun}${text.slice(whole.length)}`.replace(/ {2,}/g, " ");
};

/** "reduction of securities holdings" of "reduction of Committee's securities holdings": whose aims and holdings, the document tells. */
export const withoutOwner = (text: string): string =>
  text.replace(
    / (?:Committee|Federal Reserve|Governing Council|Eurosystem)['’]s (?=(?:\S+ ){0,4}(?:goals?|objectives?|mandate|holdings|purchases|sheet)\b)/,
    " ",
  );
