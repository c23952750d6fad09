import { headlinesOf } from "../grammar/headline.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { changed } from "./title-forms.ts";

const LOSS = 0.3;
const WORTH = 1.4;
const DEEDS: Partial<Record<string, string>> = {
  reduce: "reduction",
  lower: "reduction",
  increase: "increase",
  raise: "increase",
  expand: "expansion",
  decrease: "decrease",
};

/**
 * "The Council will continue reducing its holdings of bonds and harbour bills": "continued bond and harbour holdings
 * reduction". That somebody goes on with it is what the sentence tells, and no expectation.
 */
export function keptOnCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { verb, object, link, isNegated, isPassive, finite, action, modal, expected } = claim;
  const noun = DEEDS[verb];
  if (!isAgent || noun === undefined || !object || link !== "" || isNegated || isPassive) return [];
  if (expected !== "" || /^(?:may|might|could|can|must|should)$/.test(modal)) return [];
  const goesOn = tokens.slice(finite, action).some(({ text }) => /^continu(?:e|es|ed|ing)$/i.test(text));
  if (!goesOn) return [];
  const shared = SHARED.exec(plain.slice(tokens[object.from]?.start, (tokens[object.from]?.start ?? 0) + REACH));
  const { thing = "", one = "", other = "" } = shared?.groups ?? {};
  if (one !== "" && one !== other) return [{ text: `continued ${one} and ${other} ${thing} ${noun}`, worth: WORTH }];
  return headlinesOf(object, tokens, plain).flatMap(({ text, lost }) =>
    changed(text, noun).map((said, at) => ({
      text: `continued ${said}`,
      worth: WORTH - 0.1 - at * 0.05 - lost * LOSS,
    })),
  );
}
const REACH = 120;
/** "its holdings of Treasury securities and agency debt": by what they are told apart. */
const SHARED =
  /^[^,;.]{0,30}?\b(?<thing>holdings|purchases) of (?<one>[\p{L}-]+) (?:securities|bonds|bills|notes|debt|paper|loans)(?:,? and|,) (?<other>[\p{L}-]+) (?:securities|bonds|bills|notes|debt|paper|loans)\b/u;
