import { MONTHS } from "#kit/months.ts";

const YEAR = "(?:19|20)\\d\\d\\b";
/** "Mar. 2031", "Dec 3, 2031"; alone "mar" and "dec" may be anything. */
const SHORT_MONTH = new RegExp(
  `\\b(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?(?=[ -](?:\\d{1,2}(?:[-–]\\d{1,2})?,? )?${YEAR})`,
  "gi",
);
/** "3/2031"; a day in front of it leaves open which of the two is the month. */
const NUMBERED_MONTH = new RegExp(`(?<![\\d/.,-])(0?[1-9]|1[0-2])/(?=${YEAR}(?!/))`, "g");
/** "The last quarter of 2031"; without a year it is the one before today. */
const LAST_QUARTER = new RegExp(`\\b(?:last|final)(?=[ -]quarter (?:of |in )?(?:the year )?(?:fiscal )?${YEAR})`, "gi");

/** A query with its months and quarters spelled out, and as they were typed. */
export interface SpelledOut {
  text: string;
  /** By the word that stands for it. */
  typed: ReadonlyMap<string, string>;
}

/**
 * A query with the months and quarters that it names before a year as documents write them. Of queries alone: an index
 * need not be made anew for it.
 */
export function spelledOut(query: string): SpelledOut {
  const typed = new Map<string, string>();
  const note = (short: string, whole: string) => {
    typed.set(whole, short.replace(/\.$/, ""));
    return whole;
  };
  const text = query
    .replace(SHORT_MONTH, (short) => {
      const whole = MONTHS.find((month) => month.toLowerCase().startsWith(short.slice(0, 3).toLowerCase()));
      return whole === undefined ? short : note(short, whole);
    })
    .replace(NUMBERED_MONTH, (_found, number: string) => `${note(number, MONTHS[Number(number) - 1] ?? "")} `)
    .replace(LAST_QUARTER, (last) => note(last, "fourth"));
  return { text, typed };
}
