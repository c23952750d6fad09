import { readClaim } from "../grammar/claim.ts";
import { mainClause, word } from "../grammar/clause.ts";
import type { Reading } from "./reading.ts";
import { coresOf, type TitleCore } from "./title-cores.ts";
import { withEffects } from "./title-effects.ts";

/** Moods with what a title calls them. */
const FELT: Readonly<Record<string, string>> = {
  hopeful: "hope for",
  confident: "confidence in",
  optimistic: "optimism about",
  concerned: "concern about",
  worried: "concern about",
  skeptical: "doubt about",
  sceptical: "doubt about",
  pessimistic: "pessimism about",
};
const IS = /^(?:be|remain|become|stay|grow)$/;
/** A core of less worth names a thing, and not what is hoped or feared of it. */
const TELLING = 0.4;
/** What a title gains that says how sure somebody is of it. */
const MORE = 0.3;

/** "Lenders were confident that fares would fall": "confidence in fare decline". Neither the fares alone nor their fall is what is told. */
export function feltCores(reading: Reading, agent: string): TitleCore[] {
  const { tokens, plain, claim } = reading;
  if (!IS.test(claim.verb) || claim.isNegated || claim.isExistential || claim.modal !== "") return [];
  let at = claim.action + 1;
  while (tokens[at]?.pos === "ADV" && word(tokens, at) !== "less") at += 1;
  const noun = Object.hasOwn(FELT, word(tokens, at)) ? FELT[word(tokens, at)] : undefined;
  if (noun === undefined) return [];
  const from = word(tokens, at + 1) === "that" ? at + 2 : at + 1;
  const clause = mainClause(tokens, from);
  // "confident about fares": no clause follows.
  const inner = clause?.subject.from === from && tokens[from]?.pos !== "ADP" ? readClaim(tokens, clause) : undefined;
  // "concerned that costs need to fall": that they do not.
  if (!clause || !inner || inner.isNegated || /^need(?:s|ed)?$/.test(word(tokens, clause.head))) return [];
  const told = { ...inner, modal: "", expected: "", isSupposed: false };
  const cores = coresOf({ claim: told, tokens, plain, isAgent: false, agent: "" });
  return withEffects(cores, { ...reading, claim: told, isAgent: false })
    .filter(({ worth }) => worth > TELLING)
    .map(({ text, worth }) => ({ text: `${agent === "" ? "" : `${agent} `}${noun} ${text}`, worth: worth + MORE }));
}
