import { MONTHS } from "#kit/months.ts";
import type { Context } from "../context.ts";
import { periodOfClause, withoutCompared } from "../prose/period.ts";

/** "growing by 2 percent in May", "with a rate of 2 percent in May": a figure behind what is claimed. */
const DATED_FIGURE =
  /^(?: but \w+ed\b[^,;]{0,40})?(, (?:with |(?:at|to) (?=[^,;]{0,12}\d)|(?:growing|rising|falling|increasing|declining|decreasing|standing|reaching|averaging|edging|moving|slowing|easing|dropping|climbing)\b[^,;]{0,60}?\d)[^;]*)/;

/** When the figure holds that a sentence tells behind what is claimed, which is then when that holds too; else empty. */
export function periodOfFigure(claimed: string, plain: string, context: Context): string {
  if (context.company !== undefined || /\bintermeeting\b/.test(claimed)) return "";
  // "with exports falling after strong growth in May": that growth was then.
  const figure = (DATED_FIGURE.exec(plain.slice(claimed.length))?.[1] ?? "").replace(/\b(?:after|following)\b.*/s, "");
  const period = figure === "" || OF_TWO.test(figure) ? "" : periodOfClause(figure, context, true);
  return period.includes(" ") && !isAhead(period, context) ? period : "";
}

/** "with low output in May and high sales in June": of neither alone. */
const MONTH = `(?:${MONTHS.join("|")})`;
const OF_TWO = new RegExp(`\\bin ${MONTH} and [^,;]{0,60} in ${MONTH}\\b`);

/** Later than the document: what is then is foreseen. */
function isAhead(period: string, context: Context): boolean {
  const [year, own] = [period, context.period].map((text) => Number(text.slice(-4)));
  const [month, now] = [period, context.period].map((text) => MONTHS.indexOf(text.split(" ")[0] ?? ""));
  return (year ?? 0) > (own ?? 0) || (year === own && (month ?? 0) > (now ?? 0));
}

/** "as of May 31, 2031", "for the years ended May 31, 2031 and 2030": of when a company's figures are, far behind as that may stand. */
export function dateOfFigure(main: string): string {
  const [, month = "", year = ""] = FIGURE_DATE.exec(withoutCompared(main)) ?? [];
  return year === "" ? "" : `${month} ${year}`;
}
const FIGURE_DATE = new RegExp(
  `\\b(?:as of|at|(?:for|in|during)(?: each of| both)?(?: the)?(?: [a-z-]+){1,5} ended) (${MONTHS.join("|")}) \\d{1,2}, (\\d{4})\\b`,
  "i",
);
