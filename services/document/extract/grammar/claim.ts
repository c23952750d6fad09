import { type Clause, mainClause, word } from "./clause.ts";
import type { Token } from "./language.ts";
import { type Phrase, readPhrase } from "./phrase.ts";
import { cleanSubject } from "./subjects.ts";
import { actionForm, baseForm } from "./verb-forms.ts";

/** What a clause says, as far as it can be told from parts of speech: who or what, does what, to what. */
export interface Claim {
  /** The whole subject; undefined where there is none or where it could not be read to its end. */
  subject: Phrase | undefined;
  /** The finite verb, an auxiliary or the main verb: what a question puts in front. */
  finite: number;
  /** The verb that says it, in its base form: "rise" of "is expected to continue to rise". */
  verb: string;
  /** Its token. */
  action: number;
  tense: "past" | "present" | "modal";
  /** "may", "would"; "would" too for "likely". Empty for what is told as a fact. */
  modal: string;
  /** "expect", "forecast" of "is expected to rise", "forecast a rise". Empty otherwise. */
  expected: string;
  /** "is estimated to have risen", "had probably risen": what is expected has been. */
  isDone: boolean;
  /** "A weaker currency would raise prices", "prices would rise if it fell": nobody says that it will be so. */
  isSupposed: boolean;
  isNegated: boolean;
  /** "was offset", not "was expected to offset". */
  isPassive: boolean;
  /** The noun phrase that follows the verb, also behind a preposition that belongs to the verb: "weigh on activity". */
  object: Phrase | undefined;
  /** The preposition between the verb and its object; empty where the object follows at once. */
  link: string;
  /** An adjective behind "be", "remain", "appear". Its token, or -1. */
  adjective: number;
  /** Before which token the predicate ends: at a comma, a conjunction or the like. */
  end: number;
  /** "There were signs of …": the object is what there is. */
  isExistential: boolean;
  /** The verb as it stands: "offset" of "was offset by". */
  participle: string;
  /** "expected prices to rise": what should be the finite verb is another's. */
  isInfinitive: boolean;
}

/** Verbs that only say how another goes on: "continued to rise" rises. */
const ASPECTS = /^(?:continue|begin|start|tend|appear|seem|prove|help|manage|cease|need|work|serve|act|come)$/;
const EXPECTING = /^(?:expect|project|forecast|anticipate|predict|estimate|foresee|envisage|assume)$/;
const COPULAS = /^(?:be|remain|become|appear|seem|look|stay|prove|turn|get|grow)$/;
/** Where a predicate ends. */
const BREAKS = new Set(
  "while because although though whereas since as if when but which who whom whose unless until and or that so including reflecting given despite amid thereby".split(
    " ",
  ),
);
const MAX_PREDICATE = 26;
/** Heads of phrases that say when. */
export const TIMES =
  /^(?:years?|quarters?|months?|weeks?|days?|periods?|term|half|halves|meeting|time|times|moment|today|decades?|morning|afternoon|january|february|march|april|may|june|july|august|september|october|november|december|h[12]|q[1-4]|(?:19|20)\d\d|mid-\d{4}|past|date|future|horizon|spring|summer|autumn|winter)$/;
const LINKS = new Set(
  "by on to of in for from into about against over with at around toward towards above below near beyond under between among across as".split(
    " ",
  ),
);

