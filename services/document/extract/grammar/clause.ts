import type { Token } from "./language.ts";
import { baseForm } from "./verb-forms.ts";

/** A stretch of tokens, from the first to before the last. */
export interface Range {
  from: number;
  to: number;
}

/** A clause with a subject and a finite verb. */
export interface Clause {
  subject: Range;
  /** The verb group: auxiliaries, adverbs inside, main verb. */
  verb: Range;
  /** The main verb. */
  head: number;
  /** What "participants noted that …" reports; absent when the clause reports nothing. */
  reported?: Clause;
}

const SUBORDINATORS = new Set(
  "while although though if when because since as whereas after before until once unless given".split(" "),
);
const RELATIVES = new Set(["who", "which", "that", "whose", "where"]);
const REPORTING = new Set(
  (
    "note observe judge remark comment indicate expect anticipate report say state believe emphasize emphasise stress suggest view " +
    "mention cite point see assess consider agree acknowledge argue think estimate project forecast caution warn highlight underline " +
    "recall conclude add explain show find reiterate announce confirm determine recognize recognise feel hear continue concur imply reveal stipulate " +
    "affirm decide maintain contend assert reaffirm reflect mean underscore clarify disclose forecast predict reason"
  ).split(" "),
);

const VOICED = new Set("make express raise voice hold put share advance".split(" "));

/** The main clause of tagged words, or undefined where no subject with a finite verb is found. */
export function mainClause(tokens: Token[], from = 0, to = tokens.length, depth = 0): Clause | undefined {
  const start = skipOpening(tokens, from, to);
  const found = clauseFrom(tokens, start, to) ?? (start > from ? clauseFrom(tokens, from, to) : undefined);
  if (!found || depth >= 2) return found;
  const verb = baseForm(word(tokens, found.head));
  // "Concerns were expressed that …": the report follows at once.
  const isVoiced = VOICED.has(verb) && word(tokens, found.verb.to) === "that";
  if (!REPORTING.has(verb) && !isVoiced) return found;
  for (let at = found.verb.to; at < Math.min(to, found.verb.to + 8); at += 1) {
    if (
      word(tokens, at) === "that" &&
      at + 2 < to &&
      (tokens[at + 1]?.pos !== "PUNCT" || tokens[at + 1]?.text === ",")
    ) {
      const reported = mainClause(tokens, at + 1, to, depth + 1);
      return reported ? { ...found, reported } : found;
    }
  }
  const untold = isVoiced ? undefined : reportedWithoutThat(tokens, found.verb.to, to);
  return untold ? { ...found, reported: untold } : found;
}

/** "expects output will fall": the report follows at once, when an auxiliary follows what looked like an object. */
function reportedWithoutThat(tokens: Token[], from: number, to: number): Clause | undefined {
  for (let at = from; at < Math.min(to, from + 9); at += 1) {
    const pos = tokens[at]?.pos ?? "";
    if (pos === "AUX" && at > from) {
      const clause = clauseFrom(tokens, from, to);
      return clause?.verb.from === at && tokens[at - 1]?.pos === "NOUN" ? clause : undefined;
    }
    // "in the" and "of the" belong to a phrase that has begun.
    if (!/^(?:DET|ADJ|NOUN|PROPN|NUM)$/.test(pos) && !(pos === "ADP" && at > from && word(tokens, at) === "of"))
      return undefined;
  }
  return undefined;
}

/** Whether a verb reports what somebody says or thinks. */
export const isReporting = (verb: string) => REPORTING.has(baseForm(verb));

export const word = (tokens: Token[], at: number) => (tokens[at]?.text ?? "").toLowerCase();

