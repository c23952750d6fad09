import { word } from "../grammar/clause.ts";
import { beforeFigure } from "../grammar/figures.ts";
import type { Token } from "../grammar/language.ts";
import type { Reading } from "../titles/reading.ts";
import { inverted } from "./asking.ts";
import { timeBehind } from "./how-much.ts";
import { causeAt, comparedAt, hasCause, isHalf, isSaying } from "./predicates.ts";
import { EXPECTING, type Form, type Parts } from "./question-parts.ts";

/** "Did rents rise in May?", without the figure. */
export function whether(parts: Parts, subject: string): string[] {
  const whole = wholeOf(parts, subject);
  if (whole.asked !== undefined) return [whole.asked, ...lessOf(parts.reading, subject, whole.end)];
  return whole.end === undefined ? [] : lessOf(parts.reading, subject, whole.end);
}

/** Without what it can do without where the whole cannot be asked: a phrase that points to what was said before, a clause that only says which. */
function lessOf(reading: Reading, subject: string, end: number | undefined): string[] {
  const { claim, tokens } = reading;
  if (end === undefined || claim.isNegated || claim.isInfinitive) return [];
  const least = claim.adjective >= 0 ? claim.adjective + 1 : Math.max(claim.action + 2, claim.object?.core.to ?? 0);
  for (let at = end - 1; at >= least; at -= 1) {
    const isSpare =
      SPARE.test(word(tokens, at)) ||
      (tokens[at]?.pos === "ADP" &&
        tokens.slice(at + 1, Math.min(end, at + 4)).some(({ text }) => /^(?:this|these|those|such|event)$/.test(text)));
    // "for borrowers who met the standards": for those alone, and it goes without saying.
    // "places a burden on workers who are old": a burden alone is nobody's.
    const isLimited =
      tokens[at]?.pos === "ADP" &&
      !LIGHT.test(claim.verb) &&
      end < tokens.length &&
      /^(?:who|which|that|whose)$/.test(word(tokens, end));
    if (!(isSpare || isLimited) || isHalf(reading, at)) continue;
    const asking = inverted(reading, subject, at);
    if (asking && asking.split(" ").length - subject.split(" ").length >= 2) return [asking];
  }
  return [];
}
/** Verbs whose object is half of what they say. */
const LIGHT = /^(?:place|put|have|exert|make|take|impose|pose)$/;
const SPARE = /^(?:amid|amidst|during|despite|given|before|after|throughout|including|following)$/;