export function readClaim(tokens: Token[], clause: Clause): Claim | undefined {
  const finite = clause.verb.from;
  let action = clause.head;
  let verb = actionForm(word(tokens, action));
  let expected = "";
  let isDone = false;
  let modal = modalOf(tokens, clause.verb.from, clause.verb.to);
  // "neither choice would cause harm"
  let isNegated = isDenied(tokens, clause.verb.from, clause.verb.to) || word(tokens, clause.subject.from) === "neither";
  let isPassive = isPassiveGroup(tokens, finite, action);
  let at = clause.verb.to;
  for (let depth = 0; depth < 4; depth += 1) {
    // "continued reducing"
    if (ASPECTS.test(verb) && !isPassive && tokens[at]?.pos === "VERB" && /ing$/.test(word(tokens, at))) {
      action = at;
      verb = actionForm(word(tokens, at));
      at += 1;
      break;
    }
    // "helped reduce costs", "helped support traffic"
    if (verb === "help" && !isPassive && isBareVerb(tokens, at)) {
      action = at;
      verb = word(tokens, at);
      at += 1;
      break;
    }
    // "is likely to rise", "is set to rise"
    const isLikely =
      verb === "be" && /^(?:likely|unlikely|set|poised|bound|able|due)$/.test(word(tokens, skipAdverbs(tokens, at)));
    const isSet = verb === "set" && isPassive;
    const isForced = verb === "have" && word(tokens, at) === "to";
    if (isForced) modal = "must";
    const to = isLikely ? skipAdverbs(tokens, at) + 1 : at;
    const isHeld = isPassive && /^(?:judge|consider|think|believe|see|find|assess|say|report)$/.test(verb);
    const doesFold =
      isHeld ||
      isLikely ||
      isSet ||
      isForced ||
      (EXPECTING.test(verb) && (isPassive || at > action + 1)) ||
      (ASPECTS.test(verb) && !isPassive);
    if (!doesFold || word(tokens, to) !== "to") break;
    const next = infinitiveAt(tokens, to + 1);
    if (next === undefined) break;
    if (EXPECTING.test(verb)) {
      expected = verb;
    }
    if (isLikely || EXPECTING.test(verb))
      isDone = tokens.slice(to + 1, next.action).some(({ text }) => text === "have");
    if ((isLikely || isSet) && modal === "") modal = "would";
    if (word(tokens, to - 1) === "unlikely") isNegated = true;
    action = next.action;
    verb = actionForm(word(tokens, action));
    isPassive = next.isPassive;
    at = action + 1;
  }
  // "was still elevated": nobody elevated it.
  const copula = isPassive && STATES.test(word(tokens, action)) ? copulaBefore(tokens, action) : -1;
  if (copula >= 0) [verb, isPassive, action, at] = ["be", false, copula, copula + 1];
  // "would have been higher had loans not been extended": it was not so, but "is likely to have been" was.
  if (
    /^(?:would|should)$/.test(modal) &&
    !/^(?:is|are|was|were)$/.test(word(tokens, finite)) &&
    tokens.slice(finite, action).some(({ text }) => text === "have")
  )
    return undefined;
  // "Without the rise in fares, traffic would be even higher": it is not to be so.
  if (modal === "would" && word(tokens, finite) === "would" && isContrary(tokens, clause)) return undefined;
  // "had probably risen": a guess at what has been, and no forecast.
  const isGuess =
    modal === "would" && expected === "" && action === clause.head && /^ha(?:s|ve|d)$/.test(word(tokens, finite));
  const subject = cleanSubject(tokens, clause.subject.from, clause.subject.to);
  const end = endOfPredicate(tokens, at);
  const isSupposed =
    modal === "would" &&
    expected === "" &&
    word(tokens, finite) === "would" &&
    !NEEDS.test(verb) &&
    !NEEDS.test(word(tokens, clause.head)) &&
    // "would continue to restrain": it does already.
    word(tokens, clause.head) !== "continue" &&
    isSupposition(tokens, subject);
  const claim: Claim = {
    subject,
    finite,
    verb,
    action,
    tense: tenseOf(tokens, finite, modal),
    modal,
    expected,
    isDone: isDone || isGuess,
    isSupposed,
    isNegated,
    isPassive,
    object: undefined,
    link: "",
    adjective: -1,
    end,
    isExistential: word(tokens, clause.subject.from) === "there",
    isInfinitive: false,
    participle: word(tokens, action),
  };
  const told = { ...claim, ...complementOf(tokens, at, claim) };
  // "would be desirable": a view, and no effect.
  const whole = told.adjective >= 0 ? { ...told, isSupposed: false } : told;
  // "made no contributions"
  return whole.object?.determiner === "no" ? { ...whole, isNegated: true } : whole;
}

/** "Without the rise in fares, …": what follows is told of what is not. */
const isContrary = (tokens: Token[], { subject }: Clause) =>
  subject.from > 1 &&
  /^(?:without|absent|but)$/.test(word(tokens, 0)) &&
  (word(tokens, 0) !== "but" || word(tokens, 1) === "for");

