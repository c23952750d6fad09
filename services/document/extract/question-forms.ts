import { type Asking, amountAt, beforeFigure, inverted, isOpen, isPlural, predicate, spoken } from "./asking.ts";
import { directionOf, moves } from "./changes.ts";
import type { judgedAction } from "./claim.ts";
import { word } from "./clause.ts";
import type { Context } from "./context.ts";
import { headlinesOf } from "./headline.ts";
import { beOf, howMuch, howMuchPaid, timeBehind, whatShare } from "./how-much.ts";
import { isNaming, isPale, sliceText } from "./noun-phrases.ts";
import { type Phrase, readPhrase } from "./phrase.ts";
import { DEEDS, EFFECTS } from "./title-cores.ts";
import type { Reading } from "./topic.ts";
import { baseForm } from "./verb-forms.ts";

/** Stands for the "it" of "it would be appropriate", which points to nothing, until the question has been checked. */
export const EXPLETIVE = "§";

/** What the forms of a question are filled with. */
export interface Parts {
  reading: Asking;
  context: Context;
  /** Who says it; empty when unknown. */
  source: string;
  /** What it is said of; empty where that is somebody who acts, or cannot be named. */
  named: string;
  /** Who does it; empty where nobody acts. */
  agent: string;
}
type Form = string | undefined;

const CAUSE =
  /\b(?:because|due (?:in part |largely |primarily |mainly |partly )?to|owing to|reflect(?:s|ed|ing)|driven by|as a result of|on account of|supported by|attributable to|attributed to|led by|thanks to|caused by|resulting from|boosted by|primarily from)\b/i;
