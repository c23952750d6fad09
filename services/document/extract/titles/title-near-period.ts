import { MONTHS } from "#kit/months.ts";
import type { Context } from "../context.ts";
import { withoutCompared } from "../prose/period.ts";

const MONTH = `(?:${MONTHS.join("|")})`;
const ORDINALS = ["first", "second", "third", "fourth"];
const QUARTER = new RegExp(
  `\\b(?:in|for|over|during|through|by) the (?:(?<nth>first|second|third|fourth)|(?<ends>${MONTH})) quarter\\b(?!['’]| (?:of (?!the year\\b|this year\\b)|(?:and|or|to) (?:the )?(?:first|second|third|fourth|${MONTH})|\\d))`,
  "i",
);
const HALF = /\b(?:in|for|over|during|through) the (?<half>first|second) half(?: of (?:the|this) year)\b(?!['’]| \d)/i;
const NAMED = new RegExp(
  `\\b(?:in|for|during|through|[Bb]eginning in|on(?= \\p{L}+ \\d)) (?:early |late |mid-)?(?<month>${MONTH})\\b(?!['’]| (?:meetings?|(?:and|or|to) ${MONTH}|${MONTH}))`,
  "u",
);
/** How many months before its document, and how many behind, what is foreseen may begin: of more, another year's may be meant. */
const BEFORE = 5;
const BEHIND = 5;

/**
 * "second quarter of 2031" of "would rebound in the second quarter", where that is near the month of the document; empty where
 * a text names none, or several.
 */
export function nearPeriod(text: string, { company, period }: Context): string {
  const [name = "", year = ""] = period.split(" ");
  const now = MONTHS.indexOf(name);
  if (company !== undefined || now < 0 || !/^\d{4}$/.test(year)) return "";
  const said = withoutCompared(text).replace(
    /\b(?:from|since|than|before|until|after|following|relative to)\b[^,;]{0,80}/gi,
    " ",
  );
  if (/\b(?:19|20)\d\d\b/.test(said)) return "";
  const { nth, ends } = QUARTER.exec(said)?.groups ?? {};
  const half = HALF.exec(said)?.groups?.half;
  const month = NAMED.exec(said)?.groups?.month;
  if ([nth ?? ends, half, month].filter((one) => one !== undefined).length !== 1) return "";
  if (half !== undefined) return `${half.toLowerCase()} half of ${year}`;
  const begins = nth
    ? 3 * ORDINALS.indexOf(nth.toLowerCase())
    : ends
      ? MONTHS.indexOf(ends) - 2
      : MONTHS.indexOf(month ?? "");
  const at = [-12, 0, 12].find((shift) => begins + shift - now >= -BEFORE && begins + shift - now <= BEHIND);
  if (at === undefined) return "";
  const of = Number(year) + at / 12;
  return nth ? `${nth.toLowerCase()} quarter of ${of}` : ends ? `${ends} ${of} quarter` : `${month} ${of}`;
}