/** The question whether it is so, with all of the predicate; and where that ends, also where nobody would ask so. */
function wholeOf(
  { reading, named, agent, context: { speaker } }: Parts,
  subject: string,
): { asked?: Form; end?: number } {
  const { claim, tokens, plain } = reading;
  if (/^(?:none|neither|nobody|nothing)\b/i.test(subject)) return {};
  // "will turn to the labor market": what a speech does next.
  if (claim.modal === "will" && agent !== "" && agent === speaker && DISCOURSE.test(claim.verb)) return {};
  // "If demand fell": what holds only then, or only until then.
  // "expects output, which is seasonal, to fall": no output is expected.
  const isOfObject =
    agent !== "" &&
    named === "" &&
    claim.object?.to === claim.end &&
    !/^,.*? to \p{Ll}/u.test(plain.slice(tokens[claim.end]?.start));
  if (claim.modal === "must" || (EXPECTING.test(claim.verb) && !isOfObject)) return {};
  // "may not be able to": asked without "not" it would be of a chance to succeed.
  if (claim.isNegated && /^(?:may|might|could)$/.test(claim.modal)) return {};
  if (!isSaying(reading) || /^(?:if|unless|until|assuming|provided|once|should|based on|absent|without) /i.test(plain))
    return {};
  // "Demand is likely to weaken if growth slows": without the condition it is not said.
  const isConditional = /^(?:if|unless)$/.test(word(tokens, claim.end));
  const past = isConditional ? pastLimit(reading) : claim.end;
  if (/\b(?:if|unless)\b/.test(plain.slice(tokens[past - 1]?.end ?? plain.length))) return {};
  const figure = pastDirection(reading, beforeFigure(tokens, claim));
  if (figure < claim.end && isNothingWithout(reading, figure)) return {};
  // "was not expected to rise owing to slack": asked without "not", the cause would be of the opposite.
  const said = Math.min(
    claim.isNegated && hasCause(reading, true) ? Math.min(figure, causeAt(reading)) : figure,
    comparedAt(reading),
  );
  if (isConditional && said < claim.end) return {};
  const limit = beforeHalfClause(reading, said === claim.end ? pastLimit(reading) : said);
  const end = claim.tense === "past" && !claim.isPassive ? anotherVerb(tokens, claim.action + 2, limit) : limit;
  // "amended and restated its facility": the object is that of both.
  if (
    !claim.object &&
    end === claim.action + 1 &&
    /^(?:and|or)$/.test(word(tokens, end)) &&
    tokens[end + 1]?.pos === "VERB"
  )
    return {};
  const asking = inverted(reading, subject, end);
  if (!asking) return {};
  const isCut = figure < claim.end && end === figure;
  // "stay level before rising by 2 percent in 2032": that time is of what comes then.
  const time = isCut && !/^(?:before|after|until)$/.test(word(tokens, end - 1)) ? timeBehind(reading, figure) : "";
  // "Were bids?" says nothing.
  if (asking.split(" ").length - subject.split(" ").length < 2) return {};
  // "Did they view communications as pointing down?", not whether they viewed them.
  if (VIEWS.test(claim.verb) && /\bas\b/.test(plain.slice(tokens[claim.action]?.end)) && !/ as /.test(asking))
    return {};
  const whole = `${asking}${time}`;
  if (isConditional) return isHalf(reading, end) || whole.split(" ").length > MOST_ASKED ? {} : { asked: whole };
  if (isHalf(reading, end)) return { end };
  const isShort = whole.split(" ").length <= MOST_ASKED;
  return { asked: isShort ? whole : (shorter(reading, subject, end) ?? beforeAs(reading, subject)), end };
}
const MOST_ASKED = 21;

const VIEWS = /^(?:view|regard|interpret|describe|perceive|characteri[sz]e)$/;
const SEES =
  /^(?:see|view|regard|interpret|describe|treat|perceive|use|serve|characteri[sz]e|account|act|consider|cite|rank|know)$/;
/** What is too long with "as they tried to", "as investors reacted" is asked without it: it says when, or why. */
function beforeAs(reading: Reading, subject: string): Form {
  const { claim, tokens } = reading;
  const { end } = claim;
  if (word(tokens, end) !== "as" || claim.link === "as" || claim.isNegated || claim.modal !== "") return undefined;
  // "see it as a risk that could", "ready to act as necessary"
  const verb = tokens.findIndex(({ pos }, at) => at > end + 1 && at < end + 8 && /^(?:VERB|AUX)$/.test(pos));
  const hasVerb =
    verb > 0 &&
    !(/^(?:ADJ|ADV)$/.test(tokens[end + 1]?.pos ?? "") && /^(?:to|as|,)$/.test(word(tokens, end + 2))) &&
    tokens[end + 1]?.pos !== "ADP" &&
    !tokens.slice(end, verb).some(({ text }) => /^(?:that|which|who|,)$/.test(text)) &&
    !SEES.test(claim.verb);
  const figure = pastDirection(reading, beforeFigure(tokens, claim));
  if (!hasVerb || figure < end || isHalf(reading, end)) return undefined;
  const asking = inverted(reading, subject, end);
  return asking && asking.split(" ").length <= MOST_ASKED ? asking : undefined;
}

/** Verbs that say at what level something is put. */
export const KEEPS = /^(?:bring|keep|hold|put|set|leave|maintain|place|see)$/;
const DISCOURSE =
  /^(?:turn|pivot|discuss|address|provide|describe|talk|speak|begin|start|conclude|review|outline|present|explain|share|offer|comment|mention|note|return|argue|say)$/;