/** What only might be, "a faster cut", "weaker demand", "an improvement"; or a condition that the sentence makes. */
function isSupposition(tokens: Token[], subject: Phrase | undefined): boolean {
  const isAny = subject !== undefined && /^(?:an?)?$/.test(subject.determiner);
  const isOther = isAny && (OTHER.test(word(tokens, subject.core.from)) || TURN.test(word(tokens, subject.head)));
  return (
    isOther || tokens.some((_token, at) => word(tokens, at) === "if" && !/^(?:even|as)$/.test(word(tokens, at - 1)))
  );
}
const OTHER = /^(?:lower|higher|weaker|stronger|slower|faster|larger|smaller|greater)$/;
const TURN = /^(?:improvement|escalation|deterioration|worsening|correction|appreciation|depreciation)$/;
/** What would have to be is no effect of it. */
const NEEDS = /^(?:need|require|warrant)$/;

/** Participles that say how something is, not what was done to it. */
const STATES = /^(?:elevated|subdued|muted|depressed|strained|heightened|stretched|mixed|contained|concentrated)$/;

/** The "was" in front of a participle that is an adjective, -1 where somebody does it: "was contained by". */
function copulaBefore(tokens: Token[], at: number): number {
  let before = at - 1;
  while (tokens[before]?.pos === "ADV") before -= 1;
  const isDone = word(tokens, at + 1) === "by" || !/^(?:is|are|was|were|be|been)$/.test(word(tokens, before));
  return isDone ? -1 : before;
}

/** Past "in part", "in large part" of "was driven in part by". */
function behindInPart(tokens: Token[], at: number): number {
  if (word(tokens, at) !== "in") return at;
  const part = /^(?:large|good|no small)$/.test(word(tokens, at + 1)) ? at + 2 : at + 1;
  return word(tokens, part) === "part" && word(tokens, part + 1) !== "of" ? part + 1 : at;
}

/** "rose a bit": how much, not what. */
const A_BIT = /^(?:bit|little|touch|tad|notch)$/;

/** What follows the verb: an adjective, an object, or an object behind a preposition. */
function complementOf(tokens: Token[], from: number, { verb, end, isPassive }: Claim): Partial<Claim> {
  let at = skipAdverbs(tokens, behindInPart(tokens, skipAdverbs(tokens, from)));
  if (word(tokens, at) === "that") return {};
  if (word(tokens, at) === "into" && /^(?:account|consideration)$/.test(word(tokens, at + 1))) at += 2;
  // "could turn out higher"
  if (verb === "turn" && word(tokens, at) === "out") at = skipAdverbs(tokens, at + 1);
  if (COPULAS.test(verb) && !isPassive) {
    const adjective = adjectiveAt(tokens, at, end);
    // "was primarily due to higher prices"
    if (
      adjective >= 0 &&
      /^(?:due|attributable)$/.test(word(tokens, adjective)) &&
      word(tokens, adjective + 1) === "to"
    ) {
      const cause = readPhrase(tokens, adjective + 2, reachOf(tokens, adjective));
      return cause
        ? { verb: "be due", object: cause, link: "to", action: adjective, end: Math.max(end, cause.to) }
        : {};
    }
    if (adjective >= 0) {
      const of = word(tokens, adjective + 1);
      const about = /^(?:to|about|of|with|on|by|for)$/.test(of)
        ? readPhrase(tokens, adjective + 2, reachOf(tokens, adjective))
        : undefined;
      return about && !TIMES.test(word(tokens, about.head)) ? { adjective, object: about, link: of } : { adjective };
    }
  }
  const direct = readPhrase(tokens, at, reachOf(tokens, at));
  // "rose this month", "rose this cycle", "rose a bit": when and how much, not what.
  const isWhen = direct?.determiner === "this" && word(tokens, direct.head) === "cycle";
  if (direct && (isWhen || TIMES.test(word(tokens, direct.head)) || A_BIT.test(word(tokens, direct.head)))) return {};
  if (direct && verb === "attribute" && !isPassive)
    return { object: withoutCause(direct, tokens), end: Math.max(end, direct.to) };
  if (direct) return { object: direct, end: Math.max(end, direct.to) };
  at = behindAmount(tokens, at);
  // "picked up", "pointed to", "drive up prices": a particle, then a preposition or the object.
  if (/^(?:up|down|out|off|back|away|along)$/.test(word(tokens, at))) {
    at = skipAdverbs(tokens, at + 1);
    const driven = readPhrase(tokens, at, reachOf(tokens, at));
    if (driven && !TIMES.test(word(tokens, driven.head))) return { object: driven, end: Math.max(end, driven.to) };
  }
  const link = word(tokens, at);
  if (!LINKS.has(link)) return {};
  const object = readPhrase(tokens, at + 1, reachOf(tokens, at));
  if (object && TIMES.test(word(tokens, object.head))) return {};
  return object ? { object, link, end: Math.max(end, object.to) } : {};
}

