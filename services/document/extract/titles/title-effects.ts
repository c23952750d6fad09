import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { MAX_TITLE_WORDS, sizeOf } from "../grammar/shape.ts";
import type { Reading } from "./reading.ts";
import { type TitleCore, worded } from "./title-cores.ts";
import { changed } from "./title-forms.ts";
import { overlap } from "./title-pairs.ts";
import { isBody } from "./title-ties.ts";

const LOSS = 0.3;
/** What came of something is told, where there is room with what it came of. */
const EFFECT = 0.5;
const BOTH = 0.3;
/** What a title loses that tells a cause and nothing of what came of it. */
const CAUSE_ALONE = 0.6;
const MOST_OF_CAUSE = 3;
/** And one of what came of it, where another has room for the cause too. */
const HALF = 0.25;

/**
 * "Dearer fares weighed on traffic": "drag on traffic from dearer fares", or "drag on traffic"; the dearer fares alone are not
 * what the sentence tells.
 */
export function withEffects(cores: readonly TitleCore[], reading: Reading): TitleCore[] {
  const effects = effectsOf(reading);
  if (effects.length === 0) return [...cores];
  const { claim, tokens, plain } = reading;
  const causes = claim.subject ? headlinesOf(claim.subject, tokens, plain) : [];
  const alone = new Set(causes.map(({ text }) => text));
  const short = causes.find(({ lost, text }) => lost < BOTH && text.split(" ").length <= MOST_OF_CAUSE)?.text ?? "";
  // "contribution of § to ¶" is a title of both already.
  const isTied = (text: string) =>
    short === "" || claim.verb === "contribute" || / (?:from|due|by) /.test(`${text} ${short}`) || overlap(text, short);
  const isToldWhole = cores.some(({ text }) => /\beffect\b/.test(text) && sizeOf(text) <= MAX_TITLE_WORDS);
  return [
    ...cores.map((core) => (alone.has(core.text) ? { ...core, worth: core.worth - CAUSE_ALONE } : core)),
    ...effects.map((one) => ({ ...one, worth: one.worth - (isToldWhole ? HALF : 0) })),
    ...effects
      .filter(({ text }) => !isTied(text))
      .map(({ text, worth }) => ({ text: `${text} from ${short}`, worth: worth + BOTH })),
  ];
}

/** "A strong currency tends to lower fares": an effect that it has at any time, and no fall in fares. */
export const isTendency = ({ claim, tokens }: Reading) =>
  /^tends?$/.test(word(tokens, claim.finite)) && Object.hasOwn(WAYS, claim.verb);

function effectsOf(reading: Reading): TitleCore[] {
  const { claim, tokens, plain, isAgent } = reading;
  const { subject, object, verb, link, isNegated, isPassive, isExistential, adjective } = claim;
  if (isAgent || !object || isNegated || isPassive || isExistential || adjective >= 0) return [];
  const cause = tokens[subject?.head ?? -1];
  // Who acts has no effect; "it" may be somebody.
  if (cause?.pos === "PROPN" || isBody(tokens, claim) || /^(?:it|they|we|he|she|i|you|there)$/i.test(cause?.text ?? ""))
    return [];
  // "the cut needed to reduce prices" need not reduce them.
  if (/^(?:needed|required|used)$/.test(word(tokens, claim.finite))) return [];
  if (isTendency(reading)) return [];
  // "supported keeping rates low": a view, and nothing that is.
  if (tokens[object.core.from]?.pos === "VERB") return [];
  // "caused prices to fall"
  if (word(tokens, object.to) === "to" && tokens[object.to + 1]?.pos === "VERB") return [];
  const direction = /^(?:higher|up)$/.test(word(tokens, object.to))
    ? "increase"
    : /^(?:lower|down)$/.test(word(tokens, object.to))
      ? "decline"
      : "";
  // "oat and rye prices in the northern towns": one noun behind two words, which may stand without where.
  const isOne = object.isList && ONE_MEASURE.test(sliceText(tokens, plain, object.core.from, object.core.to));
  const isPlaced = isOne && object.attached.every(({ preposition }) => preposition === "in");
  const things = isPlaced ? headlinesOf({ ...object, attached: [] }, tokens, plain) : [];
  return [...headlinesOf(object, tokens, plain), ...things].flatMap(({ text, lost }) =>
    effectsOn(text, verb, link, direction, word(tokens, claim.action + 1)).map((one) => ({
      text: worded(one, claim),
      worth: EFFECT - lost * LOSS,
    })),
  );
}