/** Past an opening "In January," or "While prices rose," and adverbs. */
function skipOpening(tokens: Token[], from: number, to: number): number {
  // "All told average growth was": the comma is often left out.
  let at = word(tokens, from) === "all" && word(tokens, from + 1) === "told" ? from + 2 : behindSpan(tokens, from);
  while (
    at < to &&
    (["ADV", "PUNCT", "CCONJ", "INTJ"].includes(tokens[at]?.pos ?? "") ||
      // "Overall, prices rose", "First, wages fell"
      (/^(?:ADJ|NUM)$/.test(tokens[at]?.pos ?? "") && word(tokens, at + 1) === ",")) &&
    // "Less pessimistic expectations were": how pessimistic.
    !(/^(?:less|more|most|least|real)$/.test(word(tokens, at)) && tokens[at + 1]?.pos === "ADJ") &&
    !describesHow(tokens, at) &&
    !SUBORDINATORS.has(word(tokens, at)) &&
    !/^[-–‑]$/.test(word(tokens, at + 1))
  )
    at += 1;
  const pos = tokens[at]?.pos ?? "";
  const subordinate = SUBORDINATORS.has(word(tokens, at)) && word(tokens, at + 1) !== "of";
  if (
    !subordinate &&
    pos !== "ADP" &&
    pos !== "SCONJ" &&
    !(pos === "ADJ" && /^(?:to|with|of)$/.test(word(tokens, at + 1))) &&
    !(/^(?:early|late)$/.test(word(tokens, at)) && word(tokens, at + 1) === "in") &&
    // "All told, exports rose", "Having fallen, output rose"
    !(word(tokens, at) === "all" && /^(?:told|in)$/.test(word(tokens, at + 1))) &&
    !(pos === "AUX" && /ing$/.test(word(tokens, at))) &&
    !(pos === "VERB" && /(?:ing|ed|en|ven|wn|ght|ld|de|ut)$/.test(word(tokens, at))) &&
    pos !== "PART"
  )
    return at;
  const timed = behindTime(tokens, at);
  if (timed > at && clauseFrom(tokens, timed, to)?.subject.from === timed) return timed;
  // "After falling sharply, prices rose": a participle has no verb of its own to wait for.
  const comma = tokens.findIndex(({ text }, index) => index > at && text === ",");
  // "Since June 2031, stocks had declined": no clause opens it.
  const isTime =
    comma > 0 &&
    comma < at + 16 &&
    !tokens.some((_, index) => index > at && index < comma && isFiniteVerb(tokens, index));
  let verbSeen = !subordinate || isTime || /ing$/.test(word(tokens, at + 1));
  let fallback = at;
  for (let mark = at + 1; mark < Math.min(to, at + 45); mark += 1) {
    if (isFiniteVerb(tokens, mark)) verbSeen = true;
    if (tokens[mark]?.text !== "," || !verbSeen || !opensClause(tokens[mark + 1], tokens[mark + 2])) continue;
    // "Since June 2031, when the dam broke, prices …"
    if (/^(?:when|where|which|who|while)$/.test(word(tokens, mark + 1))) continue;
    const clause = clauseFrom(tokens, mark + 1, to);
    if (!clause) continue;
    let opening = mark + 1;
    // "longer-term" begins with no adverb of the clause.
    while (
      tokens[opening]?.pos === "ADV" &&
      !/^[-–‑]$/.test(tokens[opening + 1]?.text ?? "") &&
      !describesHow(tokens, opening)
    )
      opening += 1;
    // "In some countries, notably Brazil, inflation rose": the subject is behind the last comma.
    if (!hasBareComma(tokens, opening, clause.subject.to)) return opening;
    if (fallback === at) fallback = opening;
  }
  return fallback;
}

/** Behind "Year-over-year," and "Year-to-date," that open a sentence; else `from`. */
function behindSpan(tokens: Token[], from: number): number {
  const said = tokens.slice(from, from + 6).map(({ text }) => text.toLowerCase());
  return /^(?:year|quarter|month|week)-(?:over|on|to)-(?:year|quarter|month|week|date),$/.test(said.join(""))
    ? from + 6
    : from;
}

/** "privately owned boats": part of what they are. */
const describesHow = (tokens: Token[], at: number) =>
  tokens[at]?.pos === "ADV" &&
  /ly$/.test(word(tokens, at)) &&
  tokens[at + 1]?.pos === "VERB" &&
  /(?:ed|wn)$/.test(word(tokens, at + 1)) &&
  /^(?:NOUN|PROPN)$/.test(tokens[at + 2]?.pos ?? "");