/** "the fall in fares" of "attributed the fall in fares in part to weak demand": what it is attributed to is not what it is of. */
function withoutCause(phrase: Phrase, tokens: Token[]): Phrase {
  const at = phrase.attached.findIndex(
    ({ preposition, head }) => preposition === "to" || word(tokens, head) === "part",
  );
  const cause = phrase.attached[at];
  return cause ? { ...phrase, to: cause.from, attached: phrase.attached.slice(0, at) } : phrase;
}

/** The claim behind "that" of "there was a risk that demand would weaken". */
export function possibleClaim(tokens: Token[], { isExistential, isNegated, object }: Claim): Claim | undefined {
  if (!isExistential || isNegated || !object || !THOUGHTS.test(word(tokens, object.head))) return undefined;
  if (word(tokens, object.to) !== "that") return undefined;
  const clause = mainClause(tokens, object.to + 1);
  return clause && clause.subject.from === object.to + 1 ? readClaim(tokens, clause) : undefined;
}
const THOUGHTS =
  /^(?:risks?|chance|possibility|probability|likelihood|danger|signs?|indications?|evidence|confidence|concerns?|hopes?|expectations?)$/;

/** Past "$7.5 million" of "returned $7.5 million to shareholders". */
function behindAmount(tokens: Token[], from: number): number {
  const isTotal = word(tokens, from) === "a" && word(tokens, from + 1) === "total" && word(tokens, from + 2) === "of";
  let at = isTotal ? from + 3 : from;
  if (!/^(?:NUM|SYM)$/.test(tokens[at]?.pos ?? "")) return from;
  while (
    at < from + 5 &&
    (/^(?:NUM|SYM)$/.test(tokens[at]?.pos ?? "") || /^(?:percent|million|billion)$/.test(word(tokens, at)))
  )
    at += 1;
  return at;
}

/** No further than the next mark that parts clauses; a comma may be part of a list. */
function reachOf(tokens: Token[], from: number): number {
  let at = from;
  while (at < tokens.length && at < from + MAX_PREDICATE && !/^[.;:—()]$/.test(tokens[at]?.text ?? "")) at += 1;
  return at;
}

/** The adjective, or the participle that is used as one, that stands alone behind a copula; -1 where a noun follows. */
function adjectiveAt(tokens: Token[], start: number, end: number): number {
  // "were both strong"
  const behind = word(tokens, start) === "both" ? skipAdverbs(tokens, start + 1) : start;
  const from = tokens[behind]?.pos === "ADJ" ? behind : start;
  const token = tokens[from];
  if (from >= end || !token) return -1;
  const isAdjective =
    token.pos === "ADJ" ||
    (token.pos === "VERB" && /ed$|^(?:challenging|encouraging|promising|worrying|disappointing)$/.test(token.text));
  const next = tokens[from + 1];
  // A dash between spaces ends what is said.
  const isTied = /^[-–‑]$/.test(next?.text ?? "") && next?.start === token.end;
  if (!isAdjective || token.text === "-" || isTied) return -1;
  // "low relative to", "steady month over month"
  if (next && (/^(?:relative|overall)$/.test(next.text) || TIMES.test(next.text))) return from;
  // "is hopeful fares will fall": a clause follows, and not what is hopeful.
  if (
    /^(?:hopeful|confident|optimistic|concerned|worried)$/.test(token.text) &&
    MODAL.test(behindNouns(tokens, from + 1))
  )
    return from;
  return next && from + 1 < end && /^(?:NOUN|PROPN|ADJ)$/.test(next.pos) ? -1 : from;
}
const MODAL = /^(?:will|would|may|might|could|can)$/;

