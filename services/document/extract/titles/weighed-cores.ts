import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { forIt, isDoubted } from "./told-cores.ts";

const LOSS = 0.3;

/**
 * "In determining the pace of cuts, members would take into account the rise in wages": "factors in pace of cuts". What
 * somebody would look at is no theme, what it is looked at for is.
 */
export function factorCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const subject = claim.subject?.from ?? claim.finite;
  const at = tokens.findIndex(
    ({ pos }, index) =>
      index < subject && pos === "VERB" && word(tokens, index - 1) === "in" && WEIGHING.test(word(tokens, index)),
  );
  // "it would be appropriate to take into account": what is weighed need not be the finite verb.
  const isWeighed = tokens.slice(claim.finite, claim.end).some(({ text }, index, all) => {
    const next = all[index + 1]?.text ?? "";
    return /^(?:assess|monitor|consider|weigh)$/.test(text) || (text === "take" && next === "into");
  });
  const phrase =
    at < 0 || !isWeighed || claim.modal === "" ? undefined : readPhrase(tokens, behindExtent(tokens, at + 1), subject);
  if (!phrase) return [];
  return headlinesOf(phrase, tokens, plain).map(({ text, lost }) => ({
    text: `factors in ${text.replace(/^appropriate /, "")}`,
    worth: FACTORS - lost * LOSS,
  }));
}
/** Past "the extent to which" of "the extent to which further cuts may be due". */
function behindExtent(tokens: readonly Token[], at: number): number {
  const which = tokens.slice(at, at + 4).findIndex(({ text }) => text === "which");
  return which < 0 ? at : at + which + 1;
}
export const WEIGHING = /^(?:determining|considering|assessing|judging|evaluating|deciding)$/;
/** More than what its words, which are not those of the clause itself, would give it. */
const FACTORS = 2.3;

/** "Risks were seen as tilted to the downside": "downside risks". */
export function tiltedCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const at = claim.action + (word(tokens, claim.action + 1) === "as" ? 2 : 1);
  const isTilted = /^(?:tilted|skewed|weighted)$/.test(word(tokens, at)) || /^(?:tilt|skew|weight)$/.test(claim.verb);
  const side = tokens
    .slice(claim.action, claim.action + 7)
    .find(({ text }) => /^(?:downside|upside)$/.test(text))?.text;
  const head = word(tokens, claim.subject?.head ?? -1);
  if (!isTilted || !claim.isPassive || claim.isNegated || !claim.subject || side === undefined || head !== "risks")
    return [];
  return headlinesOf(claim.subject, tokens, plain).map(({ text, lost }) => ({
    text: `${side} ${text.replace(/^(?:overall )?risks? (?:around|surrounding)/, "risks to")}`,
    worth: 1 - lost * LOSS,
  }));
}

/** "High inflation warranted a faster runoff", "a faster runoff would be warranted": "case for faster runoff". */
export function warrantedCores(reading: Reading): TitleCore[] {
  const { tokens, plain, claim } = reading;
  const { subject, object, isNegated, isPassive, verb, adjective, link } = claim;
  if (isNegated || claim.isExistential || isDoubted(reading)) return [];
  const isJudged = adjective >= 0 && /^(?:appropriate|warranted|justified|necessary)$/.test(word(tokens, adjective));
  const isWarrant = /^(?:warrant|justify)$/.test(verb);
  if (!isJudged && !isWarrant) return [];
  const phrase = isWarrant && !isPassive && adjective < 0 ? (link === "" ? object : undefined) : subject;
  if (!phrase || phrase.determiner === "no" || tokens[phrase.head]?.pos === "PRON") return [];
  // "such action": of what is said elsewhere.
  const isNeeded = word(tokens, adjective) === "necessary";
  // "losses warranted monitoring": of the losses.
  if (phrase === object && /^(?:monitoring|attention|caution|vigilance|scrutiny)$/.test(word(tokens, phrase.head)))
    return subject && word(tokens, phrase.head) === "monitoring"
      ? headlinesOf(subject, tokens, plain).map(({ text, lost }) => ({
          text: `need for monitoring of ${text}`,
          worth: 1 - lost * LOSS,
        }))
      : [];
  return headlinesOf(phrase, tokens, plain).map(({ text, lost }) => ({
    text: `${isNeeded ? "need for" : forIt(reading)} ${text}`,
    worth: (text.includes(" ") ? 1.1 : 0.5) - lost * LOSS,
  }));
}
