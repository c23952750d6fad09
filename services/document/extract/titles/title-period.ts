import type { Context } from "../context.ts";
import { changeOf } from "../grammar/changes.ts";
import type { Claim } from "../grammar/claim.ts";
import type { Token } from "../grammar/language.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import { AHEAD, isPlanned, openingMonth, periodOfClause, withoutCompared } from "../prose/period.ts";
import type { Statement } from "../prose/select.ts";
import { dateOfFigure, periodOfFigure } from "./title-figure-period.ts";
import { nearPeriod } from "./title-near-period.ts";
import { sinceOf } from "./title-since.ts";

/** When what a statement says holds. */
export interface Dating {
  /** "second quarter of 2031"; empty where nothing tells it. */
  period: string;
  /** The statement itself names it; else the document does. */
  isOwn: boolean;
  /** The statement names a time, be it that of something else: then the document's month is not what it speaks of. */
  namesTime: boolean;
  /** Whose change it tells in the past, "rate": what follows of the same measure is of the same time. Else empty. */
  measured: string;
  /** "since March 2031", where what is told began then and the period is not its own. Absent where none is said. */
  since?: string;
}

/** A time that is told by its name, not by how far it is away: "in recent weeks" is the document's present. */
const NAMED_TIME =
  /\b(?:(?:19|20)\d\d(?:[/–-]\d{2,4}| ?[QH][1-4]|s)?|[1-4]Q\d\d|Q[1-4]|H[12]|(?:first|second|third|fourth|last|previous|prior|next|final) (?:quarter|half|year|month|season|decade)|(?:January|February|March|April|June|July|August|September|October|November|December)|(?:in|of|since|until|from|by|early|late|mid-|through|to) May|(?:this|last|next) (?:spring|summer|autumn|fall|winter)|(?:in|over|during|for|throughout) (?:that|this|the same) (?:quarter|period|month|year)|(?:in|over|during) the quarter|(?:in|over|during) (?:those|these) (?:\w+ )?(?:months|quarters|years)|(?:past|last|previous) (?:\w+ )?decades?)\b/;

/** Without one of these a text names no time. */
const OF_TIME =
  /\d|quarter|half|year|month|season|decade|period|spring|summer|autumn|fall|winter|January|February|March|April|May|June|July|August|September|October|November|December/;

