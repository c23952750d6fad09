import { MONTHS } from "#kit/months.ts";
import type { Context } from "../context.ts";
import { AHEAD } from "./period.ts";

const ORDINALS = ["first", "second", "third", "fourth"];
const QUARTER =
  /\b(?:the (first|second|third|fourth) quarter|Q([1-4]))\b(?!['’]| (?:of|and|or|to|GDP|earnings|results|data|figures|real|national|report\w*|\d|\[)|[-–/])/g;
const PART =
  /\bthe (end|start|beginning|remainder|rest|balance|middle|first half|second half) of the year\b(?!['’-]| (?:\[|\d))/g;
const HAS_YEAR = /\b(?:19|20)\d\d\b|\bFY\d|\bfiscal\b/;
const MAY_LACK_YEAR = new RegExp(`\\b(?:[Qq]uarter|Q[1-4]|of the year|[Ll]ast|${MONTHS.join("|")})\\b`);
/** "in December", "over November and December", of which the last. */
const MONTH = new RegExp(
  `\\b(?=[A-Z])(?<=\\b(?:in|of|over|through|during|since|ending|ended|between) (?:both |early |late |mid-)?(?:(?:${MONTHS.join("|")}),? )*(?:(?:and|to) (?:early |late )?)?)(${MONTHS.join("|")})\\b(?!['’-]|(?: (?:this|last|next))? (?:\\d|\\[|year\\b|and (?:early |late )?(?:${MONTHS.join("|")})|\\p{L}*\\s?(?:meetings?|survey|projections?|report|SEP|futures|contracts?)\\b))(?!, (?:\\d|${MONTHS.join("|")}))`,
  "gu",
);
const LAST = new RegExp(
  `(?<!\\bthe )\\b[Ll]ast (${MONTHS.join("|")}|spring|summer|autumn|fall)\\b(?!['’-]| (?:\\[|\\d|of\\b))`,
  "g",
);
/** The month in which each begins. */
const SEASONS = new Map([
  ["spring", 2],
  ["summer", 5],
  ["autumn", 8],
  ["fall", 8],
]);
const SOUTHERN = /\b(?:Australia|New Zealand|South Africa|Brazil|Chile|Argentina)\b/;
/** With these a quarter to come and one gone by look alike. */
const UNSURE =
  /\b(?:anticipat\w+|could|might|may|likely|until|implie[ds]|pric(?:ed|ing)|suggest\w*|plan\w*|probabilit\w+|by the|onwards?|previous year|a year|intend\w*|assum\w+|should|pointed to)\b/i;
/** A board that reports of its meeting speaks of the months around it. */
const REPORTS_ITS_TIME = /\b(?:minutes|account|bank rate|beige book|monetary policy statement)\b/i;

/**
 * The quarters, halves, seasons and months of a dated report that name no year, with theirs in brackets: "in the fourth
 * quarter [of 2030]", "last October [2030]". `before` is what its paragraph says first: only where neither that nor the
 * sentence leaves the year open.
 */
export function withYears(text: string, context: Context, before: string): string {
  const { company, month } = context;
  if (company !== undefined || month === undefined || !MAY_LACK_YEAR.test(text)) return text;
  const [name = "", year = ""] = month.split(" ");
  const told = { now: MONTHS.indexOf(name), year: Number(year), isAhead: AHEAD.test(text), before };
  if (told.now < 0) return text;
  const whole = withLast(text, context, told);
  const isReport = context.speaker !== undefined || REPORTS_ITS_TIME.test(context.document);
  return withQuarters(isReport ? withMonth(whole, told) : whole, context, told);
}

/** When a sentence was said, and what stands before it in its paragraph. */
interface Told {
  /** The month, 0 to 11. */
  now: number;
  year: number;
  isAhead: boolean;
  before: string;
}

/** "last October [2030]", "since last autumn [2030]", where this year's is still to come. */
function withLast(text: string, { institution = "" }: Context, { now, year }: Told): string {
  return text.replace(LAST, (found, named: string) => {
    const isSeason = !MONTHS.includes(named);
    // The south has its seasons in other months.
    if (isSeason && SOUTHERN.test(institution)) return found;
    const begins = isSeason ? (SEASONS.get(named.toLowerCase()) ?? -1) : MONTHS.indexOf(named);
    return begins >= now ? `${found} [${year - 1}]` : found;
  });
}

/** "in December [2030]" of January, where its paragraph names no other year. */
function withMonth(text: string, { now, year, isAhead, before }: Told): string {
  const isOpen = [...before.matchAll(/\b(?:19|20)\d\d\b|\bfiscal\b/g)].some(([named]) => Number(named) !== year - 1);
  if (isAhead || isOpen || HAS_YEAR.test(text.replace(/\[\d{4}\]/g, "")) || UNSURE.test(text) || MAY_COME.test(text))
    return text;
  let isFirst = true;
  return text.replace(MONTH, (found, name: string) => {
    // What is less than half a year ahead may be what is meant.
    if (!isFirst || MONTHS.indexOf(name) - now < 6) return found;
    isFirst = false;
    return `${found} [${year - 1}]`;
  });
}

function withQuarters(text: string, { speaker, document }: Context, told: Told): string {
  const { now, year, isAhead, before } = told;
  if (HAS_YEAR.test(text.replace(/\[\d{4}\]/g, ""))) return text;
  const isOpen = HAS_YEAR.test(before);
  const isSpeech = speaker !== undefined;
  // A speech looks back on other years too.
  if (isSpeech ? isOpen || isAhead : !REPORTS_ITS_TIME.test(document)) return text;
  const dated = text.replace(QUARTER, (found, ordinal: string | undefined, digit: string | undefined) => {
    const start = 3 * (ordinal === undefined ? Number(digit) - 1 : ORDINALS.indexOf(ordinal));
    const own = yearOfQuarter(start, told, text);
    if (own === 0 || (isSpeech && start <= now && now <= start + 2)) return found;
    if (isOpen && (isAhead || !areNoEarlier(before, own))) return found;
    return `${found} [${ordinal === undefined ? "" : "of "}${own}]`;
  });
  return isOpen || isSpeech
    ? dated
    : dated.replace(PART, (found, part: string) => (isThisYear(part, now, isAhead) ? `${found} [${year}]` : found));
}

const MAY_COME = /\b(?:set to|due to (?:\p{L}+e|begin|start|run out)\b|starting|schedul\w+|expir\w+|upcoming|ahead)\b/u;

/** Years that were named before, of which none is past by then. */
const areNoEarlier = (before: string, year: number) =>
  !/\bFY\d|\bfiscal\b/.test(before) &&
  [...before.matchAll(/\b(?:19|20)\d\d\b/g)].every(([named]) => Number(named) >= year);

/** How many months ahead a quarter may begin that is meant of this year. */
const NEAR = 4;

/** 0 where it cannot be told. */
function yearOfQuarter(start: number, { now, year, isAhead }: Told, text: string): number {
  if (isAhead) return start + 2 >= now && start - now <= NEAR ? year : 0;
  if (start <= now) return year;
  return UNSURE.test(text) ? 0 : year - 1;
}

function isThisYear(part: string, now: number, isAhead: boolean): boolean {
  if (part === "end") return now > 1 || isAhead;
  if (part === "start" || part === "beginning") return now < 10 || !isAhead;
  if (part === "first half") return now > 2;
  if (part === "second half") return now > 5 || isAhead;
  return now > 0 && now < 11;
}
