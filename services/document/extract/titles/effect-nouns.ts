import { word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { readPhrase } from "../grammar/phrase.ts";
import { type Shape, shortened } from "./shorter-things.ts";

const FURTHEST = 7;
const MOST_SHAPES = 3;

/** "drag on exports" of "remained a drag on exports", "downside growth risk" of "posed downside risks to growth": an effect that is a noun. */
export function nominalEffects(tokens: Token[], plain: string, verb: string, from: number): Shape[] {
  if (!CARRIES.test(verb)) return [];
  const at = nounAt(tokens, from);
  const noun = word(tokens, at);
  if (at < 0 || (/^(?:be|remain|represent)$/.test(verb) && !CAUSING.test(noun))) return [];
  const before = tokens.slice(from, at).map(({ text }) => text.toLowerCase());
  if (before.some((text) => /^(?:no|little|not|any|less)$/.test(text))) return [];
  const phrase = /^(?:on|upon|to|for|about)$/.test(word(tokens, at + 1))
    ? readPhrase(tokens, at + 2, tokens.length)
    : undefined;
  if (!phrase || /\b(?:both|its|their|this|these|that|those)\b/.test(phrase.determiner)) return [];
  const how = before.findLast((text) => HOW.test(text)) ?? "";
  return headlinesOf(phrase, tokens, plain)
    .flatMap(shortened)
    .slice(0, MOST_SHAPES)
    .flatMap(({ text, lost }) => wordedOf(noun, how, text).map((one) => ({ text: one, lost })));
}

const CARRIES = /^(?:have|exert|put|place|pose|entail|lend|provide|give|be|remain|represent|imply|create|present)$/;
/** What something can be as well as have. */
const CAUSING = /^(?:drag|headwind|headwinds|tailwind|boost|brake|burden|threat|risk)$/;
const NOUN =
  /^(?:impacts?|effects?|influence|implications|pressures?|drag|headwinds?|tailwinds?|boost|brake|burden|strain|support|risks?|threats?)$/;
/** Without these an effect may be the contrary one. */
const HOW =
  /^(?:upside|downside|upward|downward|dampening|inflationary|disinflationary|deflationary|positive|negative|adverse|favou?rable|limited|minimal|small|modest|lasting)$/;

/** The noun behind determiners and what describes it; -1 where another thing comes first. */
function nounAt(tokens: Token[], from: number): number {
  for (let at = from; at < from + FURTHEST; at += 1) {
    const token = tokens[at];
    if (!token) return -1;
    if (NOUN.test(token.text)) return at;
    if (!/^(?:DET|ADJ|ADV|VERB|CCONJ)$/.test(token.pos) && !/^(?:upside|downside)$/.test(token.text)) return -1;
  }
  return -1;
}

function wordedOf(noun: string, how: string, text: string): string[] {
  const led = how === "" ? "" : `${how} `;
  const isSmall = !/ (?:of|in|on|for|to|from|and) |,/.test(text) && text.split(" ").length < 4;
  if (/^risk|^threat/.test(noun)) return isSmall ? [`${led}${singular(text)} risk`] : [`${led}risk to ${text}`];
  if (/^(?:headwind|drag|brake)/.test(noun)) return [`drag on ${text}`];
  if (/^(?:boost|tailwind)/.test(noun)) return [`boost to ${text}`];
  if (noun === "support") return [`support for ${text}`];
  if (noun.startsWith("implication")) return [`implications for ${text}`];
  return [`${led}${noun.replace(/^(impact|effect)s$/, "$1")} on ${text}`];
}