const OTHER_CLAUSE =
  /[;:]|\.(?=\s)|\b(?:while|but|although|whereas|which|who|that)\b|(?:,| and) [\w\s’'-]{2,60} (?:was|were|had|has|have|is|are|rose|fell|would|will)\b/;
/** How one asks for what somebody says, by the verb with which it is told. */
const ASKED: Record<string, string> = {
  judge: "judge about",
  expect: "expect for",
  anticipate: "expect for",
  note: "note about",
  observe: "observe about",
  report: "report about",
  comment: "say about",
  assess: "conclude about",
  conclude: "conclude about",
  argue: "argue about",
  emphasize: "stress about",
  emphasise: "stress about",
  stress: "stress about",
  project: "project for",
  forecast: "forecast for",
  warn: "warn about",
  suggest: "suggest about",
  highlight: "highlight about",
};
/** Verbs that only tell what others say or think: one asks for that, not whether they tell it. */
const TELLS =
  /^(?:say|state|note|show|mean|decide|agree|vote|expect|judge|believe|suggest|indicate|think|assume|imply|highlight|cite|mention|include|see)$/;

/** Questions of a clause with a subject, the best first. */
export function clauseForms(parts: Parts): Form[] {
  const { reading, named, agent } = parts;
  const subject = named || agent;
  if (subject === "") return [];
  const { claim } = reading;
  return [
    linked(parts),
    whatShare(reading, subject),
    howMuch(reading, subject),
    howMuchPaid(reading, subject),
    ...decided(reading, agent),
    why(parts),
    effect(parts),
    subjectAsked(parts),
    expected(parts),
    objectAsked(reading, agent),
    whether(parts, subject),
    described(parts),
    claim.isNegated ? undefined : change(parts),
  ];
}

/** "What was the increase offset by?", "What was it due to?" */
function linked({ reading, named }: Parts): Form {
  const { claim } = reading;
  if (named === "" || !claim.object) return undefined;
  if (!(claim.isPassive && claim.link === "by") && claim.verb !== "be due") return undefined;
  const asking = inverted(reading, named, claim.action + 1);
  return asking && `what ${asking} ${claim.link}`;
}

/** "Did rents rise in May?", without the figure. */
const EXPECTING = /^(?:expect|project|forecast|anticipate|predict|estimate|foresee)$/;

function whether({ reading, named, agent }: Parts, subject: string): Form {
  const { claim, tokens, plain } = reading;
  // "If demand fell": what holds only then, or only until then.
  // "expects output, which is seasonal, to fall": no output is expected.
  const isOfObject = agent !== "" && named === "" && claim.object?.to === claim.end;
  if (claim.modal === "must" || (EXPECTING.test(claim.verb) && !isOfObject)) return undefined;
  // "may not be able to": asked without "not" it would be of a chance to succeed.
  if (claim.isNegated && /^(?:may|might|could)$/.test(claim.modal)) return undefined;
  if (!isSaying(reading) || /^(?:if|unless|until|assuming|provided|once|should|based on|absent|without) /i.test(plain))
    return undefined;
  const figure = beforeFigure(tokens, claim);
  // "was not expected to rise owing to slack": asked without "not", the cause would be of the opposite.
  const end = Math.min(
    claim.isNegated && hasCause(reading, true) ? Math.min(figure, causeAt(reading)) : figure,
    comparedAt(reading),
  );
  const asking = inverted(reading, subject, end);
  if (!asking) return undefined;
  const isCut = figure < claim.end && end === figure;
  const time = isCut ? timeBehind(reading, figure) : "";
  const said = asking.split(" ").length - subject.split(" ").length;
  // "Were bids?" says nothing.
  if (said < 2 || isHalf(reading, end)) return undefined;
  const whole = `${asking}${time}`;
  if (whole.split(" ").length <= MOST_ASKED) return whole;
  // Too long: up to what hangs on the object, part by part.
  const ends = (claim.object?.attached ?? []).map(({ to }) => to).filter((to) => to < end);
  for (const to of ends.toReversed()) {
    const short = inverted(reading, subject, to);
    if (short && short.split(" ").length <= MOST_ASKED) return short;
  }
  return undefined;
}
const MOST_ASKED = 18;

/** What it is compared with need not be asked for: "than" belongs to its adjective, "compared with" does not. */
function comparedAt({ claim, tokens }: Reading): number {
  for (let at = claim.action + 1; at < claim.end; at += 1)
    if (/^(?:compared|versus)$/.test(word(tokens, at))) return at;
  return claim.end;
}

/** What is cut off leaves half a phrase: "an ongoing" of "an ongoing but still slow recovery", "the issuance" of "the issuance of up to 5 million shares". */
function isHalf({ claim, tokens, plain }: Reading, end: number): boolean {
  const last = tokens[end - 1];
  // "two vendors that stood for a tenth": without the clause they are any two.
  if (/^(?:that|who|which|whose|where)$/.test(word(tokens, end)) && /^(?:NOUN|PROPN)$/.test(last?.pos ?? ""))
    return true;
  // "contracts designated" of "contracts designated as hedges"
  if (last?.pos === "VERB" && /ed$/.test(last.text) && end - 1 > claim.action && tokens[end - 2]?.pos === "NOUN")
    return true;
  if (
    last?.pos === "DET" ||
    (last?.pos === "ADJ" && end - 1 > claim.adjective && /^(?:but|and|or|if|albeit|,|\()$/.test(word(tokens, end)))
  )
    return end - 1 !== claim.adjective;
  const { object } = claim;
  if (!object || end >= object.to || end < object.core.to || word(tokens, end) !== "of") return false;
  return tellingWords(sliceText(tokens, plain, object.core.from, end)) < 2;
}

function why({ reading, named }: Parts): Form {
  if (named === "" || !isSaying(reading) || !hasCause(reading, false)) return undefined;
  const { claim, tokens } = reading;
  if (TELLS.test(claim.verb) || /^(?:depend|report|note)$/.test(claim.verb)) return undefined;
  const asking = inverted(reading, named, Math.min(beforeFigure(tokens, claim), causeAt(reading)));
  return asking && asking.split(" ").length > named.split(" ").length + 1 ? `why ${asking}` : undefined;
}

/** "What effect did X have on Y?" */
function effect({ reading: { claim, tokens, plain }, named }: Parts): Form {
  if (tokens[claim.subject?.head ?? 0]?.pos === "PROPN") return undefined;
  if (named === "" || !EFFECTS.has(claim.verb) || !claim.object || claim.isPassive || claim.isNegated) return undefined;
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
  if (tokens[claim.subject?.head ?? 0]?.pos !== "NOUN") return undefined;
  const asks = WHO.test(word(tokens, claim.subject?.head ?? 0)) ? "who" : "what";
  if (asks === "what" && !EFFECTS.has(claim.verb) && !CAUSING.test(claim.verb)) return undefined;
  if (asks === "who" && /^(?:be|have|see|experience|show|do|make|represent|remain|become)$/.test(claim.verb))
    return undefined;
  const cut = beforeFigure(tokens, claim);
  if (cut < claim.object.to || isOpen(claim.object, tokens) || !isTold(claim.object, tokens)) return undefined;
  if (headlinesOf(claim.object, tokens, plain).length === 0) return undefined;
  const said = predicate(reading, cut);
  return said && said.split(" ").length >= 4 ? `${asks} ${said}` : undefined;
}

const CAUSING =
  /^(?:cause|lead|contribute|trigger|prompt|create|generate|pose|keep|threaten|encourage|enable|account)$/;
const WHO =
  /^(?:governments?|authorities|banks?|company|companies|commissions?|councils?|committees?|firms|households|consumers|ministers?|department|boards?|investors|importers|exporters|producers|farmers|employers|businesses|lenders|borrowers|policymakers|retailers|manufacturers|contacts|respondents|customers|workers|employees|participants?|members?|people|agency|agencies|importer|exporter|firm|lender|producer|investor|retailer)$/;

function expected({ reading: { claim, tokens }, named }: Parts): Form {
  if (named === "" || claim.expected === "" || tokens[claim.subject?.head ?? 0]?.pos === "PROPN") return undefined;
  const be = claim.subject && isPlural(claim.subject, tokens) ? "were" : "was";
  return moves(claim.verb) && !claim.isPassive
    ? `how ${be} ${named} expected to change`
    : `what was expected for ${named}`;
}

/** "How did X change over the month?", of what moved without an amount. */
function change({ reading, named }: Parts): Form {
  const { claim, tokens, plain } = reading;
  if (named === "" || claim.verb === "be" || claim.isPassive || claim.expected !== "" || claim.modal !== "")
    return undefined;
  if ((claim.object && claim.link === "") || amountAt(tokens, claim.action + 1)) return undefined;
  if (WHO.test(word(tokens, claim.subject?.head ?? 0)) || !(moves(claim.verb) || directionOf(tokens, claim) !== ""))
    return undefined;
  const rest = sliceText(tokens, plain, afterMove(reading), beforeFigure(tokens, claim));
  const first = word(tokens, claim.finite);
  const plural = claim.subject !== undefined && isPlural(claim.subject, tokens);
  const when = TIME_START.test(rest) ? ` ${rest}` : "";
  if (/^(?:has|have)$/.test(first)) return `how ${first} ${named} changed${when}`;
  return `how ${claim.tense === "past" ? "did" : plural ? "do" : "does"} ${named} change${when}`;
}

const TIME_START = /^(?:in|over|during|since|between|from|through|at the) /;

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
  if (source !== "" && named.includes(source.replace(/^the /, ""))) return undefined;
  if (claim.adjective < 0 || named === "" || source === "" || claim.isNegated || /^(?:if|unless|until) /i.test(plain))
    return undefined;
  return `how did ${source} describe ${ownOf(named, context)}`;
}

/** "its net sales" of "Harlow's net sales", where Harlow is who says it. */
const ownOf = (named: string, { company = "" }: Context) =>
  company === "" ? named : named.replace(`${company}'s `, "its ").replace(`${company}' `, "its ");

/** "What did the Board note about rents in the north?": only of what is named in full, in so many telling words. */
export function saidForm({ reading, context, source, named }: Parts, least: number): Form {
  const { claim, tokens, holder, holds } = reading;
  const about = named.replace(/^the /, "").toLowerCase();
  if (source === "" || named === "" || !claim.subject || claim.isExistential) return undefined;
  if (source.toLowerCase().includes(about) || WHO.test(word(tokens, claim.subject.head))) return undefined;
  if (tokens[claim.subject.head]?.pos === "PROPN") return undefined;
  if (tellingWords(named) < least) return undefined;
  return `what did ${source} ${holder === "" ? "say about" : (ASKED[holds] ?? "say about")} ${ownOf(named, context)}`;
}

const tellingWords = (text: string) =>
  text
    .split(" ")
    .filter((one) => /^\p{L}{3}|^[A-Z.]{2}/u.test(one) && isNaming(one.toLowerCase()) && !isPale(one.toLowerCase()))
    .length;

/** "What did the Board say about the effects of higher fees?": where an agent speaks of its object. */
export function objectForm({ reading, context, source }: Parts): Form {
  const { claim, tokens, plain, isAgent } = reading;
  if (EXPECTING.test(claim.verb)) return undefined;
  if (!isAgent || !claim.object || source === "" || DEEDS[claim.verb] !== undefined) return undefined;
  const object = spoken(claim.object, reading, context);
  if (object === "" || tellingWords(object) < 2 || /^(?:be|have)$/.test(claim.verb)) return undefined;
  return `what did ${source} ${ASKED[claim.verb] ?? "say about"} ${sliceText(tokens, plain, claim.object.from, claim.object.to)}`;
}

/** "Were there signs of a recovery?", "Could there be one?" */
export function existenceForms({ reading, context, source }: Parts): Form[] {
  const { claim } = reading;
  const object = claim.object ? spoken(claim.object, reading, context) : "";
  if (claim.verb !== "be" || !claim.object || tellingWords(object) < 2) return [];
  const any = object.replace(/^no /, "any ");
  const asks =
    claim.modal === ""
      ? `${beOf(reading, claim.object.isPlural)} there ${any}`
      : `${/^(?:may|might)$/.test(claim.modal) ? "could" : claim.modal} there be ${any}`;
  return [asks, source === "" ? undefined : `what did ${source} say about ${object.replace(/^no /, "")}`];
}

/** "Was it appropriate to ease policy?", "What did members consider appropriate?" */
export function judgedForms({ reading, source }: Parts, judged: NonNullable<ReturnType<typeof judgedAction>>): Form[] {
  const { claim, tokens } = reading;
  const end = Math.max(judged.object.to, beforeFigure(tokens, claim));
  return [
    inverted(reading, EXPLETIVE, end),
    source === "" ? undefined : `what did ${source} consider ${word(tokens, claim.adjective)}`,
  ];
}

/** A cause is named in the clause itself, not in one that follows it. */
function hasCause({ claim, tokens, plain }: Reading, ofDenied: boolean): boolean {
  if ((claim.isNegated && !ofDenied) || claim.verb === "be due") return false;
  const behind = plain.slice(tokens[claim.action]?.end ?? 0);
  const at = behind.search(CAUSE);
  return at >= 0 && at < 160 && !OTHER_CLAUSE.test(behind.slice(0, at));
}

/** The token at which the cause begins. */
function causeAt({ claim, tokens, plain }: Reading): number {
  const start = tokens[claim.action]?.end ?? 0;
  const at = start + plain.slice(start).search(CAUSE);
  const found = tokens.findIndex((token) => token.start >= at);
  return found < 0 ? claim.end : found;
}

/** The predicate says something once its figures are cut off: a movement, an object, an adjective. */
function isSaying({ claim, tokens }: Reading): boolean {
  const cut = beforeFigure(tokens, claim);
  if (moves(claim.verb) || (directionOf(tokens, claim) !== "" && claim.verb !== "be")) return true;
  if (claim.isPassive && DEEDS[claim.verb] !== undefined) return true;
  // "is forecast at 5 dollars" says nothing without its figure.
  if (claim.isPassive) return cut > claim.action + 1 || cut === claim.end;
  if (claim.adjective >= 0) return cut > claim.adjective + 1 || cut === claim.end;
  if (claim.object !== undefined) return cut >= claim.object.core.to && isTold(claim.object, tokens);
  // "The response has peaked": nothing was cut off.
  return cut === claim.end && !/^(?:be|have)$/.test(claim.verb) && !TELLS.test(claim.verb);
}

/** The object is more than one pale word: "a role" tells too little. */
function isTold(phrase: Phrase, tokens: Reading["tokens"]): boolean {
  for (let at = phrase.core.from; at < phrase.to; at += 1) {
    const text = word(tokens, at);
    if (/^(?:NOUN|PROPN|ADJ|VERB)$/.test(tokens[at]?.pos ?? "") && isNaming(text) && !isPale(text)) return true;
  }
  return false;
}

/** "What did the Board decide on the base rate?" and "Did it decide to raise it?" */
function decided({ claim, tokens, plain, clause }: Reading, agent: string): string[] {
  const preposition = {
    decide: "decide on",
    vote: "decide on",
    agree: "decide on",
    plan: "plan for",
    intend: "plan for",
    propose: "propose for",
    prefer: "prefer to do with",
  }[claim.verb];
  if (agent === "" || !preposition || claim.isNegated || claim.isPassive) return [];
  for (let at = clause.verb.to; at < claim.action + 12; at += 1) {
    if (word(tokens, at) === "that") return [];
    if (word(tokens, at) !== "to" || tokens[at + 1]?.pos !== "VERB" || /ing$/.test(word(tokens, at + 1))) continue;
    const object: Phrase | undefined = readPhrase(tokens, at + 2, tokens.length);
    if (!object || !isTold(object, tokens)) return [];
    const named = sliceText(tokens, plain, object.from, object.to);
    const state = /^(?:unchanged|steady|constant)$/.test(word(tokens, object.to)) ? ` ${word(tokens, object.to)}` : "";
    const isDoing = tokens[object.from]?.pos === "VERB";
    const asked = isDoing ? [] : [`what did ${agent} ${preposition} ${named}`];
    if (!claim.modal) asked.push(`did ${agent} ${claim.verb} to ${word(tokens, at + 1)} ${named}${state}`);
    return claim.verb === "vote" && !isDoing ? [`how did ${agent} vote on ${named}`, ...asked] : asked;
  }
  return [];
}

/** What is done to something that one would ask for: nobody asks what a company recognizes. */
const DONE =
  /^(?:acquire|purchase|buy|sell|divest|issue|repurchase|announce|approve|appoint|elect|launch|adopt|complete|terminate|introduce|establish|close|open|replace|ban|suspend|discontinue|redeem)$/;

/** "What did Harlow acquire?" */
function objectAsked({ claim, tokens, plain }: Reading, agent: string): Form {
  if (
    agent === "" ||
    !claim.object ||
    claim.link !== "" ||
    claim.isPassive ||
    claim.isNegated ||
    claim.tense === "modal"
  )
    return undefined;
  if (!DONE.test(claim.verb) || baseForm(word(tokens, claim.finite)) !== claim.verb) return undefined;
  const rest = sliceText(tokens, plain, claim.object.to, claim.end);
  return /\d{2}/.test(rest) && !/(?:19|20)\d\d/.test(rest) ? undefined : `what did ${agent} ${claim.verb} ${rest}`;
}