/** "the July meeting", "its May projections": what was published or held then, not when what is told took place. */
const CITED =
  /\b(?:the|its|their|['’]s) (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{4})? (?:\p{Lu}{2,5} |monetary policy |staff |policy ){0,2}(?:meetings?|[Mm]inutes|[Rr]eport|projections?|forecasts?|decisions?|communications?|statement|announcement)\b/gu;

/** A statement as far as it was taken apart. */
interface Dated {
  plain: string;
  tokens: Token[];
  claim: Claim;
  ownPeriod: string;
}

/**
 * The period for a title: the statement's own, else that of the document, but only where the statement names no time and
 * speaks of the document's present. `reported` is the quarter or year that a company's report is of.
 */
export function datingOf(
  statement: Statement,
  reading: Dated | undefined,
  context: Context,
  vocabulary: Vocabulary,
  reported: string,
): Dating {
  const { claim, tokens } = reading ?? {};
  const isTold = claim?.subject && isOfPast(claim) && !isPerfect(statement, claim);
  const measured =
    isTold && changeOf(tokens ?? [], claim) !== "" ? (tokens?.[claim.subject?.head ?? 0]?.text ?? "") : "";
  const time = timeOf(statement, reading, context, vocabulary, reported);
  const isUpToNow = reading && !time.isOwn && claim && !isForeseen(claim);
  const since = isUpToNow ? sinceOf(claimedIn(reading), statement.text, context) : "";
  return { ...time, measured, ...(since === "" ? {} : { since }) };
}

/** `second` is dated as `first` is, where both tell of one measure and only the first says of when. */
export function datedAs<One extends Dating>(second: One, first: Dating): One {
  const isSame = second.measured !== "" && second.measured === first.measured;
  return isSame && first.isOwn && !second.isOwn && !second.namesTime
    ? { ...second, period: first.period, isOwn: true }
    : second;
}

function timeOf(
  statement: Statement,
  reading: Dated | undefined,
  context: Context,
  vocabulary: Vocabulary,
  reported: string,
): Omit<Dating, "measured"> {
  const [, leaves = "", ofYear = ""] = context.company === undefined ? [] : (EFFECTIVE.exec(statement.plain) ?? []);
  if (leaves !== "") return { period: `${leaves} ${ofYear}`, isOwn: true, namesTime: true };
  const { claim } = reading ?? {};
  const ownPeriod = reading?.ownPeriod || wholeYearOf(statement.plain, reported);
  const main = reading ? mainPart(reading) : statement.plain;
  // "Demand remained strong, and sales rose in the first quarter": the quarter is that of the sales.
  const [claimed, behind] = reading && context.company === undefined ? partedAt(reading) : [main, ""];
  const isElsewhere = behind !== "" && !namesTimeIn(claimed, context);
  const namesTime = !isElsewhere && namesTimeIn(main, context);
  if (ownPeriod === "" && claim && !isForeseen(claim) && reading) {
    const period = periodOfFigure(claimedIn(reading), reading.plain, context);
    if (period !== "") return { period, isOwn: true, namesTime: true };
  }
  const opens = claim?.subject && claim.tense === "past" ? reading?.tokens[claim.subject.from]?.start : undefined;
  const month = opens === undefined ? "" : openingMonth((reading?.plain ?? "").slice(opens));
  if (ownPeriod === "" && month !== "") return { period: periodOfClause(month, context, true), isOwn: true, namesTime };
  // "fell in both the second and third quarters": up to the later one.
  const both = claim && isOfPast(claim) ? BOTH_QUARTERS.exec(main)?.[1] : undefined;
  const later = both ? periodOfClause(`in the ${both} quarter`, context, true) : "";
  if (later !== "") return { period: later, isOwn: true, namesTime: true };
  if (ownPeriod !== "") return { period: stretchOf(ownPeriod, main), isOwn: true, namesTime };
  // "As demand is expected to last into 2031" in a paragraph that goes on for that year.
  const isOfYear = context.company === undefined && /^\d{4}$/.test(reported);
  if (isOfYear && (main.match(/\b(?:19|20)\d\d/g) ?? [""]).every((year) => year === reported))
    return { period: reported, isOwn: true, namesTime };
  if (namesTime) {
    // "In the first quarter" of a release of that quarter.
    const quarter = /\b(?:first|second|third) quarter\b(?! of)/i.exec(main)?.[0].toLowerCase() ?? "";
    if (quarter !== "" && reported.startsWith(quarter)) return { period: reported, isOwn: true, namesTime };
    // "For the first quarter" below what says when that ended.
    if (isSaidAbove(reported, context) && /\b(?:for|in|during) the (?:first|second|third) quarter\b(?! of)/i.test(main))
      return { period: reported, isOwn: true, namesTime };
    // "For the year ended May 31, 2031, a hypothetical fall would have cost $4 million"
    const isFelt = claim ? !isForeseen(claim) : !AHEAD.test(main) || /\bhypothetical\b/.test(main);
    const isOfFigure = context.company !== undefined && isFelt;
    const dated = isOfFigure ? dateOfFigure(main) : "";
    if (dated !== "") return { period: stretchOf(dated, main), isOwn: true, namesTime };
    const isToCome = claim !== undefined && (isForeseen(claim) || isPlanned(main));
    const period =
      reading && isToCome
        ? foreseenFor(reading, context)
        : claim && isOfPast(claim)
          ? periodOfClause(alone(main), context, true)
          : "";
    return { period, isOwn: period !== "", namesTime };
  }
  const isPast = claim && isOfPast(claim) && !isPerfect(statement, claim);
  // What once was and is told of no time may have been long ago.
  const isSaid = !isSpokenOfBefore(context) && !isOfLastMonth(context);
  const isOf =
    !isPast ||
    isSaidAbove(reported, context) ||
    (isSaid && (/change|decision/.test(statement.states.join()) || isToldInPast(vocabulary, context)));
  // "Year to date, it returned $5 million" below "Second Quarter 2031": of more than the quarter.
  if (context.company !== undefined && reported.endsWith(" quarter") && WIDER.test(main))
    return { period: "", isOwn: false, namesTime: true };
  if (isPast && statement.isHistory && reported === "" && !isToldInPast(vocabulary, context)) {
    const period = BEGUN_IN.exec(statement.text)?.[1] ?? "";
    return { period, isOwn: period !== "", namesTime: true };
  }
  // What stands over a paragraph dates it as the sentence itself would.
  return { period: isOf ? reported || context.period : "", isOwn: isOf && reported !== "", namesTime };
}

/** From when somebody serves no longer: that is when it happens. */
const EFFECTIVE =
  /\b(?:serve|resign\w*|retired?|step(?:ped)? down)\b.{3,160}?,? effective (?:on |as of )?(\p{Lu}\p{Ll}+) \d{1,2}, (\d{4})/u;

/** "The Rye Agreement (1931) introduced quotas": what a report of today tells in the past of something long ago. */
const BEGUN_IN = /^[^.;()]{3,60} \(((?:18|19|20)\d\d)\b[^()]*\) /;

/** What is yet to come, or may be. */
const isForeseen = ({ tense, expected, isDone }: Claim) => tense === "modal" || (expected !== "" && !isDone);

/** "fell", "is estimated to have fallen". */
const isOfPast = ({ tense, expected, isDone }: Claim) => isDone || (tense === "past" && expected === "");

/** When what is foreseen is to happen, as its predicate says it, or the opening in front of the subject. */
function foreseenFor({ plain, tokens, claim }: Dated, context: Context): string {
  const said = withoutReason(alone(plain.slice(tokens[claim.action]?.start ?? 0, tokens[claim.end - 1]?.end)));
  const opening = plain.slice(0, tokens[claim.subject?.from ?? 0]?.start);
  return nearPeriod(said, context) || (/^(?:in|for|during|over) /i.test(opening) ? nearPeriod(opening, context) : "");
}

const WIDER = /\b(?:for the full[- ](?:fiscal )?year|on a year[- ]to[- ]date basis|year[- ]to[- ]date)\b/i;

/** The finding of a company says in front that it is of the period. */
const isSaidAbove = (reported: string, { company, attribution }: Context) =>
  company !== undefined && reported !== "" && attribution.includes(`, ${reported}`);

const BOTH_QUARTERS = /\b(?:first|second|third) and (second|third|fourth) quarters\b(?! of| \[)/i;

/** What a speech tells in the past took place before it. */
const isSpokenOfBefore = ({ speaker, isTranscript, attribution }: Context) =>
  speaker !== undefined && !isTranscript && attribution.startsWith(speaker);

/** A report of the first days of a month, which is dated by nothing else, tells of the month before. */
const isOfLastMonth = ({ attribution, document, company }: Context) =>
  company === undefined &&
  /\b(?:Monitor|Bulletin|Update|Watch)$/.test(document) &&
  /, \p{Lu}\p{L}+ \d, \d{4}$/u.test(attribution);

/** "2031" of "expects its full-year sales to rise" in the report of a quarter: it is not the quarter that is spoken of. */
function wholeYearOf(plain: string, reported: string): string {
  const [, fiscal = "", year = ""] = / quarter of (fiscal )?(\d{4})$/.exec(reported) ?? [];
  const isWhole = /\b(?:full[- ](?:fiscal )?year|(?:for|in) the (?:fiscal )?year)\b(?! (?:ended|\d))/i.test(plain);
  return year !== "" && isWhole && !NAMED_TIME.test(plain) ? `${fiscal}${year}` : "";
}

/** "six months to June 2031" of "six months ended June 30, 2031" over a list; else empty. */
export function stretchOver(lead: string): string {
  const [, month = "", year = ""] = /\bmonths ended (\p{Lu}\p{L}+) \d{1,2}, (\d{4})$/u.exec(lead) ?? [];
  return year === "" ? "" : stretchOf(`${month} ${year}`, `${lead}, `);
}

/**
 * "June 2031" as the quarter, the half or the year that ends then, where the text says so: "three months ended June 30, 2031",
 * "year to 30 June 2031".
 */
function stretchOf(period: string, text: string): string {
  const [month, year] = period.split(" ");
  if (!year || !/ end| to \d/.test(text)) return period;
  const [, unit = "", size = ""] =
    new RegExp(
      `\\b((?:fiscal )?years?|quarters?|(\\w+)(?: and \\w+)?[ -](?:months?|weeks?)) (?:(?:end(?:ed|ing)(?: on)?|to) \\d{1,2} ${month} ${year}|end(?:ed|ing) (?:on )?${month} \\d{1,2}(?:, \\d{4} and (?:\\p{Lu}\\p{Ll}+ \\d{1,2}, )?\\d{4}|, ${year}|, \\d{4}, ))`,
      "u",
    ).exec(text) ?? [];
  if (unit === "") return period;
  // "Twelve months" may end within a business year.
  if (/^(?:twelve|12)$/.test(size) && /month/.test(unit)) return month === "December" ? year : `year to ${period}`;
  if (/year/.test(unit) || /^5[23]$/.test(size))
    return month === "December"
      ? year
      : /^(?:January|February)$/.test(month ?? "")
        ? `year to ${period}`
        : `fiscal ${year}`;
  if (/quarter/.test(unit) || /^(?:three|3|12|13|14|twelve|thirteen|fourteen)$/.test(size)) return `${period} quarter`;
  return /^(?:six|nine)$/.test(size) ? `${size} months to ${period}` : period;
}

/** Whether it names a time that is neither one that it only compares with nor the document's own. */
const namesTimeIn = (text: string, context: Context) =>
  OF_TIME.test(text) && NAMED_TIME.test(withoutPresent(text, context));

/** Without the times that it only compares with and those that are the document's own. */
function withoutPresent(text: string, { period, year }: Context): string {
  const month = / \d{4}$/.test(period) ? period.slice(0, -5) : "no month";
  return withoutCompared(text)
    .replace(/\b(?:over|in|for|during) the (?:last|past|previous) (?:year|month|quarter|(?:\w+|\d+) months)\b/g, " ")
    .replace(/\b(?:since|than|until|before|after|beyond|following|relative to|ahead of)\b[^,;]{0,90}/g, " ")
    .replace(CITED, " ")
    .replace(
      new RegExp(`\\b(?:in|for|this|of|at the|at its|in the) (?:${year ?? "no year"}|${month})\\b(?! \\d)`, "g"),
      " ",
    );
}

/** Up to the end of what is claimed. */
const claimedIn = ({ plain, tokens, claim }: Dated) => plain.slice(0, tokens[claim.end - 1]?.end);

/** Up to the end of what is claimed, and what goes on behind a comma or a conjunction. */
function partedAt({ plain, tokens, claim }: Dated): [string, string] {
  const stop = tokens[claim.end - 1]?.end ?? plain.length;
  // "rose, on net, in the first quarter"
  const aside = /^, (?:on \w+|in \w+ terms|however|overall|\w+ly)\b[^,;]{0,20},[^,;]*?(?=[,;]| and | but |$)/.exec(
    plain.slice(stop),
  );
  const end = stop + (aside?.[0].length ?? 0);
  const behind = plain.slice(end);
  // "as dear oats in 2029 had led farms to sow more": so may the claim be of then.
  const isCause =
    /^,? (?:as|because|since)\b/.test(behind) &&
    /\b(?:19|20)\d\d|^,? as (?:of|well|much|many|far|low|high)\b/.test(behind);
  return !isCause && /^(?:[,;](?! which\b)| (?:and|as|because)\b| [—–])/.test(behind)
    ? [plain.slice(0, end), behind]
    : [plain, ""];
}

/** Up to what is set against it: "; but", "while". */
function mainPart({ plain, tokens, claim }: Dated): string {
  const end = tokens[claim.end - 1]?.end ?? plain.length;
  const next = /;|\b(?:but|while|whereas|although|though)\b/.exec(plain.slice(end));
  return next ? plain.slice(0, end + next.index) : plain;
}

/** Without what hangs on it: "which exclude items of 2030", "as prices rose in May". */
const alone = (text: string) =>
  text
    .replace(/, (?:which|who|where)\b[^,]*(?:,|$)/g, ",")
    .replace(/(?:[—–]|, \w+ing\b).*$/, "")
    .replace(/\b(?:as(?! of)|because|since|after|before|when|with|reflecting|following|suggesting|that|if)\b.*$/, "");

/** "has fallen", "had softened": up to now. */
const isPerfect = ({ plain }: Statement, { tense }: Claim) =>
  tense === "past" && /\b(?:has|have|had) (?:\w+ly |also |been |not )*\w+(?:ed|en|wn|un|lt|id|de)\b/.test(plain);

/** Minutes and surveys tell their present in the past: "members noted that prices were high". */
function isToldInPast({ all }: Vocabulary, { company }: Context): boolean {
  if (company !== undefined) return false;
  const count = (words: string) => words.split(" ").reduce((sum, one) => sum + (all.get(one) ?? 0), 0);
  return count("was were had") >= count("is are has");
}

/** The period of the predicate, else of the opening before the subject, else of the subject. */
export function ownPeriodOf(plain: string, tokens: Token[], claim: Claim, context: Context): string {
  const looksBack = !isForeseen(claim);
  const start = tokens[claim.finite]?.start ?? 0;
  const opening = claim.subject ? (tokens[claim.subject.from]?.start ?? 0) : start;
  const end = tokens[claim.end - 1]?.end ?? plain.length;
  // "are higher based on a lower forecast for 2030": the cause has a time of its own.
  // "was expected to have fallen": what has been is told behind that.
  const told = claim.isDone ? (tokens[claim.action]?.start ?? start) : start;
  const said = withoutReason(plain.slice(told, end));
  // "was lower and stood at 4 percent in May"
  const follows = tokens.find((token) => token.start >= end + 4)?.pos ?? "";
  const goesOn = !/^(?:VERB|AUX|ADV)$/.test(follows)
    ? ""
    : (/^ and [^,;]{0,120}?(?=[,;]|\.(?!\d)| while | but | although |$)/.exec(plain.slice(end))?.[0] ?? "");
  const first = plain.slice(0, opening);
  const isDated =
    (/^(?:in|for|during|over|at|on|through|by|throughout) /i.test(first) && first.split(" ").length <= 9) ||
    // "In response to the law, on June 3, 2031, its mill applied"
    /\bon \p{Lu}\p{L}+ \d{1,2}, \d{4}, $/u.test(first);
  const subject = plain.slice(opening, start);
  const quartered = (text: string) =>
    context.company === undefined ? text : text.replace(/(?<= quarter) and first \w+ months(?= of )/, "");
  for (const part of [
    ...(isDated ? [first] : []),
    quartered(said),
    plain.slice(0, opening),
    subject,
    AHEAD.test(goesOn) ? "" : goesOn,
  ]) {
    const period = periodOfClause(part, context, looksBack);
    // "The collapse of 1985 highlights": it does so now.
    const isHistory =
      part === subject && claim.tense === "present" && context.company === undefined && isLongAgo(period, context);
    if (period !== "" && !isHistory) return period;
  }
  return "";
}

const withoutReason = (text: string) =>
  text.replace(/\b(?:based on|due to|because of|owing to|driven by|in light of)\b.*$/s, "");

/** More than a year before the document's. */
function isLongAgo(period: string, context: Context): boolean {
  const [year, own] = [period, context.period].map((text) => Number(/(?:19|20)\d\d/.exec(text)?.[0] ?? Number.NaN));
  return (own ?? Number.NaN) - (year ?? Number.NaN) > 1;
}
