import type { Claim } from "./claim.ts";
import { word } from "./clause.ts";
import { type Headline, headlinesOf } from "./headline.ts";
import type { Token } from "./language.ts";
import { sliceText } from "./noun-phrases.ts";
import { readPhrase } from "./phrase.ts";

/** Of "accounts for about 40 percent of demand" the demand. */
export function sharesOf(tokens: Token[], plain: string, { action }: Claim): Headline[] {
  // "accounts for", "makes up"
  const at = behindShare(tokens, /^(?:for|up)$/.test(word(tokens, action + 1)) ? action + 2 : action + 1);
  const whole = at === undefined ? undefined : readPhrase(tokens, at, tokens.length);
  if (!whole) return [];
  // "For heating oil, barley makes up half of the price": of the heating oil price.
  const scope = /^for ([\p{L} -]{3,40}), /iu.exec(plain)?.[1] ?? "";
  const measure = sliceText(tokens, plain, whole.core.from, whole.core.to);
  const scoped = `${scope} ${measure}`;
  if (scope !== "" && /^(?:price|cost|total|value|volume)s?$/.test(measure))
    return [{ text: scoped, words: scoped.split(" ").length, lost: 0 }];
  const shapes = headlinesOf(whole, tokens, plain);
  const bare = shapes.map((one) => ({ ...one, text: one.text.replace(TOTAL, "") }));
  // "Harlow's total net sales": whose sales they are is known where the share is Harlow's.
  const unowned = bare.map((one) => ({ ...one, text: one.text.replace(OWNER, "").replace(TOTAL, "") }));
  return [...bare, ...unowned.filter(({ text }, at) => text !== bare[at]?.text && text.includes(" "))];
}

const TOTAL = /^total (?=\p{Ll})/u;
const OWNER = /^\p{Lu}[^,]{1,40}?['’]s? /u;

function behindShare(tokens: Token[], from: number): number | undefined {
  let at = from;
  while (
    at < from + 3 &&
    /^(?:about|around|nearly|almost|roughly|over|more|than|approximately|an?|estimated)$/.test(word(tokens, at))
  )
    at += 1;
  const start = at;
  while (at < start + 7 && isOfShare(tokens, at)) at += 1;
  return at > start && SHARES.test(word(tokens, at - 1)) && word(tokens, at) === "of" ? at + 1 : undefined;
}

/** "50% and 52% of sales": of one year and the other. */
const isOfShare = (tokens: Token[], at: number) =>
  tokens[at]?.pos === "NUM" ||
  SHARES.test(word(tokens, at)) ||
  (/^(?:and|,)$/.test(word(tokens, at)) && SHARES.test(word(tokens, at - 1)) && tokens[at + 1]?.pos === "NUM");

const SHARES =
  /^(?:percent|per|cent|%|-|tenths?|thirds?|half|quarters?|fifths?|two-thirds|one-third|one-tenth|three-quarters)$/;
