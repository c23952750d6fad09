import type { Context } from "../context.ts";
import { type Claim, readClaim, TIMES } from "../grammar/claim.ts";
import { type Clause, mainClause, word } from "../grammar/clause.ts";
import { isHolder, saysNothing } from "../grammar/holders.ts";
import { type Token, tag } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { baseForm } from "../grammar/verb-forms.ts";
import { withoutAsides } from "../prose/display.ts";
import type { Statement } from "../prose/select.ts";
import { ownPeriodOf } from "./title-period.ts";

/** A statement taken apart. */
export interface Reading {
  statement: Statement;
  tokens: Token[];
  plain: string;
  clause: Clause;
  /** What the innermost clause says: of "members noted that prices rose" the rise. */
  claim: Claim;
  /** Who judges, decides or reports, as in the text: "most participants". Empty when nobody is named. */
  holder: string;
  /** What the holder does, in its base form: "judge", "decide". */
  holds: string;
  /** The subject of the claim is a holder or the document's company. */
  isAgent: boolean;
  /** That subject as in the text, where it is another than `holder`: "business contacts". Else empty. */
  doer: string;
  /** The period that the claim itself names, or empty. */
  ownPeriod: string;
  /** "China" of "In China, exports rose"; empty where the sentence opens with no place. */
  place: string;
}

/** Takes a statement apart; undefined where no clause, or no claim in it, can be read. */
export function readStatementParts(statement: Statement, context: Context): Reading | undefined {
  // A bracket parts what belongs together: "interest rates on commercial (C&I) loans".
  const isBroken = /[([“”"]/.test(statement.plain) || statement.tokens.length === 0 || ASIDE.test(statement.plain);
  const plain = isBroken ? withoutAsides(statement.plain).replace(ASIDE, "") : statement.plain;
  // Boilerplate is not tagged when it is read, for hardly any becomes an insight: this one does.
  const tokens = isBroken || statement.tokens.length === 0 ? tag(plain) : statement.tokens;
  const clause = isBroken ? mainClause(tokens) : statement.clause;
  const inner = innermost(clause);
  if (!clause || !inner) return undefined;
  const claim = expectedClaim(tokens, inner) ?? readClaim(tokens, inner);
  if (!claim) return undefined;
  const outer = sliceText(tokens, plain, clause.subject.from, clause.subject.to);
  if (claim.subject && /^(?:it|they)$/i.test(sliceText(tokens, plain, claim.subject.from, claim.subject.to)))
    claim.subject = meantBefore(tokens, claim.subject.from) ?? claim.subject;
  const subject = claim.isInfinitive
    ? sliceText(tokens, plain, claim.subject?.from ?? 0, claim.subject?.to ?? 0)
    : sliceText(tokens, plain, inner.subject.from, inner.subject.to);
  const isOwn = isItself(subject, context);
  const holder = isHolder(outer) && !saysNothing(outer) && outer !== context.company ? outer : "";
  return {
    statement,
    tokens,
    plain,
    clause,
    claim,
    holder,
    holds: baseForm(word(tokens, clause.head)),
    isAgent:
      isOwn ||
      (isHolder(subject) && !/^(?:it|this|that|he|she|you|one|they)$/i.test(subject)) ||
      (holder !== "" && subject.toLowerCase() === "they"),
    doer: (inner !== clause || claim.isInfinitive) && isHolder(subject) && !saysNothing(subject) ? subject : "",
    ownPeriod: ownPeriodOf(plain, tokens, claim, context),
    place: placeOf(plain),
  };
}

/** "Sales in the north, on balance, rose", "the gross domestic product, GDP, fell", "have, of course, risen". */
const ASIDE =
  /, (?:of course,(?= \p{Ll})|(?:on balance|on net|on the whole|\p{Lu}{2,5}),(?= (?:\p{Ll}+ly )?(?:was|were|is|are|has|have|rose|fell|grew|\p{Ll}{3,}ed)\b))/u;

/** "wheat prices" of "While wheat prices fell in May, they were expected to rise": whom a pronoun behind such an opening means. */
function meantBefore(tokens: Token[], to: number): Phrase | undefined {
  if (!/^(?:while|although|though|as|because|since|after|if)$/.test(word(tokens, 0))) return undefined;
  const phrase = readPhrase(tokens, 1, to);
  return phrase && /^(?:AUX|VERB)$/.test(tokens[phrase.to]?.pos ?? "") && !/ing$/.test(word(tokens, phrase.to))
    ? phrase
    : undefined;
}

/** The document's own company, institution or speaker, whose words or deeds are the theme. */
function isItself(subject: string, { company, institution, speaker }: Context): boolean {
  if (company !== undefined) return subject === company;
  const name = subject.replace(/^the /i, "").toLowerCase();
  const own = [institution?.replace(/^the /, ""), speaker, speaker?.split(" ").at(-1)];
  return own.some((one) => one?.toLowerCase() === name);
}

/** The place with which a sentence opens, if that is no month. */
export function placeOf(plain: string): string {
  const place = IN_PLACE.exec(plain)?.[1] ?? IN_ECONOMIES.exec(plain)?.[1] ?? "";
  return TIMES.test(place.split(" ")[0]?.toLowerCase() ?? "") || /\d|\b(?:Survey|Report)$/.test(place) ? "" : place;
}
/** "In most advanced foreign economies," */
const IN_ECONOMIES =
  /^[Ii]n (?:the )?(?:(?:many|most|some|several|other|certain|major|a number of|most other) )?((?:(?:advanced|emerging|foreign|developing|market|industrial|industriali[sz]ed|high-income|low-income|and|(?:north|south|east|west|central)(?:ern)?|\p{Lu}\p{L}+an) )+(?:economies|countries)), /u;
const IN_PLACE =
  /^[Ii]n (?:the )?((?:euro area|\p{Lu}[\p{L}.’-]*)(?: (?:of|and|the|\p{Lu}[\p{L}.’-]*)){0,4}(?: (?:foreign )?(?:markets?|area|economies|countries|region))?), /u;

/** The clause that says it: of "participants noted that prices rose" the reported one. */
export function innermost(clause: Clause | undefined): Clause | undefined {
  let inner = clause;
  while (inner?.reported) inner = inner.reported;
  return inner;
}

/** "We expect inflation to fall": inflation is expected to. */
function expectedClaim(tokens: Token[], clause: Clause): Claim | undefined {
  const verb = baseForm(word(tokens, clause.head));
  if (!/^(?:expect|project|forecast|anticipate|predict|estimate|foresee)$/.test(verb)) return undefined;
  const subject = readPhrase(tokens, clause.verb.to, tokens.length);
  if (!subject) return undefined;
  let to = subject.to;
  while (tokens[to]?.pos === "ADV") to += 1;
  if (word(tokens, to) !== "to") return undefined;
  const claim = readClaim(tokens, {
    subject: { from: subject.from, to: subject.to },
    verb: { from: clause.head, to },
    head: clause.head,
  });
  if (!claim || claim.action <= to) return undefined;
  // "No member expected inflation to fall", "firms did not expect it to": nobody says that it will.
  const isDenied =
    word(tokens, clause.subject.from) === "no" ||
    tokens.slice(clause.verb.from, clause.head).some(({ text }) => /^(?:not|n['’]t|never|no)$/.test(text));
  return { ...claim, subject, expected: verb, isInfinitive: true, isNegated: claim.isNegated !== isDenied };
}
