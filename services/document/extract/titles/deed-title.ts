import { singular } from "../grammar/compounds.ts";
import { type Token, tag } from "../grammar/language.ts";
import { baseForm } from "../grammar/verb-forms.ts";
import { DEEDS } from "./title-verbs.ts";

/** What was done is named so near behind its verb. */
const REACH = 14;
const BE = /^(?:is|are|was|were|be|been|being)$/i;
/** No thing that anything was done to. */
const NO_THING = /^(?:million|billion|thousand|percent|number|amount|aggregate|principal|part|date|day|time|hours?)$/i;

/** "Halden Bridge Notes issuance" of a sentence that is read no further than its verb and what that is of; empty where it has none. */
export function deedIn(said: string): string {
  const tokens = tag(said);
  for (const [at, { text, pos }] of tokens.entries()) {
    if (pos !== "VERB") continue;
    const deed = /^(\p{L}+) of$/u.exec(DEEDS[baseForm(text.toLowerCase())] ?? "")?.[1];
    if (deed === undefined) continue;
    const isPassive = BE.test(tokens[at - 1]?.text ?? "");
    const thing = isPassive ? lastThing(said, tokens.slice(0, at)) : firstThing(said, tokens.slice(at + 1, at + REACH));
    if (thing !== "") return `${thing} ${deed}`;
  }
  return "";
}

const isOfThing = ({ text, pos }: Token) => (pos === "NOUN" || pos === "PROPN") && !NO_THING.test(text);

function firstThing(said: string, tokens: readonly Token[]): string {
  const from = tokens.findIndex(isOfThing);
  if (from < 0 || tokens.slice(0, from).some(({ pos }) => pos === "VERB")) return "";
  const rest = tokens.slice(from);
  // "Medium-Term Notes" is three words and a hyphen.
  const to = rest.findIndex((token, at) => !isOfThing(token) && !isHyphen(token, rest[at - 1], rest[at + 1]));
  return named(said, to < 0 ? rest : rest.slice(0, to));
}

const isHyphen = ({ text, start, end }: Token, before?: Token, behind?: Token) =>
  text === "-" && before?.end === start && behind?.start === end;

function lastThing(said: string, tokens: readonly Token[]): string {
  const to = tokens.findLastIndex(isOfThing);
  const from = tokens.slice(0, to + 1).findLastIndex((token) => !isOfThing(token)) + 1;
  return to < 0 ? "" : named(said, tokens.slice(from, to + 1));
}

function named(said: string, run: readonly Token[]): string {
  const [first, last] = [run[0], run.at(-1)];
  return first && last ? singular(said.slice(first.start, last.start + last.text.length)) : "";
}
