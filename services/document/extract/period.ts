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
  new RegExp(`\\bfiscal (?:year )?${YEAR}\\b`, "i"),
  new RegExp(`\\b${YEAR}[/–-]\\d\\d(?:\\d\\d)?\\b`),
  new RegExp(`\\b${YEAR}\\b`),
];
const BARE_MONTH = new RegExp(
  `\\b(?:in|ending in|through|for|since|of|over) (${MONTH})\\b(?! (?:\\d|Report|Bulletin|minutes|meeting|projections?))`,
);

/** The most precise period with a year that a text names, or empty: "June 2023", "second quarter of 2023", "2023". */
export function periodIn(text: string): string {
  for (const pattern of PERIODS) {
    const found = pattern.exec(text);
    if (found) return found[1] && found[2] ? `${found[1]} ${found[2]}` : found[0];
  }
  return "";
}

/**
 * The period that a sentence speaks of. A bare month of a sentence that looks back is the last one of that name before
 * the document's date, which is how dated reports write.
 */
export function periodOfSentence(text: string, context: Context, looksBack: boolean): string {
  const named = periodIn(text);
  if (named) return named;
  const month = BARE_MONTH.exec(text)?.[1];
  const [ownMonth, ownYear] = context.period.split(" ");
  if (
    !looksBack ||
    !month ||
    !ownMonth ||
    !ownYear ||
    /\b(?:will|would|expect\w*|forecast|project\w*|next)\b/i.test(text)
  )
    return "";
  const year = MONTHS.indexOf(month) <= MONTHS.indexOf(ownMonth) ? Number(ownYear) : Number(ownYear) - 1;
  return Number.isInteger(year) ? `${month} ${year}` : "";
}