/** The word behind the nouns that stand at a token. */
function behindNouns(tokens: Token[], from: number): string {
  let at = from;
  while (/^(?:DET|NOUN|PROPN|ADJ)$/.test(tokens[at]?.pos ?? "")) at += 1;
  return word(tokens, at);
}

/** Of "it would be appropriate to ease policy" the easing of policy. */
export function judgedAction(
  tokens: Token[],
  { adjective }: Claim,
): { verb: string; at: number; object: Phrase } | undefined {
  if (adjective < 0 || word(tokens, adjective + 1) !== "to" || tokens[adjective + 2]?.pos !== "VERB") return undefined;
  let at = adjective + 2;
  // "to continue to monitor": the monitoring.
  while (
    /^(?:continue|begin|start|aim|seek|try)$/.test(word(tokens, at)) &&
    word(tokens, at + 1) === "to" &&
    tokens[at + 2]?.pos === "VERB"
  )
    at += 2;
  // "sensitive to heightened risks": to risks.
  if (
    /ing$/.test(word(tokens, at)) ||
    (/ed$/.test(word(tokens, at)) && baseForm(word(tokens, at)) !== word(tokens, at))
  )
    return undefined;
  const start = word(tokens, at + 1) === "into" ? at + 3 : at + 1;
  const object = readPhrase(tokens, start, reachOf(tokens, adjective));
  return object && { verb: word(tokens, at), at, object };
}

/** "reduce" of "helped reduce", "support" of "helped support", which is taken for a noun. */
const isBareVerb = (tokens: Token[], at: number) =>
  (tokens[at]?.pos === "VERB" && actionForm(word(tokens, at)) === word(tokens, at) && word(tokens, at) !== "to") ||
  (/^(?:support|boost|limit|offset|ease|lift|curb|fuel)$/.test(word(tokens, at)) && tokens[at]?.pos === "NOUN");

function infinitiveAt(tokens: Token[], from: number): { action: number; isPassive: boolean } | undefined {
  let at = from;
  let auxiliary = "";
  for (let steps = 0; steps < 6; steps += 1) {
    const token = tokens[at];
    if (token?.pos === "ADV" || token?.pos === "PART") at += 1;
    else if (/^(?:be|have|been)$/i.test(token?.text ?? "")) {
      auxiliary = word(tokens, at);
      const next = tokens[skipAdverbs(tokens, at + 1)];
      // "to be weak": "be" itself says it.
      if (next?.pos !== "VERB" && next?.pos !== "AUX") return { action: at, isPassive: false };
      at += 1;
      // "due to swings in prices" has no infinitive.
    } else if (token && !/[^s]s$/.test(token.text) && (token.pos === "VERB" || (steps === 0 && token.pos === "NOUN")))
      return { action: at, isPassive: auxiliary.startsWith("be") && !/ing$/.test(token.text) };
    else return undefined;
  }
  return undefined;
}

function isPassiveGroup(tokens: Token[], finite: number, head: number): boolean {
  if (head <= finite || /ing$/.test(word(tokens, head)) || tokens[head]?.pos === "AUX") return false;
  for (let at = head - 1; at >= finite; at -= 1) {
    const text = word(tokens, at);
    if (/^(?:am|is|are|was|were|be|been|being)$/.test(text)) return true;
    if (/^(?:have|has|had|did|do|does)$/.test(text)) return false;
  }
  return false;
}

function modalOf(tokens: Token[], from: number, to: number): string {
  for (let at = from; at < to; at += 1) {
    const text = word(tokens, at);
    if (/^(?:may|might|could|would|will|should|can|must)$/.test(text)) return text;
    if (/^(?:likely|probably|possibly)$/.test(text)) return "would";
  }
  return "";
}

