import { readClaim } from "../grammar/claim.ts";
import { mainClause, word } from "../grammar/clause.ts";
import type { Reading } from "./reading.ts";
import { coresOf, type TitleCore } from "./title-cores.ts";
import { withEffects } from "./title-effects.ts";

/** What is so, whatever it is called. */
const FACTS =
  /^(?:patterns?|sources?|features?|messages?|reasons?|causes?|factors?|facts?|findings?|news|surprises?|explanations?|upshot|developments?|trends?|challenges?|problems?)$/;
/** And what is only thought of. */
const THOUGHTS: Readonly<Record<string, string>> = {
  risk: "risk of",
  risks: "risk of",
  danger: "risk of",
  concern: "concern about",
  assumption: "assumption of",
  expectation: "expected",
  forecast: "expected",
  projection: "expected",
  prediction: "expected",
};
/** A core of less worth names a thing, and not what is said of it. */
const TELLING = 0.4;
const MORE = 0.2;

/** "One source of unrest is that fares have risen": the rise, and not its being a source. */
export function thatCores(reading: Reading): TitleCore[] {
  const { tokens, plain, claim } = reading;
  const from = claim.action + 2;
  if (claim.verb !== "be" || claim.isNegated || !claim.subject || word(tokens, from - 1) !== "that") return [];
  const noun = word(tokens, claim.subject.head);
  const lead = FACTS.test(noun) ? "" : Object.hasOwn(THOUGHTS, noun) ? THOUGHTS[noun] : undefined;
  const clause = lead === undefined ? undefined : mainClause(tokens, from);
  const inner = clause && readClaim(tokens, clause);
  if (!inner || inner.isNegated) return [];
  const told = lead === "" ? inner : { ...inner, modal: "", expected: "", isSupposed: false };
  const cores = coresOf({ claim: told, tokens, plain, isAgent: false, agent: "" });
  return withEffects(cores, { ...reading, claim: told, isAgent: false })
    .filter(({ worth }) => worth > TELLING)
    .map(({ text, worth }) => ({ text: lead === "" ? text : `${lead} ${text}`, worth: worth + MORE }));
}
