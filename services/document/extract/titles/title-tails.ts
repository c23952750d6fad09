import type { Context } from "../context.ts";
import { shortQuarter } from "../tables/table-periods.ts";
import { isEmptyTheme } from "./title-empty.ts";
import type { Topic } from "./topic.ts";

/** What a title loses without the period of what it tells, or without the month of its document. */
const NO_PERIOD = 1.3;
const NO_MONTH = 0.85;
/** What a company tells is told of every quarter: of thirty such titles readers found three apt. */
const OF_NO_TIME = 2.2;
/** A title of no time at all, where none is known. */
const UNDATED = 0.6;
/** One that tells who says it and when that was said in its place. */
const SAID = 0.45;
/** What one is worth more that tells since when. */
export const SINCE = -0.1;
/** And with only the month in which a quarter or half year ends. */
const ONLY_END = 0.38;

/** What stands behind a title, what that costs, and what stands in front of it. */
export type Tail = [tail: string, cost: number, lead?: string];

/** "Northmark on bank lending, May 2031": when it was said, where it is not known when it holds. */
export function sayingOf({ says }: Topic, { period }: Context): Tail[] {
  const year = /(?:19|20)\d\d$/.exec(period)?.[0];
  if (says === "" || !period || year === undefined) return [];
  return [
    [period, SAID, `${says} on `],
    [year, SAID + 0.1, `${says} on `],
  ];
}

/** Not where whose it is is said already, it is what somebody did, or it is no more than a word for any theme. */
export const canBeSaid = (text: string, lead: string) =>
  !/['’]s? |^(?:decision|unchanged|approval|vote|preference|plan)\b/i.test(text) &&
  !isEmptyTheme(text) &&
  !text.includes(lead.slice(0, -" on ".length));

/** What may follow: the period, shorter where that makes a title too long, or nothing. */
export function tailsOf(period: string, isOwn: boolean, isCompany: boolean): Tail[] {
  if (period === "") return [["", UNDATED]];
  const whole = period.replace(/^(\d{4}) and (\d{4})$/, (_all, one: string, two: string) =>
    one < two ? `${one} and ${two}` : `${two} and ${one}`,
  );
  const short = shortPeriod(whole);
  const tails: Tail[] = [[whole, 0]];
  if (short !== whole) tails.push([short, 0.03]);
  const quarter = shortQuarter(period);
  if (quarter !== period) tails.push([quarter, 0.1]);
  const [, stretch = "", month = "", ofYear = ""] = /^(\w+ months) to (\w+) (\d{4})$/.exec(period) ?? [];
  if (isCompany && stretch !== "")
    tails.push([stretch === "six months" && month === "June" ? `H1 ${ofYear}` : `${stretch} ${ofYear}`, 0.1]);
  const [, begun = "", begunYear = ""] = /^first (\w+ months) of (?:fiscal )?(\d{4})$/.exec(period) ?? [];
  if (isCompany && begun !== "")
    tails.push(
      ...(begun === "six months" ? ["H1"] : [`first ${begun}`, begun]).map(
        (part): Tail => [`${part} ${begunYear}`, 0.1],
      ),
    );
  const end = isOwn ? /^(?:(?:\w+ months|year) to )?([A-Z][a-z]+ \d{4})(?: quarter)?$/.exec(period)?.[1] : undefined;
  if (end && end !== period) tails.push([end, ONLY_END]);
  // Without its month or quarter the year tells something still; of a company's quarter it would tell another thing.
  const year = isOwn && (isCompany || / to | and /.test(period)) ? undefined : /(?:19|20)\d\d$/.exec(period)?.[0];
  if (year && year !== period) tails.push([year, isOwn ? NO_PERIOD - 0.1 : NO_MONTH]);
  tails.push(["", isCompany ? OF_NO_TIME : isOwn ? NO_PERIOD : NO_PERIOD - 0.1]);
  return tails;
}

/** Those that would tell more than `tail`, where that is a year alone or nothing: the fullest first, and a year more than nothing. */
export const fullerOf = (tails: Tail[], tail: string, least: number, before: string): string[] =>
  !isLess(tail)
    ? NONE
    : tails
        .filter(
          ([other, cost, lead = ""]) =>
            lead === before && cost < least && (tail === "" ? other !== "" : !isLess(other)),
        )
        .sort(([, one], [, two]) => one - two)
        .map(([other]) => other);
const NONE: string[] = [];
/** A year alone, or nothing. */
const isLess = (tail: string) => tail === "" || /^\d{4}$/.test(tail);

/** "Q3 2031" for "third quarter of 2031". */
export const shortPeriod = (period: string) =>
  period
    .replace(/^(\d\d\d\d) and \d\d(\d\d)$/, "$1–$2")
    .replace(
      /^(first|second|third|fourth|final|last) (quarter|half) (?:of )?(fiscal )?(?:the )?(?:year )?(\d{4})$/i,
      (_whole, nth: string, part: string, fiscal: string | undefined, year: string) =>
        `${part.charAt(0).toUpperCase()}${ORDINALS.indexOf(nth.toLowerCase()) + 1 || (part === "half" ? 2 : 4)} ${fiscal ?? ""}${year}`,
    );
const ORDINALS = ["first", "second", "third", "fourth"];

/** "June projections" are called so. */
const EDITION = /\b(?:projections?|forecasts?|meeting|surveys?|minutes|[Rr]eport|outlook|statement|decision)\b/;

/** A title of what it tells and of when. */
function join(head: string, tail: string): string {
  // "October coal price, October 2031"
  const [month = "", year] = tail.split(" ");
  const isTwice = year !== undefined && head.startsWith(`${month} `) && !EDITION.test(head);
  const once = isTwice ? head.slice(month.length + 1) : head;
  // "output growth in season, 2031-32": the years say which.
  const rest = /^\d{4}[-–/]\d\d/.test(tail) ? once.replace(/ in season$/, "") : once;
  const title =
    tail === "" || rest.includes(tail) ? rest : tail.startsWith("since ") ? `${rest} ${tail}` : `${rest}, ${tail}`;
  // "eBay" begins small.
  if (/^\p{Ll}\p{Lu}/u.test(title)) return title;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** The same with the company as its document calls it, which is a word less. */
export function withTail(head: string, tail: string, { company = "", called }: Context): string {
  const title = join(head, tail);
  return called === undefined || called === company ? title : title.replace(company, called);
}
