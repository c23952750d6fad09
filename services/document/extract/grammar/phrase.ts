import { type Range, word } from "./clause.ts";
import type { Token } from "./language.ts";

/** A whole noun phrase: a noun group and what "of", "in", "for" and the like hang on it. */
export interface Phrase extends Range {
  /** The noun group without determiners and quantifiers. */
  core: Range;
  /** The noun that the group is about. */
  head: number;
  /** What stands in front of the core, in lower case: "the", "most of the". Empty when nothing does. */
  determiner: string;
  attached: Attachment[];
  isPlural: boolean;
  /** "A, B and C". */
  isList: boolean;
}

/** "of the euro area": a preposition with its noun group. */
export interface Attachment extends Range {
  preposition: string;
  core: Range;
  head: number;
}

interface Group extends Range {
  core: Range;
  head: number;
  isList: boolean;
}

const MAX_ATTACHED = 6;
const MAX_LIST = 5;
const PREPOSITIONS = new Set(
  "of in for on to from with between among at under against over about across per around after before since during near above below beyond via among outside through within towards toward into by surrounding regarding concerning".split(
    " ",
  ),
);
const DETERMINERS = new Set(
  (
    "the a an this that these those its their our my his her your some several many most few all both each any no every another other certain " +
    "various such more less much enough either neither half almost nearly only about one two three four five six seven eight nine ten"
  ).split(" "),
);
/** "a number of", "the majority of": the noun behind "of" is what is spoken of. */
const QUANTITIES = new Set(
  "number numbers majority range variety lot lots series set couple bulk rest part parts remainder most some many few several all both half each one none portion handful wide".split(
    " ",
  ),
);
const UNITS = new Set(
  "percent per cent % million billion trillion thousand percentage point points basis dollars euros tonnes tons bushels barrels".split(
    " ",
  ),
);