/** A comma that opens no relative clause: what stands before it belongs to the opening still. */
const hasBareComma = (tokens: Token[], from: number, to: number) =>
  tokens
    .slice(from, to)
    .some(
      ({ text }, at) => text === "," && !opensAside(word(tokens, from + at + 1)) && !isCloser(tokens, from, from + at),
    );
/** The comma behind "prices, which rose,". */
const isCloser = (tokens: Token[], from: number, comma: number) =>
  tokens.slice(from, comma).some(({ text }, at) => text === "," && opensAside(word(tokens, from + at + 1)));
/** "profits, which rose,", "benefits, excluding interest,". */
const opensAside = (text: string) => RELATIVES.has(text) || /^(?:ex|in)cluding$/.test(text);

const opensClause = (token: Token | undefined, next: Token | undefined) =>
  token !== undefined &&
  (["DET", "NOUN", "PROPN", "PRON", "ADJ", "NUM", "ADV"].includes(token.pos) ||
    // "In Norden, listed companies recorded", "lowering the rate was justified"
    (token.pos === "VERB" &&
      ((/ing$/.test(token.text) && !/^(?:ex|in)cluding$/.test(token.text)) ||
        (/ed$/.test(token.text) && /^(?:NOUN|ADJ)$/.test(next?.pos ?? "")))));

/** "in the second quarter of 2031", "over recent months" */
const TIME =
  /^(?:in|over|during|by) (?:(?:the )?(?:first|second|third|fourth|last|previous|current) (?:quarter|half|month|year)(?: of (?:19|20)\d\d)?|(?:the )?(?:recent|past|coming|previous|following) (?:weeks|months|quarters|years)|the (?:short|medium|long|near)(?:er)? (?:term|run)|(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: (?:19|20)\d\d)?|(?:19|20)\d\d(?: [qh][1-4])?)$/;
const LONGEST_TIME = 6;

/** Behind the time that opens a sentence where the comma is left out, as in "in May the rate stood at 3%"; else `from`. */
function behindTime(tokens: Token[], from: number): number {
  if (!/^(?:in|over|during|by)$/.test(word(tokens, from))) return from;
  for (let end = from + LONGEST_TIME; end > from + 1; end -= 1) {
    const said = tokens.slice(from, end).map(({ text }) => text.toLowerCase());
    if (said.length !== end - from || !TIME.test(said.join(" "))) continue;
    return /^(?:DET|NOUN|PROPN|PRON|ADJ)$/.test(tokens[end]?.pos ?? "") ? end : from;
  }
  return from;
}

const DASH = /^(?:[—–]|--)$/;

function clauseFrom(tokens: Token[], from: number, to: number): Clause | undefined {
  let relatives = 0;
  let nouns = 0;
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (!token) break;
    // "oil intensity—the amount needed for a unit—has halved"
    if (DASH.test(token.text) && nouns > 0) {
      const close = tokens.findIndex(
        ({ text }, index) => index > at && index < Math.min(to, at + 25) && DASH.test(text),
      );
      if (close > 0) {
        at = close;
        continue;
      }
    }
    if (at > from && nouns > 0 && (RELATIVES.has(word(tokens, at)) || isAside(tokens, at))) relatives += 1;
    if (["NOUN", "PROPN", "PRON", "NUM", "DET"].includes(token.pos) || /^(?:there|it|this|that)$/i.test(token.text))
      nouns += 1;
    if (!isFiniteVerb(tokens, at) || nouns === 0) continue;
    const verb = verbGroup(tokens, at, to);
    if (relatives > 0) {
      relatives -= 1;
      at = verb.to - 1;
      continue;
    }
    let subjectEnd = at;
    while (subjectEnd > from + 1 && ["ADV", "PUNCT"].includes(tokens[subjectEnd - 1]?.pos ?? "")) subjectEnd -= 1;
    return { subject: { from, to: subjectEnd }, verb: { from: at, to: verb.to }, head: verb.head };
  }
  return undefined;
}

