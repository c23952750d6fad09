import { directionOf, moves } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { amountAt, beforeFigure } from "../grammar/figures.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import type { Reading } from "../titles/reading.ts";
import { EFFECTS } from "../titles/title-verbs.ts";
import { decided, objectAsked } from "./agent-forms.ts";
import { inverted, isPlural, predicate } from "./asking.ts";
import { amountOf, levelHeld, shareAsked } from "./figure-forms.ts";
import { howMuch, howMuchPaid, whatShare } from "./how-much.ts";
import { compared, markReached, steady } from "./level-forms.ts";
import { conditional, expectedDeed, perceived, told, weighed } from "./plain-forms.ts";
import { causeAt, hasCause, isHalf, isSaying, isTold, TELLS, tellingWords } from "./predicates.ts";
import { ASKED, type Form, ownOf, type Parts, WHO } from "./question-parts.ts";
import { foreseen, found, howHigh, more, onDay, still } from "./seen-forms.ts";
import { isOpen, spoken } from "./spoken.ts";
import { stances } from "./stances.ts";
import { byHowMuch, identified, keptAt, MOVED } from "./which-forms.ts";
import { anotherVerb, pastDirection, whether } from "./yes-no.ts";

/** Questions of a clause with a subject, the best first. */
export function clauseForms(parts: Parts): (Form | Form[])[] {
  const { reading, named, agent } = parts;
  const subject = named || agent;
  if (subject === "") return [shareAsked(parts)];
  const { claim } = reading;
  const amount = amountOf(parts) ?? howMuch(reading, subject) ?? howMuchPaid(reading, subject) ?? levelHeld(parts);
  return [
    linked(parts),
    identified(parts),
    keptAt(parts, subject),
    byHowMuch(parts, subject),
    shareAsked(parts),
    whatShare(reading, subject),
    amount,
    howHigh(parts, amount),
    onDay(parts, subject),
    markReached(parts, subject),
    compared(parts),
    ...steady(parts),
    ...decided(reading, agent),
    ...stances(parts),
    weighed(parts),
    perceived(parts),
    expectedDeed(parts),
    told(parts),
    why(parts),
    effect(parts),
    subjectAsked(parts),
    amount === undefined ? objectOf(parts) : undefined,
    expected(parts),
    foreseen(parts),
    objectAsked(reading, agent),
    conditional(parts),
    whether(parts, subject),
    found(parts),
    still(parts),
    more(parts),
    described(parts),
    claim.isNegated ? undefined : change(parts),
  ];
}

/** "What was the increase offset by?", "What was it due to?" */
function linked({ reading, named }: Parts): Form {
  const { claim } = reading;
  // "raised by 4 tons" is asked by how much.
  const isAmount = MOVED.test(claim.verb) && amountAt(reading.tokens, claim.action + 1) !== undefined;
  // "was not offset by exports": by what, it does not say.
  if (named === "" || !claim.object || isAmount || claim.isNegated) return undefined;
  const isLinked = claim.link === "by" || (claim.link === "in" && claim.verb === "reflect");
  if (!(claim.isPassive && isLinked) && claim.verb !== "be due") return undefined;
  const asking = inverted(reading, named, claim.action + 1);
  return asking && `what ${asking} ${claim.link}`;
}

function why({ reading, named }: Parts): Form {
  if (named === "" || !isSaying(reading) || !hasCause(reading, false)) return undefined;
  const { claim, tokens } = reading;
  if (TELLS.test(claim.verb) || /^(?:depend|report|note|reflect)$/.test(claim.verb)) return undefined;
  // "was driven by lower sales": that is the cause already.
  if (claim.isPassive && /^(?:drive|explain|cause|attribute|boost|support|lead)$/.test(claim.verb)) return undefined;
  const figure = pastDirection(reading, beforeFigure(tokens, claim));
  const asking = inverted(reading, named, Math.min(figure, causeAt(reading)));
  return asking && asking.split(" ").length > named.split(" ").length + 1 ? `why ${asking}` : undefined;
}