/** The phrase that starts at a token, or undefined where none does. Attachments only as far as `to`. */
export function readPhrase(tokens: Token[], at: number, to: number): Phrase | undefined {
  // "most of the decline": the decline.
  const from =
    /^(?:most|many|some|each|all|several|half|much)$/.test(word(tokens, at)) && word(tokens, at + 1) === "of"
      ? at + 2
      : at;
  let group = readGroup(tokens, from, to) ?? readGerund(tokens, at, to);
  if (!group) return undefined;
  // "a number of participants": the participants.
  for (let depth = 0; depth < 2 && isQuantity(tokens, group) && word(tokens, group.to) === "of"; depth += 1) {
    const inner = readGroup(tokens, group.to + 1, to);
    if (!inner) break;
    group = inner;
  }
  const attached: Attachment[] = [];
  let end = group.to;
  while (attached.length < MAX_ATTACHED && end < to) {
    const infinitive = infinitiveAt(tokens, end, to);
    if (infinitive && attached.length === 0) {
      attached.push(infinitive);
      end = infinitive.to;
      continue;
    }
    // "difficulties finding labor"
    const isHard = end === group.to && HARD.test(word(tokens, group.head));
    const found = isHard ? readGerund(tokens, end, to) : undefined;
    if (found) {
      attached.push({ from: end, to: found.to, preposition: "in", core: found.core, head: found.head });
      end = found.to;
      continue;
    }
    // "vulnerabilities arising from debt": those from debt.
    const isArising = ARISING.test(word(tokens, end)) && word(tokens, end + 1) === "from";
    const isTaken = TAKEN.test(word(tokens, end)) && tokens[end + 1]?.pos === "ADP";
    const preposition = isTaken
      ? `${word(tokens, end)} ${word(tokens, end + 1)}`
      : word(tokens, isArising ? end + 1 : end);
    if (isTaken || isArising) {
      const behind = readGroup(tokens, end + 2, to);
      if (!behind) break;
      attached.push({ from: end, to: behind.to, preposition, core: behind.core, head: behind.head });
      end = behind.to;
      continue;
    }
    if (!PREPOSITIONS.has(preposition) || tokens[end]?.pos === "PART") break;
    // "by boosting supply" says how.
    if (preposition === "by" && /ing$/.test(word(tokens, end + 1))) break;
    // "the process of reducing its holdings"
    const deed = /^(?:of|to|for|in)$/.test(preposition)
      ? (readGerund(tokens, end + 1, to) ?? readBareGerund(tokens, end + 1))
      : undefined;
    const next = withParticles(tokens, readGroup(tokens, end + 1, to) ?? deed, to) ?? readYear(tokens, end + 1, to);
    const upTo = preposition === "of" ? behindAbout(tokens, end + 1) : end + 1;
    if (!next && preposition === "of" && /^(?:SYM|NUM)$/.test(tokens[upTo]?.pos ?? "")) {
      // "revenue of $5 million rose", "a repurchase of up to $5 million of stock"
      end = upTo;
      while (end < to && (/^(?:SYM|NUM)$/.test(tokens[end]?.pos ?? "") || UNITS.has(word(tokens, end)))) end += 1;
      continue;
    }
    if (!next) break;
    const both =
      preposition === "between" && !next.isList && !isPluralNoun(word(tokens, next.head))
        ? otherHalf(tokens, next.to, to)
        : next.to;
    // "between A" without "and B" is half a phrase.
    if (both === undefined) break;
    // "sales for June 2031": the year is of the month.
    const isDated =
      /^(?:for|in)$/.test(preposition) &&
      MONTH.test(word(tokens, both - 1)) &&
      both < to &&
      YEAR.test(tokens[both]?.text ?? "");
    const stop = isDated ? both + 1 : both;
    attached.push({ from: end, to: stop, preposition, core: { from: next.core.from, to: stop }, head: next.head });
    end = stop;
  }
  return {
    from: at,
    to: end,
    core: group.core,
    head: group.head,
    determiner: tokens
      .slice(at, group.core.from)
      .map(({ text }) => text.toLowerCase())
      .join(" "),
    attached,
    isList: group.isList,
    isPlural: group.isList || isPluralNoun(word(tokens, group.head)),
  };
}

/** Past "up to", "about" in front of an amount. */
function behindAbout(tokens: Token[], at: number): number {
  if (word(tokens, at) === "up" && word(tokens, at + 1) === "to") return at + 2;
  return /^(?:about|around|approximately|roughly|nearly|almost|over)$/.test(word(tokens, at)) ? at + 1 : at;
}

/** Where "and B" ends behind "between A", or behind "between A of C". */
function otherHalf(tokens: Token[], from: number, to: number): number | undefined {
  let at = from;
  if (/^(?:of|in|on)$/.test(word(tokens, at))) at = readGroup(tokens, at + 1, to)?.to ?? at;
  return word(tokens, at) === "and" ? readGroup(tokens, at + 1, to)?.to : undefined;
}

/** "rates", "wages", also "people"; not "focus", "basis", "progress". */
export const isPluralNoun = (noun: string) =>
  /(?:[^suia]s|[aeu]es|ies|ases|data|people|criteria|yields)$/.test(noun) &&
  !/^(?:news|economics|series|gas|this)$/.test(noun);

const isNoun = (token: Token | undefined) =>
  (token?.pos === "NOUN" || token?.pos === "PROPN") && /[\p{L}]/u.test(token.text);
const isParticiple = (token: Token | undefined) =>
  token?.pos === "VERB" && /(?:ed|ing|en|wn|ght|ld|ept|ost|ade)$/i.test(token.text);
const isTie = (tokens: Token[], at: number) =>
  tokens[at]?.start === tokens[at - 1]?.end &&
  tokens[at]?.end === tokens[at + 1]?.start &&
  /^(?:-|–|‑|\/|&|\+)$/.test(tokens[at]?.text ?? "");
