import { MONTHS } from "#kit/months.ts";
import type { Context } from "../context.ts";

const YEAR = "(?:19|20)\\d\\d";
/** Not of "the highest since 2029", nor of "since the May meeting" or "since May's projections". */
const SINCE = new RegExp(
  `(?<!(?:\\p{L}{2}est|\\b(?:most|first time|record|levels?|peaks?|highs?|lows?|seen|reached))\\b[^,;]{0,30})\\b[Ss]ince ` +
    `(?<part>early |late |mid-|(?:the )?(?:start|beginning|end|middle|spring|summer|autumn|fall|winter) of )?` +
    `(?:(?<month>${MONTHS.join("|")})(?: \\d{1,2},)?(?: (?<monthYear>${YEAR}))?|(?<year>${YEAR})|(?:the|this) (?<own>year)|last (?<season>spring|summer|autumn|fall))` +
    `(?![-–/'’\\d]| (?:\\p{Lu}|and\\b|meeting|projection|staff|forecast|\\d))`,
  "u",
);

/** The year that was added to such a time: "since last autumn [2030]". */
const ADDED = new RegExp(`\\b[Ss]ince [^,;.[\\]]{4,40} \\[(${YEAR})\\]`);

/**
 * "since March 2031" of "has raised rates three times since March": what a change up to now began with; empty where it is
 * not said. `text` is the sentence with the years that were added to it.
 */
export function sinceOf(claimed: string, text: string, { company, period }: Context): string {
  const found = company === undefined && /\bsince\b/i.test(claimed) ? SINCE.exec(claimed)?.groups : undefined;
  if (!found) return "";
  const { part = "", month, monthYear, year, season } = found;
  const added = monthYear ?? year ?? ADDED.exec(text)?.[1];
  const of = added ?? (month === undefined ? "" : yearBefore(month, period));
  return of === "" ? "" : `since ${part.replace("the ", "")}${season ?? month ?? ""} ${of}`.replace(/(?<=[ -]) /g, "");
}

/** The year of the last month of that name before the document's. */
function yearBefore(month: string, period: string): string {
  const [now = "", year = ""] = period.split(" ");
  const isPast = MONTHS.indexOf(month) < MONTHS.indexOf(now);
  return /^\d{4}$/.test(year) ? String(Number(year) - (isPast ? 0 : 1)) : "";
}
