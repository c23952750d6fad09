import type { Claim } from "./claim.ts";
import { word } from "./clause.ts";
import { type Headline, headlinesOf } from "./headline.ts";
import type { Token } from "./language.ts";
import { readPhrase } from "./phrase.ts";

/** Of "accounts for about 40 percent of demand" the demand. */
export function sharesOf(tokens: Token[], plain: string, { action }: Claim): Headline[] {
  const at = behindShare(tokens, word(tokens, action + 1) === "for" ? action + 2 : action + 1);
  const whole = at === undefined ? undefined : readPhrase(tokens, at, tokens.length);
  const shapes = whole ? headlinesOf(whole, tokens, plain) : [];
  return shapes.map((one) => ({ ...one, text: one.text.replace(/^total (?=\p{Ll})/u, "") }));
}

function behindShare(tokens: Token[], from: number): number | undefined {
  let at = from;
  while (
    at < from + 3 &&
    /^(?:about|around|nearly|almost|roughly|over|more|than|approximately|an?|estimated)$/.test(word(tokens, at))
  )
    at += 1;
  const start = at;
  while (at < start + 5 && (tokens[at]?.pos === "NUM" || SHARES.test(word(tokens, at)))) at += 1;
  return at > start && SHARES.test(word(tokens, at - 1)) && word(tokens, at) === "of" ? at + 1 : undefined;
}

const SHARES =
  /^(?:percent|per|cent|%|-|tenths?|thirds?|half|quarters?|fifths?|two-thirds|one-third|one-tenth|three-quarters)$/;
