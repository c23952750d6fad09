import { type Claim, judgedAction, readClaim, TIMES } from "./claim.ts";
import { type Clause, mainClause, word } from "./clause.ts";
import type { Context } from "./context.ts";
import { headlinesOf } from "./headline.ts";
import { isHolder, saysNothing } from "./holders.ts";
import { shortEntity } from "./keyword-phrase.ts";
import { type Token, tag } from "./language.ts";
import { nounPhrases, sliceText } from "./noun-phrases.ts";
import { periodOfClause } from "./period.ts";
import { readPhrase } from "./phrase.ts";
import { questionsOf } from "./questions.ts";
import type { Statement } from "./select.ts";
import { sourceOf } from "./source.ts";
import { coresOf, type TitleCore } from "./title-cores.ts";
import { baseForm, ingForm } from "./verb-forms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What a statement is about, in strings alone: what its title, its questions and its keyword phrase are made of. */
export interface Topic {
  /** What its title may say, the best first. */
  cores: TitleCore[];
  /** The period that the statement or else the document names: "January 2024". May be empty. */
  period: string;
  /** Questions that it answers, the best first. */
  questions: string[];
  /** Whose document it is, as one types it into a search box: "ECB". */
  who: string;
}

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

const MOST_CORES = 24;

/** A name that the tagger takes for a name, where that of the company may read as words: "Best Buy". */
const STAND_IN = "Acmecorp";

export function readTopic(statement: Statement, given: Context, vocabulary: Vocabulary): Topic {
  const company = given.company;
  if (company === undefined) return topicOf(statement, given, vocabulary);
  const name = new RegExp(
    `\\b${company.replace(/[^\w ]/g, "\\$&")}\\b(?:,? (?:Inc|Corp|Corporation|Company|Ltd|plc|Co|N\\.V)\\b\\.?)?`,
    "gi",
  );
  const swapped = { ...statement, plain: statement.plain.replace(name, STAND_IN), tokens: [] };
  const topic = topicOf(swapped, { ...given, company: STAND_IN, entity: STAND_IN }, vocabulary);
  const back = (text: string) => text.replaceAll(STAND_IN, company);
  return {
    ...topic,
    cores: topic.cores.map(({ text, worth }) => ({ text: back(text), worth })),
    questions: topic.questions.map(back),
    who: back(topic.who),
  };
}

function topicOf(statement: Statement, context: Context, vocabulary: Vocabulary): Topic {
  const reading = readStatementParts(statement, context);
  const who = shortEntity(sourceOf("", context), vocabulary);
  if (!reading) {
    const found = phraseCores(statement, context);
    return { cores: found, period: context.period, questions: [], who };
  }
  const { claim, tokens, plain, isAgent, holder, ownPeriod } = reading;
  const agent = context.company !== undefined && holder === "" ? context.company : "";
  const cores = [
    ...coresOf({ claim, tokens, plain, isAgent, agent }),
    ...decisionCores(reading),
    ...viewCores(reading),
    ...judgedCores(reading),
  ];
  if (cores.length === 0)
    cores.push(...phraseCores(statement, context).map((core) => ({ ...core, worth: core.worth - 0.3 })));
  if (reading.place !== "")
    for (const core of [...cores])
      if (!core.text.includes(reading.place))
        cores.push({ text: `${core.text} in ${reading.place}`, worth: core.worth + 0.4 });
  cores.sort((a, b) => b.worth - a.worth);
  return {
    cores: cores.slice(0, MOST_CORES),
    period: ownPeriod || context.period,
    questions: questionsOf(reading, context),
    who,
  };
}

function readStatementParts(statement: Statement, context: Context): Reading | undefined {
  // A bracket parts what belongs together: "interest rates on commercial (C&I) loans".
  const isBroken = /[([“”"]/.test(statement.plain) || statement.tokens.length === 0;
  const plain = isBroken ? withoutAsides(statement.plain) : statement.plain;
  // Boilerplate is not tagged when it is read, for hardly any becomes an insight: this one does.
  const tokens = isBroken || statement.tokens.length === 0 ? tag(plain) : statement.tokens;
  const clause = isBroken ? mainClause(tokens) : statement.clause;
  const inner = innermost(clause);
  if (!clause || !inner) return undefined;
  const claim = expectedClaim(tokens, inner) ?? readClaim(tokens, inner);
  if (!claim) return undefined;
  const outer = sliceText(tokens, plain, clause.subject.from, clause.subject.to);
  const subject = claim.isInfinitive
    ? sliceText(tokens, plain, claim.subject?.from ?? 0, claim.subject?.to ?? 0)
    : sliceText(tokens, plain, inner.subject.from, inner.subject.to);
  const isOwn = context.company !== undefined && subject === context.company;
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
    doer: inner !== clause && isHolder(subject) && !saysNothing(subject) ? subject : "",
    ownPeriod: ownPeriodOf(plain, tokens, claim, context),
    place: placeOf(plain),
  };
}

/** The place with which a sentence opens, if that is no month. */
function placeOf(plain: string): string {
  const place =
    /^in (?:the )?(\p{Lu}[\p{L}.’'-]*(?: (?:of|and|the|\p{Lu}[\p{L}.’'-]*)){0,4}), /iu.exec(plain)?.[1] ?? "";
  return /^\p{Lu}/u.test(place) && !TIMES.test(place.split(" ")[0]?.toLowerCase() ?? "") && !/\d/.test(place)
    ? place
    : "";
}