/** "prices, as wages slowed, fell": a clause within the subject. */
const isAside = (tokens: Token[], at: number) =>
  word(tokens, at - 1) === "," &&
  /^(?:as|while|although|though|because|since|when|if)$/.test(word(tokens, at)) &&
  (tokens[at + 1]?.pos !== "VERB" || tokens[at + 2]?.pos === "NOUN");

/** A finite verb: an auxiliary, or a verb that is no infinitive and no bare participle. */
function isFiniteVerb(tokens: Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || (token.pos !== "AUX" && token.pos !== "VERB")) return false;
  const before = word(tokens, at - 1);
  // "stock-based", "make-whole": a part of a compound; a dash with spaces is none.
  const isTied = (mark: Token | undefined, touches: boolean) => touches && /^[-–‑]$/.test(mark?.text ?? "");
  if (isTied(tokens[at - 1], tokens[at - 1]?.end === token.start)) return false;
  if (isTied(tokens[at + 1], tokens[at + 1]?.start === token.end)) return false;
  if (before === "to" || (before === "not" && word(tokens, at - 2) === "to")) return false;
  const text = token.text.toLowerCase();
  if (text === "be" || text === "being" || text === "been" || text === "having") return false;
  if (token.pos === "AUX") return true;
  // "the years ended December 31"
  if (
    text === "ended" &&
    /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/.test(
      word(tokens, at + 1),
    )
  )
    return false;
  if (/ing$/.test(text) && text !== "bring") return false;
  if (["ADP", "DET", "SCONJ"].includes(tokens[at - 1]?.pos ?? "") && !RELATIVES.has(before)) return false;
  // "the index for prices received declined": a participle that follows its noun.
  if (
    /ed$/.test(text) &&
    !/^(?:remained|seemed|appeared|stayed|looked|proved|turned)$/.test(text) &&
    tokens[at + 1]?.pos === "VERB" &&
    /ed$|^(?:rose|fell|grew|were|was)$/.test(word(tokens, at + 1))
  )
    return false;
  // "goods sold by", "rates paid on": a participle that follows its noun.
  const particle = /^(?:about|on)$/.test(word(tokens, at + 1)) ? 1 : 0;
  if (
    /(?:ed|en|wn|ld|id|pt|ght)$/.test(text) &&
    word(tokens, at + 1 + particle) === "by" &&
    !isAmount(tokens, at + 2 + particle)
  )
    return false;
  // "the measure based on prices recorded 6 percent"
  if (
    REDUCED.test(text) &&
    ["ADP", "PART", "NOUN", "CCONJ"].includes(tokens[at + 1]?.pos ?? "") &&
    verbFollows(tokens, at + 2)
  )
    return false;
  // "profits, adjusted for inventories, were": an aside.
  if (
    before === "," &&
    /ed$/.test(text) &&
    tokens[at + 1]?.pos === "ADP" &&
    (verbFollows(tokens, at + 2) || closesAside(tokens, at + 2))
  )
    return false;
  // "the freeze announced in the budget would weigh": the verb is still to come.
  if (/ed$/.test(text) && tokens[at + 1]?.pos === "ADP" && auxiliaryFollows(tokens, at + 2)) return false;
  // "growth of business fixed investment"
  if (text === "fixed" && tokens[at + 1]?.pos === "NOUN") return false;
  // "yields in most advanced economies fell", "loans to newly opened mills"
  if (
    /ed$/.test(text) &&
    tokens[at - 1]?.pos === "ADV" &&
    /^(?:ADP|DET)$/.test(tokens[at - 2]?.pos ?? "") &&
    /^(?:NOUN|PROPN|ADJ)$/.test(tokens[at + 1]?.pos ?? "")
  )
    return false;
  // "bonds and leveraged loans remained": a participle before its noun, with the verb still to come.
  if (
    /ed$/.test(text) &&
    /^(?:CCONJ|ADJ)$/.test(tokens[at - 1]?.pos ?? "") &&
    /^(?:NOUN|PROPN|ADJ)$/.test(tokens[at + 1]?.pos ?? "")
  )
    return !tokens.slice(at + 2, at + 9).some(({ pos }) => pos === "VERB" || pos === "AUX");
  return true;
}

