import type { Context } from "./context.ts";

export const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const MONTH = `(?:${MONTHS.join("|")})`;
const YEAR = "(?:19|20)\\d\\d";

const PERIODS = [
  new RegExp(`\\b(${MONTH})(?: \\d{1,2},)? (${YEAR})\\b`),
  new RegExp(
    `\\b(?:first|second|third|fourth|final) (?:fiscal )?(?:quarter|half) (?:of )?(?:the )?(?:fiscal )?(?:year )?${YEAR}\\b`,
    "i",
  ),
  /\b(?:Q[1-4]|H[12])[ -]?(?:of )?(?:FY)?(?:20)?\d\d\b/,
  /\b20\d\d ?Q[1-4]\b/,
  new RegExp(`\\bfiscal (?:year )?${YEAR}\\b`, "i"),
  new RegExp(`\\b${YEAR}[/–-]\\d\\d(?:\\d\\d)?\\b`),
  new RegExp(`\\b${YEAR}\\b`),
];
const BARE_MONTH = new RegExp(
  `\\b(?:in|ending in|through|for|since|of|over) (${MONTH})\\b(?! (?:\\d|Report|Bulletin|minutes|meeting|projections?|and |or |to |through ))`,
);

/** The most precise period with a year that a text names, or empty: "June 2023", "second quarter of 2023", "2023". */
export function periodIn(text: string): string {
  for (const pattern of PERIODS) {
    const found = pattern.exec(text);
    if (found) return found[1] && found[2] ? `${found[1]} ${found[2]}` : found[0];
  }
  return "";
}

/** A period that something is only measured against: "compared with 2021", "up from March 2020", "since June 2023". */
const COMPARED = new RegExp(
  `\\b(?:compared (?:to|with)|relative to|as against|versus|than(?: in)?|from|since|prior to|until|beyond|after|before|due(?: in)?|in line with|as in|end of) (?:the |its |their |early |late |mid-|(?:rapid|strong|weak|high|low|slow|subdued|elevated|record) |fiscal |year |same period (?:of|in) |levels? (?:of|in) |(?:${MONTH}|first|second|third|fourth|quarter|half|of|in|ended|\\d{1,2},?) ){0,6}${YEAR}`,
  "gi",
);

/**
 * The period that a clause speaks of, never one that it only compares with; empty where it names none. A bare month of one
 * that looks back is the last of that name before the document's date, which is how dated reports write.
 */
export function periodOfClause(text: string, context: Context, looksBack: boolean): string {
  const own = text.replace(/\b(?:compared (?:to|with)|versus)\b.*$/s, " ").replace(COMPARED, " ");
  return periodIn(own) || (looksBack ? monthBefore(own, context) : "");
}

/** "in December" with its year, where the document's date tells it; else empty. */
export function monthBefore(text: string, { period }: Context): string {
  const month = BARE_MONTH.exec(text)?.[1];
  const [ownMonth, ownYear] = period.split(" ");
  if (!month || !ownMonth || !ownYear || /\b(?:will|would|expect\w*|forecast|project\w*|next)\b/i.test(text)) return "";
  const year = MONTHS.indexOf(month) <= MONTHS.indexOf(ownMonth) ? Number(ownYear) : Number(ownYear) - 1;
  return Number.isInteger(year) ? `${month} ${year}` : "";
}
