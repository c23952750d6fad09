import type { Context } from "./context.ts";
import { AHEAD, MONTHS } from "./period.ts";

const ORDINALS = ["first", "second", "third", "fourth"];
const QUARTER =
  /\b(?:the (first|second|third|fourth) quarter|Q([1-4]))\b(?!['’]| (?:of|and|or|to|GDP|earnings|results|data|figures|real|national|report\w*|\d|\[)|[-–/])/g;
const PART =
  /\bthe (end|start|beginning|remainder|rest|balance|middle|first half|second half) of the year\b(?!['’-]| (?:\[|\d))/g;
const HAS_YEAR = /\b(?:19|20)\d\d\b|\bFY\d|\bfiscal\b/;
/** With these a quarter to come and one gone by look alike. */
const UNSURE =
  /\b(?:anticipat\w+|could|might|may|likely|until|implie[ds]|pric(?:ed|ing)|suggest\w*|plan\w*|probabilit\w+|by the|onwards?|previous year|a year|intend\w*|assum\w+|should|pointed to)\b/i;
/** A board that reports of its meeting speaks of the months around it. */
const REPORTS_ITS_TIME = /\b(?:minutes|account|bank rate|beige book)\b/i;

/**
 * The quarters and halves of a dated report that name no year, with theirs in brackets: "in the fourth quarter [of 2030]".
 * Only where nothing said before them in their paragraph, and nothing in the sentence, names a year or leaves it open.
 */
export function withYears(text: string, { company, speaker, month, document }: Context, before: string): string {
  if (!/\b(?:quarter|Q[1-4]|of the year)\b/.test(text) || month === undefined) return text;
  if (company !== undefined || speaker !== undefined || !REPORTS_ITS_TIME.test(document)) return text;
  if (HAS_YEAR.test(text) || HAS_YEAR.test(before)) return text;
  const [name = "", year = ""] = month.split(" ");
  const now = MONTHS.indexOf(name);
  const isAhead = AHEAD.test(text);
  if (now < 0) return text;
  return text
    .replace(QUARTER, (found, ordinal: string | undefined, digit: string | undefined) => {
      const start = 3 * (ordinal === undefined ? Number(digit) - 1 : ORDINALS.indexOf(ordinal));
      const own = yearOfQuarter(start, now, Number(year), text);
      return own === 0 ? found : `${found} [${ordinal === undefined ? "" : "of "}${own}]`;
    })
    .replace(PART, (found, part: string) => (isThisYear(part, now, isAhead) ? `${found} [${year}]` : found));
}

/** How many months ahead a quarter may begin that is meant of this year. */
const NEAR = 4;

/** 0 where it cannot be told. */
function yearOfQuarter(start: number, now: number, year: number, text: string): number {
  if (AHEAD.test(text)) return start + 2 >= now && start - now <= NEAR ? year : 0;
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