/** Participles that mostly follow their noun. */
const REDUCED =
  /^(?:based|combined|coupled|associated|related|compared|measured|held|issued|owned|contained|included|outlined|described|published|located|required|expressed|derived|implied|constructed|obtained|drawn|linked|tied|attributed|attributable|used|aimed|designed|intended|set|seen|given)$/;

function auxiliaryFollows(tokens: Token[], from: number): boolean {
  for (let at = from; at < from + 14; at += 1) {
    const token = tokens[at];
    if (!token) return false;
    // "for the years ended December 31, 2031, 2030 and 2029 was"
    const isDate = tokens[at - 1]?.pos === "NUM" || /^end(?:ed|ing)$/.test(word(tokens, at));
    if ((!isDate && /^(?:PUNCT|CCONJ|VERB)$/.test(token.pos)) || /^(?:SCONJ|PRON)$/.test(token.pos)) return false;
    if (RELATIVES.has(word(tokens, at))) return false;
    // "resumed in May after being suspended": no verb of the subject.
    if (token.pos === "AUX") return !/ing$/.test(token.text);
  }
  return false;
}

/** ", were" behind "profits, adjusted for the season and the days of trade, but not for prices": however long the aside. */
function closesAside(tokens: Token[], from: number): boolean {
  for (let at = from; at < from + LONGEST_ASIDE; at += 1) {
    const token = tokens[at];
    if (!token || /^[.;:]$/.test(token.text) || RELATIVES.has(word(tokens, at))) return false;
    if (token.text === "," && tokens[at + 1]?.pos === "AUX") return true;
  }
  return false;
}
const LONGEST_ASIDE = 30;

function verbFollows(tokens: Token[], from: number): boolean {
  for (let at = from; at < from + 14; at += 1) {
    const token = tokens[at];
    if (!token || /^[.;:]$/.test(token.text) || token.pos === "SCONJ" || RELATIVES.has(word(tokens, at))) return false;
    if (token.pos === "AUX") return true;
    if (
      token.pos === "VERB" &&
      /ed$|^(?:rose|fell|grew|was|were)$/.test(word(tokens, at)) &&
      tokens[at - 1]?.pos !== "CCONJ"
    )
      return true;
  }
  return false;
}

/** "declined by 10 percent", "fell by about half": an amount, no agent. */
const isAmount = (tokens: Token[], at: number) =>
  tokens[at]?.pos === "NUM" ||
  /^(?:\$|about|around|nearly|almost|more|less|over|an?|roughly|approximately|half|as)$/.test(word(tokens, at));

const RESTRAINED =
  /^(?:restrained|boosted|dampened|depressed|constrained|curbed|pushed|eroded|weakened|strengthened|lowered|raised|tightened|eased|reversed)$/;

function verbGroup(tokens: Token[], at: number, to: number): { to: number; head: number } {
  let head = at;
  let end = at + 1;
  for (let next = at + 1; next < Math.min(to, at + 8); next += 1) {
    const pos = tokens[next]?.pos ?? "";
    // "has restrained spending": the tagger takes it for what the spending is.
    const isPerfect =
      pos === "ADJ" && /^(?:has|have|had)$/.test(word(tokens, next - 1)) && RESTRAINED.test(word(tokens, next));
    if (pos === "AUX" || pos === "VERB" || isPerfect) {
      if (tokens[head]?.pos === "VERB") break;
      head = next;
      end = next + 1;
      if (isPerfect) break;
    } else if (
      pos !== "ADV" &&
      // "were both projected"
      !(/^(?:both|all|each)$/.test(word(tokens, next)) && tokens[next + 1]?.pos === "VERB") &&
      !/^(?:likely|unlikely)$/.test(word(tokens, next)) &&
      !(pos === "PART" && word(tokens, next) === "not")
    )
      break;
  }
  return { to: end, head };
}
