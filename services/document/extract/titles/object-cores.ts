import { word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import { type Headline, headlinesOf } from "../grammar/headline.ts";
import { isPluralNoun, readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
/** What carries news is not the news. */
const CARRIES = /^(?:issue|publish|release|announce|send|file|furnish|give|make|post|present|deliver)$/;
const TELLING = /^(?:introducing|announcing|describing|outlining|detailing|presenting|disclosing|explaining)$/;

/** "issued a letter introducing its new fares": "new fares". */
export function vehicleCores({ tokens, plain, claim }: Reading): TitleCore[] {
  if (claim.isNegated || !CARRIES.test(claim.verb) || !claim.object) return [];
  const at = tokens.findIndex(
    ({ text, pos }, index) => index > claim.action && index < claim.action + 12 && pos === "VERB" && TELLING.test(text),
  );
  const news = at < 0 ? undefined : readPhrase(tokens, at + 1, tokens.length);
  if (!news) return [];
  return headlinesOf(news, tokens, plain).map(({ text, lost }) => ({ text, worth: 1.6 - lost * LOSS, isNamed: true }));
}

/** "Movements in freight rates had an impact of $4 million on net sales": "freight rate effect on net sales". */
export function impactCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const { object, subject, verb, isNegated, action } = claim;
  if (verb !== "have" || isNegated || !object || !subject || claim.modal !== "") return [];
  if (!/^(?:impact|effect|influence)s?$/.test(word(tokens, object.head))) return [];
  const on = tokens.findIndex(({ text }, at) => at > object.head && at < action + 16 && /^(?:on|upon)$/i.test(text));
  const affected = on < 0 ? undefined : readPhrase(tokens, on + 1, tokens.length);
  if (!affected) return [];
  return headlinesOf(subject, tokens, plain).flatMap((cause) =>
    withoutOwner(headlinesOf(affected, tokens, plain)).flatMap((effect) =>
      effectForms(cause.text, effect.text).map((text) => ({ text, worth: 1.1 - (cause.lost + effect.lost) * LOSS })),
    ),
  );
}

/** "gross margin" beside "Harlow's consolidated gross margin": whose it is is said where there is room. */
const withoutOwner = (shapes: readonly Headline[]): Headline[] =>
  shapes.flatMap((one) => {
    const text = one.text.replace(/^\p{Lu}[^,]{1,40}?['’]s? /u, "").replace(/^consolidated /, "");
    return text === one.text || !text.includes(" ") ? [one] : [one, { ...one, text, lost: one.lost + 0.2 }];
  });

/** "effect of fares on demand", "freight rate effect on demand". */
export function effectForms(text: string, affected: string): string[] {
  // "movements in freight rates": the rates have it.
  const cause = text.replace(/^(?:movements?|changes?|fluctuations?) in (?=.*(?:rates?|prices?|costs?|yields?)$)/i, "");
  const isOne =
    !/ (?:of|in|on|for|to|from|with|between|about|around|over|and) /.test(cause) &&
    (cause !== text || !isPluralNoun(cause));
  const whole = [
    `effect of ${text} on ${affected}`,
    ...(isOne ? [`${singular(cause).replace(/ effect$/, "")} effect on ${affected}`] : []),
  ];
  if (!CURRENCIES.test(text)) return whole;
  const own = affected.replace(/^\p{Lu}[^,]{1,40}?['’]s? /u, "").replace(WHOLE, "");
  // A word less, which leaves room for the month.
  return [
    ...whole,
    ...new Set([own, own.replace(/^net (?=revenues?$|sales$)/, "")].map((one) => `currency effect on ${one}`)),
  ];
}
/** "movements in foreign exchange rates", "foreign currency exchange rate fluctuations", "weakness in foreign currencies". */
const CURRENCIES =
  /^(?:(?:movements?|changes?|fluctuations?|weakness|strength) in )?(?:the )?foreign (?:exchange|currenc(?:y|ies))(?: exchange)?(?: rates?)?(?: (?:movements?|changes?|fluctuations?))?$/i;
const WHOLE = /^(?:consolidated|reported|total) /;