function isDenied(tokens: Token[], from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1)
    if (/^(?:not|n['’]t|never|no|hardly|barely|neither|little|cannot)$/.test(word(tokens, at))) return true;
  return false;
}

function tenseOf(tokens: Token[], finite: number, modal: string): Claim["tense"] {
  const text = word(tokens, finite);
  if (modal !== "" && /^(?:may|might|could|would|will|should|can|must)$/.test(text)) return "modal";
  if (/^(?:was|were|had|did)$/.test(text)) return "past";
  if (/^(?:is|are|am|has|have|do|does)$/.test(text)) return "present";
  return baseForm(text) !== text && !/[^s]s$/.test(text) ? "past" : "present";
}

function skipAdverbs(tokens: Token[], from: number): number {
  let at = from;
  while (at < from + 4 && tokens[at]?.pos === "ADV" && !BREAKS.has(word(tokens, at))) at += 1;
  return at;
}

/** Where what is said of the subject ends. */
function endOfPredicate(tokens: Token[], from: number): number {
  let at = from;
  const most = Math.min(tokens.length, from + MAX_PREDICATE);
  while (at < most) {
    const text = tokens[at]?.text ?? "";
    if (/^(?:[,;:.?!—–()"”“]|\u2026)$/.test(text)) {
      // "June 30, 2031"
      const isDate =
        text === "," && tokens[at - 1]?.pos === "NUM" && /^(?:19|20)\d\d$/.test(tokens[at + 1]?.text ?? "");
      // "the 1,000-unit", "mid–2024": a dash inside a word ends nothing.
      if (!(/^[–]$/.test(text) && tokens[at]?.start === tokens[at - 1]?.end) && !isDate) break;
    }
    if (BREAKS.has(text.toLowerCase()) && !(at > from && isListAnd(tokens, at)) && !isSinceTime(tokens, at)) break;
    at += 1;
  }
  return at;
}

/** "since the beginning of 2031", not "since demand fell". */
function isSinceTime(tokens: Token[], at: number): boolean {
  if (word(tokens, at) !== "since") return false;
  for (let next = at + 1; next < at + 6; next += 1) {
    const token = tokens[next];
    if (!token || /^(?:VERB|AUX|PUNCT|PRON)$/.test(token.pos)) return false;
    if (TIMES.test(token.text.toLowerCase()) || /^(?:beginning|start|survey|report|(?:19|20)\d\ds)$/.test(token.text))
      return !/^(?:VERB|AUX)$/.test(tokens[next + 1]?.pos ?? "");
  }
  return false;
}

/** "and" between two nouns or adjectives, with no verb behind the second. */
function isListAnd(tokens: Token[], at: number): boolean {
  if (!/^(?:and|or)$/.test(word(tokens, at))) return false;
  for (let next = at + 1; next < at + 7; next += 1) {
    const token = tokens[next];
    if (!token || /^[.,;:]$/.test(token.text)) return true;
    // "and contacts anticipated modest increases": a noun in front of the verb is its subject.
    if (token.pos === "VERB" && /ed$/.test(token.text) && tokens[next - 1]?.pos === "NOUN") return false;
    if (token.pos === "VERB" || token.pos === "AUX") return /ing$/.test(token.text) || isNounBehind(tokens, next);
    if (/^(?:SCONJ|PRON)$/.test(token.pos)) return false;
    if (token.pos === "ADP") return !clauseFollows(tokens, next + 1);
    if (token.pos === "CCONJ") return true;
  }
  return true;
}

/** "and expectations for the year fell": behind a noun with its phrase comes a verb of its own. */
function clauseFollows(tokens: Token[], from: number): boolean {
  for (let at = from; at < from + 8; at += 1) {
    const token = tokens[at];
    if (!token || /^(?:PUNCT|SCONJ|PRON|CCONJ|PART)$/.test(token.pos) || /^(?:that|which|who)$/.test(word(tokens, at)))
      return false;
    if (token.pos === "AUX") return true;
    if (token.pos === "VERB" && tokens[at - 1]?.pos !== "ADP" && tokens[at - 1]?.pos !== "DET")
      return (
        /ed$|^(?:rose|fell|grew|saw|said)$/.test(word(tokens, at)) &&
        word(tokens, at) !== "ended" &&
        word(tokens, at + 1) !== "by" &&
        tokens[at + 1]?.pos !== "ADP"
      );
  }
  return false;
}

const isNounBehind = (tokens: Token[], at: number) =>
  /^(?:NOUN|PROPN|ADJ)$/.test(tokens[at + 1]?.pos ?? "") &&
  /(?:ed|en)$/.test(word(tokens, at)) &&
  tokens[at]?.pos === "VERB";
