import { MONTHS } from "#kit/months.ts";
import type { Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import { type Clause, word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";
import { periodOfClause, withoutCompared } from "./period.ts";

/** The month or quarter that a sentence's figures are of, and the sentence that tells it. */
export interface TimeTold {
  /** "June 2031", "second quarter of 2031". */
  time: string;
  named: Span;
}

interface Said {
  text: string;
  plain: string;
  start: number;
  end: number;
  tokens: Token[];
  clause: Clause | undefined;
}

/** A board's account of its meeting goes through the month's statistics, each in its sentence. */
const REPORTS_MONTHS = /\b(?:minutes|account|bank rate|monetary policy statement)\b/i;
const MONTH = `(?:${MONTHS.join("|")})`;
const MONTHLY = new RegExp(`\\b[Ii]n (?:${MONTH})\\b(?: \\[?\\d{4}\\]?)?(?! (?:and|or|to|\\d))`);
const QUARTERLY = /\b[Ii]n (?:the (?:first|second|third|fourth) quarter(?: \[?of \d{4}\]?)?(?! and\b)|\d{4} ?Q[1-4])/;
/** In front of it no other time may be meant, behind it none may follow of another statement. */
const OTHER_TIME = new RegExp(
  `\\b(?:${MONTH}|quarters?|period|months?|weeks?|years?|days?|earlier|outlook|might|Q[1-4])\\b|\\b(?:19|20)\\d\\d\\b`,
);
const ANOTHER = new RegExp(
  `\\b(?:in|over|through|during|for|between) (?:(?:the|both|early|late|first|second|third|fourth|\\d{4}) ){0,2}(?:${MONTH}|quarter|Q[1-4]|(?:19|20)\\d\\d)\\b`,
);
/** What only measures what is told of a month. */
const MEASURED = new RegExp(
  `\\b(?:[Oo]ver|[Ii]n|[Ff]or) the (?:12|twelve) months ending (?=in )|\\bfrom [^,;]{1,40}? in [\\p{L} []+\\d{0,4}\\]?|\\bafter [-–−]?\\d[^,;]{0,30}? in ${MONTH}(?: and [-–−]?\\d[^,;]{0,30}? in ${MONTH})?|\\b(?:(?:12|twelve|three|3)[- ]month|year-(?:on|over)-year)\\b|\\bsince [^,;.]*`,
  "gu",
);

/** What is counted by quarters. */
const OF_QUARTERS =
  /\b(?:GDP|demand|consumption|investment|purchases|exports?|imports?|spending|expenditures?|inventor(?:y|ies)|compensation|labou?r costs|profits?|productivity|employment|output|wages?|construction)\b/;
/** What is counted month by month. */
const SERIES =
  /\b(?:unemployment|participation|vacanc(?:y|ies)|openings|quits|payrolls?|employment|earnings|inflation|prices?|index|indexes|production|output|sales|orders|shipments|starts|permits|exports?|imports?|deficit|surplus|balance|spending|expenditures?|issuance|lending|loans?|balances|borrowing|confidence|sentiment|PMIs?|deliveries|money|M3|HICP|HICPX|CPI|rate (?:for|of|among))\b/;
/** What looks like it and has another time. */
const NO_SERIES =
  /\b(?:participants?|members?|staff|survey|respondents?|contacts?|market|markets|futures|yields?|spreads?|equity|stock|stocks|oil|gas|commodity|energy commodity|policy|expect\w+|forecast\w*|project\w+|outlook|assumptions?|averages?|standards?)\b/i;
const MOVED =
  /^(?:rose|fell|declined|increased|decreased|edged|ticked|moved|slowed|moderated|eased|grew|climbed|dropped|jumped|rebounded|accelerated|decelerated|contracted|expanded|improved|weakened|strengthened|stood|picked|stepped|widened|narrowed|risen|fallen|grown|averaged|advanced|surged|inched|crept|dipped|slipped|plunged|soared|posted|contributed|subtracted)$/;
/** Not "continued to point to". */
const MOVED_ON =
  /^\S+ to (?:rise|fall|increase|decrease|decline|grow|expand|contract|moderate|ease|slow|improve|weaken|widen|narrow)\b/;
const STOOD = /^(?:was|were|been|remained|stayed|held|changed|unchanged|stable|flat|steady)$/;
const LEVEL = /\d ?(?:%|per ?cent)|\b(?:un|little )changed\b/;
const PAST = /^(?:had|was|were|has|have)$/;
/** It has a time of its own, or is told of all times. */
const ANY_TIME =
  /\b(?:19|20)\d\d\b|\b[QH][1-4]\b|\b(?:period|since|months?|weeks?|quarters?|years?|days?|meetings?|recent(?:ly)?|earlier|current(?:ly)?|previous(?:ly)?|initially|early|late|later|latest|now|today|already|following|after|before|until|past|last|ago|pre-pandemic|annual average|still(?!-)|by (?:contrast|then)|over time|will|would|could|may|might|expected|likely|January|February|March|April|May|June|July|August|September|October|November|December|spring|summer|autumn|winter)\b/;

/** The month or quarter that this sentence tells its figures of, and no other time; undefined where it tells none. */
function tellsTime({ text, start, end }: Said, context: Context): TimeTold | undefined {
  const own = withoutCompared(text.replace(MEASURED, " "));
  const found = MONTHLY.exec(own) ?? QUARTERLY.exec(own);
  if (!found) return undefined;
  const [before, behind] = [own.slice(0, found.index), own.slice(found.index + found[0].length)];
  if (OTHER_TIME.test(before) || ANOTHER.test(behind)) return undefined;
  const time = periodOfClause(`${found[0].replace(/[[\]]/g, "")} `, context, true);
  return time.includes(" ") ? { time, named: { start, end } } : undefined;
}

/** How many months back a figure of a month is set against one. */
const BACK = 3;

/**
 * Without what a figure of a month is only set against: "to 3.1 per cent, from 3.2 per cent in May" of June, "from 3.3 per
 * cent previously", "for the fourth month in a row". Of another month it would say when.
 */
function withoutBase(plain: string, time: string): string {
  const month = MONTHS.indexOf(time.split(" ")[0] ?? "");
  if (month < 0) return plain;
  const before = Array.from({ length: BACK }, (_, back) => MONTHS[(month + MONTHS.length - 1 - back) % MONTHS.length]);
  const then = `(?:in (?:${before.join("|")})\\b(?: \\[?\\d{4}\\]?)?|(?:in )?the (?:month before|previous month)|previously)`;
  const level = `[-–−]?\\d[^,;]{0,30}? ${then}`;
  return plain
    .replace(new RegExp(`\\b(?:from|after|compared with) ${level}(?: and ${level})?`, "g"), " ")
    .replace(IN_A_ROW, " ");
}
const IN_A_ROW = /\bfor the \p{L}+ (?:consecutive month|month (?:in a row|running))\b/gu;

/** Whether a sentence goes on with the statistics of the one before it: a series that moved, and no word of when. */
function goesOn({ plain, tokens, clause }: Said, { time }: TimeTold): boolean {
  if (!clause || ANY_TIME.test(withoutBase(plain, time))) return false;
  const subject = plain.slice(0, tokens[clause.subject.to]?.start ?? 0);
  const [first, head] = [word(tokens, clause.verb.from), word(tokens, clause.head)];
  const isPast = first === head || PAST.test(first);
  const isGoingOn = head === "continued" && MOVED_ON.test(plain.slice(tokens[clause.head]?.start));
  const isMoved = MOVED.test(head) || isGoingOn || (STOOD.test(head) && LEVEL.test(plain));
  const isSeries = (/quarter|Q/.test(time) ? OF_QUARTERS : SERIES).test(subject);
  return isPast && isMoved && isSeries && !NO_SERIES.test(subject);
}

/**
 * The month or quarter of a sentence that only the one before it tells: of "Payrolls rose in June. The unemployment rate fell."
 * `before` is what that one told, or was told in turn.
 */
export function timeAt(
  said: Said,
  before: TimeTold | undefined,
  context: Context,
): { told?: TimeTold; carried: boolean } {
  if (context.company !== undefined || context.month === undefined || !REPORTS_MONTHS.test(context.document))
    return { carried: false };
  const own = said.tokens.length === 0 ? undefined : tellsTime(said, context);
  if (own) return { told: own, carried: false };
  return before !== undefined && goesOn(said, before) ? { told: before, carried: true } : { carried: false };
}