/** "What effect did X have on Y?" */
function effect({ reading: { claim, tokens, plain }, named }: Parts): Form {
  const doer = claim.subject?.head ?? 0;
  if (tokens[doer]?.pos === "PROPN" || WHO.test(word(tokens, doer))) return undefined;
  if (claim.object && anotherVerb(tokens, claim.object.from, claim.object.to) < claim.object.to) return undefined;
  if (named === "" || !EFFECTS.has(claim.verb) || !claim.object || claim.isPassive || claim.isNegated) return undefined;
  if (/^(?:its|their|his|her)\b/.test(claim.object.determiner)) return undefined;
  // Prices increase "on average"; what weighs on something has an effect on it.
  if (claim.link !== "" && !(claim.link === "on" && /^(?:weigh|drag|press|impact|pull)$/.test(claim.verb)))
    return undefined;
  // "Higher prices" are what anything has an effect on.
  if (
    isOpen(claim.object, tokens) ||
    !isTold(claim.object, tokens) ||
    headlinesOf(claim.object, tokens, plain).length === 0
  )
    return undefined;
  const object = sliceText(tokens, plain, claim.object.from, claim.object.to);
  // "hit a record of 70 million": that is how high it rose.
  if (/ of [$€£]?\d/.test(object)) return undefined;
  const now = isPlural(claim.subject ?? claim.object, tokens) ? "do" : "does";
  const isNow = claim.tense === "present" && !/^(?:has|have)$/.test(word(tokens, claim.finite));
  const help = claim.modal !== "" ? claim.modal : claim.expected !== "" ? "would" : isNow ? now : "did";
  return `what effect ${help.replace(/^(?:may|might)$/, "could")} ${named} have on ${object}`;
}

/** "What would weigh further on economic activity?": asks for the subject. */
function subjectAsked({ reading, named }: Parts): Form {
  const { claim, tokens, plain } = reading;
  if (named === "" || !claim.object || !/^(?:|on|to)$/.test(claim.link) || claim.isNegated || claim.isPassive)
    return undefined;
  // "slowed to a crawl": what it came to is no object.
  if (claim.link === "to" && moves(claim.verb)) return undefined;
  if (tokens[claim.subject?.head ?? 0]?.pos !== "NOUN") return undefined;
  const asks = WHO.test(word(tokens, claim.subject?.head ?? 0)) ? "who" : "what";
  // Of those who report something one asks for that.
  if (asks === "who" && /^(?:report|note|see|cite|express|expect|indicate|mention|continue)$/.test(claim.verb))
    return undefined;
  // "a manufacturer" is nobody whom one could name.
  if (asks === "who" && /^an?\b/.test(claim.subject?.determiner ?? "")) return undefined;
  if (asks === "what" && !EFFECTS.has(claim.verb) && !CAUSING.test(claim.verb)) return undefined;
  if (asks === "who" && /^(?:be|have|see|experience|show|do|make|represent|remain|become)$/.test(claim.verb))
    return undefined;
  const cut = beforeFigure(tokens, claim);
  if (cut < claim.object.to || isOpen(claim.object, tokens) || !isTold(claim.object, tokens)) return undefined;
  if (headlinesOf(claim.object, tokens, plain).length === 0) return undefined;
  if (isHalf(reading, cut)) return undefined;
  const said = predicate(reading, cut);
  // "pointed to a moderation": of what?
  if (claim.verb === "point" && tellingWords(sliceText(tokens, plain, claim.object.from, claim.object.to)) < 3)
    return undefined;
  return said && said.split(" ").length >= 4 ? `${asks} ${said}` : undefined;
}

/** "What did the weakness in shipbuilding reflect?": asks for what comes of it, or for what it comes of. */
function objectOf({ reading, named }: Parts): Form {
  const { claim, tokens } = reading;
  if (named === "" || !claim.object || claim.isNegated || claim.isPassive || claim.isInfinitive) return undefined;
  const isTied = LEADS[claim.verb]?.test(claim.link) === true;
  if (
    !isTied ||
    tellingWords(named) < 2 ||
    (claim.verb !== "depend" && !isTold(claim.object, tokens)) ||
    WHO.test(word(tokens, claim.subject?.head ?? 0))
  )
    return undefined;
  // "What did it result in in May?"
  if (claim.link !== "" && reading.ownPeriod !== "") return undefined;
  const asking = inverted(reading, named, claim.action + 1);
  return asking && `what ${asking}${claim.link === "" ? "" : ` ${claim.link}`}`;
}

/** Verbs that say little without their object, with the preposition of it. */
const LEADS: Record<string, RegExp> = {
  reflect: /^$/,
  lead: /^to$/,
  result: /^in$/,
  contribute: /^to$/,
  imply: /^$/,
  cause: /^$/,
  include: /^$/,
  require: /^$/,
  depend: /^on$/,
};

const CAUSING =
  /^(?:cause|lead|contribute|trigger|prompt|create|generate|pose|keep|threaten|encourage|enable|account|point|provide|justify|warrant|explain)$/;

function expected({ reading: { claim, tokens }, named }: Parts): Form {
  if (named === "" || claim.expected === "" || isName(tokens[claim.subject?.head ?? 0])) return undefined;
  // "is estimated to have fallen": it is past.
  if (tokens.slice(claim.finite, claim.action).some(({ text }) => text === "have")) return undefined;
  const first = word(tokens, claim.finite);
  const plural = claim.subject !== undefined && isPlural(claim.subject, tokens);
  const be = /^(?:is|was)$/.test(first) ? "was" : /^(?:are|were)$/.test(first) || plural ? "were" : "was";
  return (moves(claim.verb) || directionOf(tokens, claim) !== "") && !claim.isPassive
    ? `how ${be} ${named} expected to change`
    : `what was expected for ${named}`;
}