/** The period of the predicate, else of the opening before the subject, else of the subject. */
function ownPeriodOf(plain: string, tokens: Token[], claim: Claim, context: Context): string {
  const looksBack = claim.tense === "past" && claim.expected === "";
  const start = tokens[claim.finite]?.start ?? 0;
  const opening = claim.subject ? (tokens[claim.subject.from]?.start ?? 0) : start;
  const said = plain.slice(start, tokens[claim.end - 1]?.end);
  const first = plain.slice(0, opening);
  const isDated = /^(?:in|for|during|over|at|on|through|by|throughout) /i.test(first) && first.split(" ").length <= 9;
  for (const part of [...(isDated ? [first] : []), said, plain.slice(0, opening), plain.slice(opening, start)]) {
    const period = periodOfClause(part, context, looksBack);
    if (period !== "") return period;
  }
  return "";
}

/** Without brackets and quotation marks; "this year [2031]" as "in 2031". */
export function withoutAsides(text: string): string {
  return text
    .replace(/\b(to|with|than|from|of|until|since|into|by) (?:this|next|last) year \[(\d{4})\]/gi, "$1 $2")
    .replace(
      /\b((?:the )?(?:remainder|rest|end|course|beginning|start|first half|second half) of )?(?:this|next|last) year \[(\d{4})\]/gi,
      (_whole, part: string | undefined, year: string) => (part ? `${part}${year}` : `in ${year}`),
    )
    .replace(/\b(?:in|over|for|by|during) in (\d{4})/g, "in $1")
    .replace(/\s*\([^()]{0,200}\)/g, "")
    .replace(/[“”"]/g, "");
}

/** The clause that says it: of "participants noted that prices rose" the reported one. */
function innermost(clause: Clause | undefined): Clause | undefined {
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
  return claim && claim.action > to ? { ...claim, subject, expected: verb, isInfinitive: true } : undefined;
}

/** "decided to maintain the target range": "decision to maintain target range". */
function decisionCores({ tokens, plain, claim, clause }: Reading): TitleCore[] {
  if (
    !/^(?:decide|vote|agree|plan|intend|propose|choose|elect|commit|prefer|continue)$/.test(claim.verb) ||
    claim.isNegated
  )
    return [];
  for (let at = clause.verb.to; at < claim.action + 12; at += 1) {
    if (word(tokens, at) === "that") return [];
    if (word(tokens, at) !== "to" || tokens[at + 1]?.pos !== "VERB" || /ing$/.test(word(tokens, at + 1))) continue;
    const object = readPhrase(tokens, at + 2, tokens.length);
    if (!object) return [];
    const noun = /^(?:plan|intend|propose|commit)$/.test(claim.verb)
      ? "plan"
      : claim.verb === "prefer"
        ? "preference"
        : "decision";
    const state = /^(?:unchanged|steady|constant)$/.test(word(tokens, object.to)) ? ` ${word(tokens, object.to)}` : "";
    const did = word(tokens, at + 1);
    return headlinesOf(object, tokens, plain)
      .map(({ text, words, lost }) => ({
        text: claim.verb === "continue" ? "" : `${noun} to ${did} ${text}${state}`,
        worth: 2.6 + Math.min(words, 4) * 0.2 - lost,
      }))
      .filter(({ text }) => text !== "");
  }
  return [];
}

/** "Participants’ views on …": where what they say cannot be named otherwise. */
function viewCores({ tokens, plain, claim, holder, holds, isAgent }: Reading): TitleCore[] {
  const who =
    /(?:participants?|members?|respondents?|contacts|directors?|officials?|economists?|analysts?|policymakers?|firms|staff)$/i.exec(
      holder,
    )?.[0];
  const phrase = isAgent ? claim.object : claim.subject;
  if (!who || !phrase) return [];
  const noun = /^(?:expect|anticipate|forecast|project)$/.test(holds) ? "expectations for" : "views on";
  const owner = /[^f]s$/i.test(who) ? `${who}’` : `${who}’s`;
  return headlinesOf(phrase, tokens, plain).map(({ text, words, lost }) => ({
    text: `${owner} ${noun} ${text}`,
    worth: 1.15 + Math.min(words, 3) * 0.22 - lost,
  }));
}

/** "it would be appropriate to ease policy": "case for easing policy". */
function judgedCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const judged = judgedAction(tokens, claim);
  if (!judged) return [];
  const noun = claim.isNegated ? "" : JUDGED[word(tokens, claim.adjective)];
  return headlinesOf(judged.object, tokens, plain).map(({ text, words, lost }) => ({
    text: `${noun ?? "views on"} ${ingForm(judged.verb)} ${text}`.trim(),
    worth: 2.1 + Math.min(words, 3) * 0.22 - lost,
  }));
}

const JUDGED: Record<string, string> = {
  appropriate: "case for",
  necessary: "need for",
  essential: "need for",
  crucial: "need for",
  important: "importance of",
  vital: "importance of",
  useful: "usefulness of",
  difficult: "difficulty of",
  possible: "possibility of",
  premature: "prematurity of",
};

/** Where no clause could be read: its best noun phrases alone. */
function phraseCores({ tokens, plain }: Statement, context: Context): TitleCore[] {
  const cores: TitleCore[] = [];
  for (const { from, text } of nounPhrases(tokens, plain).slice(0, 6)) {
    const phrase = isHolder(text) || text === context.company ? undefined : readPhrase(tokens, from, tokens.length);
    for (const { text: named, words, lost } of phrase ? headlinesOf(phrase, tokens, plain) : [])
      if (words >= 2) cores.push({ text: named, worth: 0.5 + Math.min(words, 4) * 0.22 - lost - cores.length * 0.05 });
  }
  return cores.sort((a, b) => b.worth - a.worth).slice(0, MOST_CORES);
}