/** "firming" of "additional policy firming". */
const isDeedNoun = (tokens: Token[], at: number) =>
  /^(?:firming|tightening|easing|loosening|functioning|targeting)$/.test(word(tokens, at)) &&
  !/^(?:DET|NOUN|PROPN|ADJ|NUM|PRON)$/.test(tokens[at + 1]?.pos ?? "");
/** "up" of "pick-up", "off" of "sell-off": with its verb a noun. */
const isParticle = (tokens: Token[], at: number) =>
  /^(?:up|off|down|out|back|through|over|in|on)$/.test(word(tokens, at)) &&
  isTie(tokens, at - 1) &&
  !isTie(tokens, at + 1) &&
  /^(?:NOUN|VERB)$/.test(tokens[at - 2]?.pos ?? "") &&
  !/^(?:NOUN|PROPN|ADJ)$/.test(tokens[at + 1]?.pos ?? "");
const isOwner = (tokens: Token[], at: number) => /^['’]s?$/.test(tokens[at]?.text ?? "");

/** Determiners, then adjectives, participles and nouns that end in a noun, with lists of such. */
function readGroup(tokens: Token[], from: number, to: number): Group | undefined {
  let start = from;
  while (start < to && isDeterminer(tokens, start)) start += 1;
  // "was completed and service restored": no phrase begins with "and".
  if (tokens[start]?.pos === "CCONJ") return undefined;
  let lastNoun = -1;
  let at = start;
  let isList = false;
  while (at < to) {
    const token = tokens[at];
    // "medium- and longer-term"
    if (token?.text === "-" && token.start === tokens[at - 1]?.end && tokens[at + 1]?.pos === "CCONJ") at += 2;
    else if (isTie(tokens, at) || isTie(tokens, at - 1) || isTie(tokens, at + 1)) {
      if (isNoun(token) || isParticle(tokens, at)) lastNoun = at;
      else if (isTie(tokens, at - 1) && lastNoun >= 0 && token?.pos === "NUM") lastNoun = at;
      at += 1;
    } else if (
      isNoun(token) ||
      (lastNoun === at - 1 && lastNoun >= 0 && isDeedNoun(tokens, at)) ||
      (token?.pos === "NUM" && lastNoun === at - 1 && /^[A-Z]&[A-Z]$/.test(tokens[at - 1]?.text ?? ""))
    ) {
      lastNoun = at;
      at += 1;
    } else if ((lastNoun >= 0 || tokens[at - 1]?.pos === "ADJ") && isOwner(tokens, at)) at += 1;
    else if (lastNoun >= 0 && /^(?:and|or|,)$/.test(token?.text ?? "")) {
      const end = endOfList(tokens, at, to);
      if (end === undefined) break;
      lastNoun = end.head;
      isList = end.isPlural;
      at = end.to;
      break;
    } else if (opensGroup(tokens, at, lastNoun)) at += 1;
    else break;
  }
  if (lastNoun < start || isTie(tokens, start) || isOwner(tokens, start)) return undefined;
  // "outcome" of "outcome-based": half a word.
  if (isTie(tokens, lastNoun + 1)) return undefined;
  // "$ 52 million" and "2 percent" are amounts, no phrases.
  if (tokens[start]?.pos === "NUM" && isAmount(tokens, start, lastNoun)) return undefined;
  // "a 25 basis point increase": how large is no part of its name.
  if (tokens[start]?.pos === "NUM" && isUnitOf(tokens, start + 1)) {
    start += 1;
    while (start < lastNoun && isUnitOf(tokens, start)) start += 1;
    // "of 6.3 percent and core of 4.9 percent"
    if (tokens[start]?.pos === "CCONJ") return undefined;
  }
  // "growth abroad"
  const end = /^(?:abroad|overseas|worldwide)$/.test(word(tokens, lastNoun + 1)) ? lastNoun + 2 : lastNoun + 1;
  return { from, to: end, core: { from: start, to: end }, head: lastNoun, isList };
}

/** "the decision to slow the pace": a noun that an infinitive completes. */
function infinitiveAt(tokens: Token[], at: number, to: number): Attachment | undefined {
  if (word(tokens, at) !== "to" || !COMPLETED.test(word(tokens, at - 1)) || tokens[at + 1]?.pos !== "VERB")
    return undefined;
  const object = readGroup(tokens, at + 2, to);
  return (
    object && {
      from: at,
      to: object.to,
      preposition: `to ${word(tokens, at + 1)}`,
      core: object.core,
      head: object.head,
    }
  );
}

const COMPLETED =
  /^(?:decisions?|plans?|proposals?|ability|commitments?|determination|intention|need|efforts?|willingness|incentives?|authority|obligation|agreement|right|attempts?|failure|capacity|pressure|readiness|freedom|tendency|inability|reluctance)$/;

/** What is hard, or not, for somebody to do. */
export const HARD = /^(?:difficulty|difficulties|trouble|success)$/;
const ARISING = /^(?:arising|stemming|resulting)$/;
/** Participles without which their noun is another thing: "cash provided by operating activities". */
const TAKEN =
  /^(?:provided|used|received|paid|held|owned|issued|related|attributable|associated|linked|exposed|implied|caused|generated|incurred|required|recorded|earned|owed)$/;

/** "maintaining the target range": what is done with its object. */
function readGerund(tokens: Token[], at: number, to: number): Group | undefined {
  if (tokens[at]?.pos !== "VERB" || !/ing$/i.test(tokens[at]?.text ?? "")) return undefined;
  // "fell following the decline": when, not what.
  if (TYING.test(word(tokens, at))) return undefined;
  const object = readGroup(tokens, at + 1, to);
  return object && { from: at, to: object.to, core: { from: at, to: object.to }, head: object.head, isList: false };
}

/** "functioning" of "indicators of functioning in the market": a deed without an object. */
function readBareGerund(tokens: Token[], at: number): Group | undefined {
  const isDeed =
    tokens[at]?.pos === "VERB" && /.{4}ing$/i.test(tokens[at]?.text ?? "") && !TYING.test(word(tokens, at));
  return isDeed && /^(?:in|of|across|among)$/.test(word(tokens, at + 1))
    ? { from: at, to: at + 1, core: { from: at, to: at + 1 }, head: at, isList: false }
    : undefined;
}

/** "bringing inflation back down": without its particles it brings something else. */
function withParticles(tokens: Token[], group: Group | undefined, to: number): Group | undefined {
  if (!group || tokens[group.from]?.pos !== "VERB" || !/ing$/.test(word(tokens, group.from))) return group;
  let end = group.to;
  while (end < to && end < group.to + 2 && /^(?:back|up|down|forward)$/.test(word(tokens, end))) end += 1;
  return end === group.to ? group : { ...group, to: end, core: { ...group.core, to: end } };
}

const TYING =
  /^(?:following|including|excluding|regarding|concerning|according|depending|reflecting|owing|averaging|leading|resulting|given)$/;

/** "2031" and "fiscal 2031" behind a preposition. */
function readYear(tokens: Token[], from: number, to: number): Group | undefined {
  const at = /^(?:fiscal|early|late|mid|both)$/.test(word(tokens, from)) ? from + 1 : from;
  if (at >= to || !YEAR.test(tokens[at]?.text ?? "")) return undefined;
  // "2030 and 2031"
  const isPair = at + 2 < to && word(tokens, at + 1) === "and" && YEAR.test(tokens[at + 2]?.text ?? "");
  const end = isPair ? at + 3 : at + 1;
  return { from, to: end, core: { from, to: end }, head: at, isList: false };
}

const YEAR = /^(?:19|20)\d\d(?:[/–-]\d{2,4})?$/;
const MONTH = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** Whether a token that is no noun may stand in front of one. */
function opensGroup(tokens: Token[], at: number, lastNoun: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  // "the next 5 to 10 years"
  if (token?.text === "to" && tokens[at - 1]?.pos === "NUM" && next?.pos === "NUM") return true;
  // "the 2% target"
  if (token?.text === "%" && tokens[at - 1]?.pos === "NUM") return isNoun(next);
  if (token?.pos === "NUM" || token?.pos === "SYM")
    return (
      token.pos === "NUM" &&
      (lastNoun < 0 ||
        /^(?:19|20)\d\d(?:\/\d\d)?$/.test(token.text) ||
        isOwner(tokens, at - 1) ||
        (tokens[at - 1]?.pos === "PROPN" && isNoun(next)))
    );
  if (token?.pos === "ADJ") return true;
  // "forward guidance", "then-current terms"
  if (token?.text.toLowerCase() === "forward") return isNoun(next) || isTie(tokens, at + 2);
  // "the longer term"
  if (token?.pos === "ADV" && /^(?:longer|shorter)$/.test(token.text) && next?.pos === "NOUN") return true;
  if (token?.pos === "ADV")
    return (
      (next?.pos === "ADJ" || (isParticiple(next) && !/ing$/.test(next?.text ?? ""))) &&
      !/^(?:not|also|still|already|as|so|when|while|how|why|where|thus|hence)$/i.test(token.text)
    );
  // "soybean ending stocks"
  if (NOUNLIKE.test(token?.text ?? "")) return isNoun(next);
  if (isParticiple(token)) return (lastNoun < 0 || /ed$/.test(token?.text ?? "")) && behindParticiple(tokens, at);
  // "a rapid, large and lasting rise"
  if (token?.text === "," && lastNoun < 0 && tokens[at - 1]?.pos === "ADJ")
    return next?.pos === "ADJ" && endsInNoun(tokens, at + 1);
  // "commercial and industrial loans"
  if (token?.pos === "CCONJ" && /^(?:and|or)$/.test(token.text))
    return (
      (tokens[at - 1]?.pos === "ADJ" || (lastNoun < 0 && isParticiple(tokens[at - 1]))) &&
      (next?.pos === "ADJ" || next?.pos === "NOUN" || next?.pos === "ADV")
    );
  return false;
}

/** "large and lasting rise": nothing but adjectives up to a noun. */
function endsInNoun(tokens: Token[], from: number): boolean {
  for (let at = from; at < from + 8; at += 1) {
    const token = tokens[at];
    if (isNoun(token)) return true;
    if (!token || !(/^(?:ADJ|ADV|CCONJ)$/.test(token.pos) || token.text === "," || isParticiple(token))) return false;
  }
  return false;
}

const NOUNLIKE =
  /^(?:ending|beginning|opening|closing|carrying|operating|lending|borrowing|funding|mining|farming|manufacturing|shipping|trading|saving|spending|pricing|housing)$/i;

/** A participle belongs to the noun behind it: "reduced expenditures", "newly announced measures". */
function behindParticiple(tokens: Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (next?.pos === "CCONJ") return tokens[at + 2]?.pos === "ADJ" || isParticiple(tokens[at + 2]);
  // "the projected 2030/31 price"
  if (/^(?:19|20)\d\d(?:\/\d\d)?$/.test(next?.text ?? ""))
    return isNoun(tokens[at + 2]) || tokens[at + 2]?.pos === "ADJ";
  return isNoun(next) || next?.pos === "ADJ" || isParticiple(next);
}

/** "A, B and C" and "A and B": where the list ends, unless what follows is a clause of its own. */
function endOfList(tokens: Token[], from: number, to: number) {
  let at = from;
  for (let members = 0; members < MAX_LIST; members += 1) {
    let start = at + 1;
    let isLast = word(tokens, at) !== ",";
    if (!isLast && /^(?:and|or)$/.test(word(tokens, start))) {
      isLast = true;
      start += 1;
    }
    const member = readMember(tokens, start, to);
    if (!member) return undefined;
    const next = tokens[member.to];
    if (isLast) {
      if (/^that$/i.test(next?.text ?? "") || verbFollows(tokens, member.to, to)) return undefined;
      if (
        member.to < to &&
        (next?.pos === "AUX" || (next?.pos === "VERB" && !/ing$|^(?:based|linked|tied)$/.test(next.text)))
      )
        return undefined;
      if (member.to < to && next?.pos === "ADV" && /^(?:VERB|AUX)$/.test(tokens[member.to + 1]?.pos ?? ""))
        return undefined;
      return { to: member.to, head: member.head, isPlural: tokens[from - 1]?.pos !== "ADJ" };
    }
    if (member.to >= to || !/^(?:and|or|,)$/.test(word(tokens, member.to))) return undefined;
    at = member.to;
  }
  return undefined;
}

/** "and one contact in the state noted": what looked like a member is another's subject. */
function verbFollows(tokens: Token[], from: number, to: number): boolean {
  for (let at = from; at < Math.min(to, from + 7); at += 1) {
    const token = tokens[at];
    if (!token || /^(?:PUNCT|SCONJ|PRON|CCONJ|PART)$/.test(token.pos) || word(tokens, at) === "that") return false;
    if (token.pos === "AUX") return true;
    // "amid heightened uncertainty"
    const isBefore = /^(?:ADP|DET)$/.test(tokens[at - 1]?.pos ?? "") && isNoun(tokens[at + 1]);
    if (token.pos === "VERB" && /ed$/.test(token.text) && isBefore) continue;
    if (token.pos === "VERB" && /ed$|^(?:rose|fell|grew|saw|said)$/.test(word(tokens, at)))
      return !/^(?:by|on|in|for)$/.test(word(tokens, at + 1));
  }
  return false;
}

/** A noun group without a list of its own. */
function readMember(tokens: Token[], from: number, to: number): { to: number; head: number } | undefined {
  let at = from;
  // "headwinds, reflecting lower exports and weak demand": why, and no member.
  if (/^(?:reflecting|including)$/.test(word(tokens, at))) return undefined;
  while (at < to && isDeterminer(tokens, at)) at += 1;
  let head = -1;
  while (at < to) {
    if (isNoun(tokens[at])) head = at;
    else if (
      !(
        isTie(tokens, at) ||
        isTie(tokens, at - 1) ||
        isTie(tokens, at + 1) ||
        (head >= 0 && isOwner(tokens, at)) ||
        // "and firms reported layoffs": the verb of another clause.
        (opensGroup(tokens, at, head) && !(head >= 0 && tokens[at]?.pos === "VERB"))
      )
    )
      break;
    at += 1;
  }
  return head >= from ? { to: head + 1, head } : undefined;
}

function isDeterminer(tokens: Token[], at: number): boolean {
  const token = tokens[at];
  if (!token) return false;
  if (isTie(tokens, at + 1)) return false;
  if (token.text.toLowerCase() === "that" && token.pos !== "DET") return false;
  if (DETERMINERS.has(token.text.toLowerCase())) return token.pos !== "NOUN" && token.pos !== "PROPN";
  return token.pos === "DET";
}

function isAmount(tokens: Token[], from: number, head: number): boolean {
  // "a 25 basis point increase"
  if (!UNITS.has(word(tokens, head)) && UNITS.has(word(tokens, from + 1))) return false;
  for (let at = from; at <= head; at += 1) {
    const token = tokens[at];
    if (token?.pos === "NUM" || token?.text === "to") continue;
    return UNITS.has(token?.text.toLowerCase() ?? "") || token?.pos === "SYM";
  }
  return true;
}

/** "basis" and "point" behind their number. */
const isUnitOf = (tokens: Token[], at: number) =>
  UNITS.has(word(tokens, at)) && (tokens[at - 1]?.pos === "NUM" || UNITS.has(word(tokens, at - 1)));

const isQuantity = (tokens: Token[], { head, core }: Group) =>
  QUANTITIES.has(word(tokens, head)) && head - core.from <= 1;
