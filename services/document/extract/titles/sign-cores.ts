import { changeNoun } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { readPhrase } from "../grammar/phrase.ts";
import { actionForm } from "../grammar/verb-forms.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const WORTH = 1.1;
const SHOWS = /^(?:show|exhibit|display|see|reveal)$/;
const MOST_LOST = 0.45;

/** "Fares showed few signs of easing": "few signs of fare easing". Without "few" it would be the contrary. */
export function signCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { subject, object, verb, link, isNegated, isPassive, modal, expected } = claim;
  if (isAgent || !subject || !object || isNegated || isPassive || modal !== "" || expected !== "" || link !== "")
    return [];
  if (!SHOWS.test(verb) || !/^(?:signs?|evidence)$/.test(word(tokens, object.head))) return [];
  const moved = movedBehind(tokens, plain, object.head + 1);
  if (moved === "") return [];
  const few = /\b(?:no|few|little)\b/.exec(
    `${object.determiner} ${sliceText(tokens, plain, object.core.from, object.head)}`.toLowerCase(),
  );
  const lead = `${few ? `${few[0]} ` : ""}${word(tokens, object.head)} of ${moved} in `;
  return headlinesOf(subject, tokens, plain)
    .filter(({ lost }) => lost < MOST_LOST)
    .map(({ text, lost }) => ({ text: lead + text, worth: WORTH - lost * LOSS }));
}

/** "modest easing", "moderation" of "of moderating"; empty where it is no movement. */
function movedBehind(tokens: Reading["tokens"], plain: string, at: number): string {
  if (word(tokens, at) !== "of") return "";
  const doing = word(tokens, at + 1);
  if (tokens[at + 1]?.pos === "VERB" && /ing$/.test(doing)) return changeNoun(actionForm(doing)) || doing;
  const phrase = readPhrase(tokens, at + 1, tokens.length);
  return phrase && !phrase.isList ? sliceText(tokens, plain, phrase.core.from, phrase.head + 1).toLowerCase() : "";
}