/** What a cause does to something, as nouns; none where the verb tells of no effect that has one. */
export function effectsOn(text: string, verb: string, link: string, direction: string, particle: string): string[] {
  // "pushed rates higher and prices lower": two things.
  if (/ (?:higher|lower|closing)\b/.test(text)) return [];
  const tie = link === "" ? verb : `${verb} ${link}`;
  if (BRINGS.test(tie)) return isGrowth(text) && verb === "contribute" ? [] : [text, ...movedIn(text)];
  if (tie === "drive" && direction === "" && !WAY.test(particle) && TURN.test(text)) return [text, ...drivenIn(text)];
  if (tie === "push on" && WAY.test(particle)) return [`${particle}ward pressure on ${text}`];
  if (PRESSES.test(tie)) return [`${PRICED.test(text) ? "downward pressure" : "drag"} on ${text}`];
  if (SUPPORTS.test(tie)) return HELD.test(text) ? [] : [`support for ${text}`];
  // "spurred a sell-off in bonds": it is there because of that.
  if (tie === "spur" && TURN.test(text)) return [text];
  if (/^(?:boost|spur|stimulate)$/.test(tie) || (tie === "add to" && GROWS.test(text))) return [`boost to ${text}`];
  if (link !== "") return [];
  // "raised doubts about ferry safety": the doubts.
  if (verb === "raise" && DOUBTS.test(text)) return / /.test(text) ? [text] : [];
  if (Object.hasOwn(WORSENS, verb)) return / /.test(text) ? [`${WORSENS[verb]} of ${text}`] : [];
  const way = /^(?:push|drive|pull|send)$/.test(verb)
    ? direction || { up: "increase", down: "decline" }[particle]
    : WAYS[verb];
  return way === undefined || UNMOVED.test(text) || HELD.test(text) || text === "growth" ? [] : changed(text, way);
}

const ONE_MEASURE = /^[^,]*[^\s,s] and [^,]+ (?:prices|costs|rates|wages|exports|imports|sales)$/;

/** "contributed to growth" tells of a part of it. */
const isGrowth = (text: string) => !/ /.test(text) || /\bgrowth\b/.test(text);

/** "increase in the oat price" in a word less. */
function movedIn(text: string): string[] {
  const [, way = "", thing = ""] = /^(?:\S+ )?(\S+) in (\S+(?: \S+){0,3})$/.exec(text) ?? [];
  return CHANGE_NOUNS.has(way) ? changed(thing, way) : [];
}

/** "projected oat price increase" of "forecast increases in oat prices". */
function drivenIn(text: string): string[] {
  const [, lead = "", said = "", thing = ""] = /^(?:(\S+) )?(\S+?)s? in (\S+(?: \S+){0,4})$/.exec(text) ?? [];
  const seen = /^(?:forecast|projected|expected)$/.test(lead) ? lead.replace("forecast", "projected") : "";
  return CHANGE_NOUNS.has(said) ? changed(thing, seen === "" ? said : `${seen} ${said}`) : [];
}

const BRINGS = /^(?:cause|trigger|prompt|lead to|result in|contribute to)$/;
const WAY = /^(?:up|down)$/;
const PRESSES =
  /^(?:(?:weigh|drag)(?: on)?|bear on|restrain|damp|dampen|temper|depress|hamper|hinder|impede|inhibit|hurt|harm|constrain|squeeze)$/;
const SUPPORTS = /^(?:support|aid|underpin|bolster|foster|prop|buoy)$/;
const PRICED =
  /(?:prices?|yields?|rates?|inflation|costs?|spreads?|wages?|compensation|dollar|euro|currenc(?:y|ies))$/i;
const TURN =
  /(?:^| )(?:depreciation|appreciation|declines?|falls?|rise|increases?|decrease|drop|outflows?|inflows?|sell-off|shift|volatility)(?: (?:in|of)\b|$)/;
/** What is added to is boosted by it; of "added to costs" that is not said. */
const GROWS = /\b(?:growth|activity|output|demand|employment|investment|consumption)$/;
/** "supported the view that": a reason, no effect. */
const HELD = /^(?:\S+ )?(?:views?|judge?ments?|assessments?|decisions?|case|idea|arguments?|conclusion|notion)\b/;
const WAYS: Partial<Record<string, string>> = {
  raise: "increase",
  lift: "increase",
  increase: "increase",
  lower: "decline",
  reduce: "decline",
  decrease: "decrease",
  slow: "slowdown",
  ease: "easing",
  weaken: "weakening",
  strengthen: "strengthening",
  improve: "improvement",
  widen: "widening",
  narrow: "narrowing",
  soften: "softening",
  tighten: "tightening",
  accelerate: "acceleration",
};
/** It was there before. */
const WORSENS: Partial<Record<string, string>> = {
  exacerbate: "worsening",
  worsen: "worsening",
  amplify: "amplification",
};
const DOUBTS = /^(?:\S+ )*(?:questions?|concerns?|doubts?|issues?|objections?|points?|fears?|worries)\b/;
/** What moves in no such way, or is of somebody who moves it. */
const UNMOVED =
  /^(?:ability|need|number|share|likelihood|willingness)\b|(?:forecasts?|projections?|estimates?|willingness)$/;