/** A measure may be called by its letters: "GDP". */
const isName = (token: Token | undefined) =>
  token?.pos === "PROPN" && !/^(?:GDP|GNP|PCE|CPI|PPI|HICP|EPS|FX)$/.test(token.text);

/** "How did X change over the month?", of what moved without an amount. */
function change({ reading, named }: Parts): Form {
  const { claim, tokens, plain } = reading;
  if (named === "" || claim.verb === "be" || claim.isPassive || claim.expected !== "" || claim.modal !== "")
    return undefined;
  if ((claim.object && claim.link === "") || amountAt(tokens, claim.action + 1)) return undefined;
  if (WHO.test(word(tokens, claim.subject?.head ?? 0)) || !(moves(claim.verb) || directionOf(tokens, claim) !== ""))
    return undefined;
  const behind = sliceText(tokens, plain, afterMove(reading), beforeFigure(tokens, claim));
  const bare = behind.replace(
    /(?:^| )(?:in (?:line|part|tandem)|than|as|with|despite|before|after|following|compared|relative|versus|from (?:the|an?|already|its|their)) .*$/,
    "",
  );
  // Of "from its peak in 2031" the year is that of the peak.
  if (reading.ownPeriod !== "" && plain.includes(reading.ownPeriod) && / from .*\d{4}/.test(` ${behind}`))
    return undefined;
  const first = word(tokens, claim.finite);
  const plural = claim.subject !== undefined && isPlural(claim.subject, tokens);
  const rest = bare.replace(/^(?:overall|again) /, "");
  const when = TIME_START.test(rest) ? ` ${rest}` : "";
  if (/^(?:is|are|was|were)$/.test(first) && /ing$/.test(word(tokens, claim.action)))
    return `how ${first} ${named} changing${when}`;
  if (/^(?:has|have)$/.test(first)) return `how ${first} ${named} changed${when}`;
  return `how ${claim.tense === "past" ? "did" : plural ? "do" : "does"} ${named} change${when}`;
}

const TIME_START = /^(?:in|over|during|since|between|from|through|at the (?:start|end|beginning|turn|time)) /;

/** The token behind "declined sharply" and "edged up". */
function afterMove({ claim, tokens }: Reading): number {
  let at = claim.action + 1;
  while (at < claim.end && (tokens[at]?.pos === "ADV" || /^(?:up|down|higher|lower)$/.test(word(tokens, at)))) at += 1;
  return at;
}

/** What only people are: it is no description of them that one asks for. */
const FEELS = /^(?:concerned|uncertain|optimistic|pessimistic|confident|aware|cautious|worried|hopeful|able|willing)$/;

function described({ reading: { claim, tokens, plain }, context, source, named }: Parts): Form {
  if (WHO.test(word(tokens, claim.subject?.head ?? 0)) || FEELS.test(word(tokens, claim.adjective))) return undefined;
  if (tellingWords(named) < 2) return undefined;
  if (source !== "" && named.includes(source.replace(/^the /, ""))) return undefined;
  // "lower in the north than in the south": no description of it alone.
  if (
    claim.expected !== "" ||
    /er$|^(?:less|more)$/.test(word(tokens, claim.adjective)) ||
    /^(?:more|less)$/.test(word(tokens, claim.adjective - 1))
  )
    return undefined;
  if (claim.adjective < 0 || named === "" || source === "" || claim.isNegated || /^(?:if|unless|until) /i.test(plain))
    return undefined;
  return `how did ${source} describe ${ownOf(named, context)}`;
}

/** "What did the Board note about rents in the north?": only of what is named in full, in two telling words at least. */
export function saidForm({ reading, context, source, named }: Parts): Form {
  const { claim, tokens, holder, holds } = reading;
  const about = named.replace(/^the /, "").toLowerCase();
  if (source === "" || named === "" || !claim.subject || claim.isExistential) return undefined;
  if (source.toLowerCase().includes(about)) return undefined;
  // Of those who tell it one asks for what they tell.
  if (WHO.test(word(tokens, claim.subject.head))) {
    const object = claim.object && !/^(?:be|have)$/.test(claim.verb) ? spoken(claim.object, reading, context) : "";
    return tellingWords(object) < 2 ? undefined : `what did ${source} say about ${object}`;
  }
  if (tokens[claim.subject.head]?.pos === "PROPN") return undefined;
  if (tellingWords(named) < 2) return undefined;
  return `what did ${source} ${holder === "" || !source.includes(holder.split(" ").at(-1) ?? holder) ? "say about" : (ASKED[holds] ?? "say about")} ${ownOf(named, context)}`;
}