/** "reflects a tax rate" of "reflects a tax rate of 18 percent", "brings the range" of "brings the range up to 3 percent": the figure is all that is said. */
function isNothingWithout({ claim, tokens }: Reading, figure: number): boolean {
  if (claim.isPassive || !claim.object || claim.object.core.to > figure) return false;
  const next = word(tokens, figure);
  if (
    /^(?:reflect|have|include|represent|imply|assume|record|recognize|report|carry|hold|generate|expect|project|forecast|estimate|anticipate)$/.test(
      claim.verb,
    )
  )
    return next === "of";
  const isNext = figure === claim.object.to || figure === claim.object.core.to;
  return isNext && KEEPS.test(claim.verb) && /^(?:at|to|up)$/.test(next);
}

/** What is too long is not asked by half, for the rest is what it depends on; but it can do without what went on meanwhile. */
function shorter(reading: Reading, subject: string, end: number): Form {
  const { claim, tokens } = reading;
  const least = Math.max(claim.action + 2, claim.object?.to ?? 0);
  for (let at = end - 1; at >= least && !claim.isNegated; at -= 1) {
    const isBy = word(tokens, at) === "by" && /ing$/.test(word(tokens, at + 1));
    if (!isBy && !/^(?:amid|amidst|during|despite|given|before|after|throughout)$/.test(word(tokens, at))) continue;
    if (isHalf(reading, at)) continue;
    const asking = inverted(reading, subject, at);
    if (asking && asking.split(" ").length <= MOST_ASKED) return asking;
  }
  return undefined;
}

/** With "if inflation ran above it", "as feedstocks", "until prices fall": without them the answer would be to another question. */
function pastLimit({ claim, tokens }: Reading): number {
  // "rose as demand remained": the object is another's subject.
  const isOpen = claim.link === "as" && /^(?:VERB|AUX)$/.test(tokens[claim.end]?.pos ?? "");
  if (!isOpen && !LIMITS.test(word(tokens, claim.end))) return claim.end;
  let at = claim.end + 1;
  while (at < tokens.length && !/^[,;:.?!—–()"”“]$/.test(tokens[at]?.text ?? "")) at += 1;
  return at;
}
/** The token before "and expected" of "reported flat demand and expected growth": asked with "did", the second verb would be left in the past. */
export function anotherVerb(tokens: readonly Token[], from: number, to: number): number {
  for (let at = from; at < to - 1; at += 1) {
    if (!/^(?:and|but)$/.test(tokens[at]?.text ?? "")) continue;
    const verb = tokens[at + 1]?.pos === "ADV" ? at + 2 : at + 1;
    if (isPast(tokens[verb]) && /^(?:DET|ADJ|NOUN)$/.test(tokens[verb + 1]?.pos ?? ""))
      return tokens[at - 1]?.text === "," ? at - 1 : at;
  }
  return to;
}
const isPast = (token: Token | undefined) => token?.pos === "VERB" && /ed$/.test(token.text);

const LIMITS = /^(?:as|if|unless|until|when|where|that|than|or|since)$/;

/** Before "as China" of "as China, which is large, cuts output": half a clause is worse than none. */
function beforeHalfClause({ tokens, claim }: Reading, end: number): number {
  if (tokens[end]?.text !== "," || !/^(?:which|who|where|whose)$/.test(word(tokens, end + 1))) return end;
  for (let at = end - 1; at > Math.max(claim.action, end - 6); at -= 1)
    if (/^(?:as|when|if|while|because)$/.test(word(tokens, at))) return at;
  return end;
}

/** "revised up" is more than "revised". */
export function pastDirection({ claim, tokens }: Reading, figure: number): number {
  const isDirected = claim.isPassive && figure === claim.action + 1 && /^(?:up|down)$/.test(word(tokens, figure));
  return isDirected ? figure + 1 : figure;
}
