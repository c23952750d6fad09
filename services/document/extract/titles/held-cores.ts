import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

/** Also without the month, for which it leaves no room. */
const HELD_WORTH = 3;
const WORTH = 1.4;
const LOSS = 0.3;
/** "the total stock of bonds held for policy purposes" */
const HELD = /\b(total )?stock of ([\p{L} -]{4,40}?) held for ([\p{L} -]{4,30}?) purposes (?:is|was|stood|amounted)\b/u;
const LEFT = /^[^;]{0,30}, which means that it is (?:left|held|kept) unchanged\b/;

/**
 * Of what is held what for, "ferry bonds held for policy": the stock of it could be anybody's; and that a rate that is set is
 * as it was.
 */
export function heldCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const [, total = "", thing = "", purpose = ""] = claim.isNegated ? [] : (HELD.exec(plain) ?? []);
  if (thing !== "") return [{ text: `${total}${thing} held for ${purpose}`, worth: HELD_WORTH }];
  const { object, verb, isNegated } = claim;
  if (!object || isNegated || verb !== "set" || word(tokens, object.to) !== "at") return [];
  if (!LEFT.test(plain.slice(tokens[object.to]?.start))) return [];
  return headlinesOf(object, tokens, plain).map(({ text, lost }) => ({
    text: `unchanged ${text}`,
    worth: WORTH - lost * LOSS,
  }));
}
