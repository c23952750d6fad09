import type { RowFact, RowFigure } from "./table-findings.ts";

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** When a figure is of, as a title says it, the most precise first: "three months to June 2031", "June 2031", "2031". */
export function titlePeriods({ meaning }: RowFigure): string[] {
  return periodsOf(meaning.phrase);
}

/** The same of a row whose columns are no periods. */
export const titlePeriodsOf = ({ when }: RowFact): string[] => periodsOf(when);

function periodsOf(phrase: string): string[] {
  const named = withDates(phrase);
  const year = /\b(?:19|20)\d\d(?:\/\d\d)?\b/.exec(named)?.[0];
  if (!year) return [];
  const end = /^from .+ to (.+)$/.exec(named)?.[1];
  if (end) return [end, end.slice(-4)];
  const day = /([A-Z][a-z]+) \d{1,2}, ((?:19|20)\d\d)/.exec(named);
  const month = day ? `${day[1]} ${day[2]}` : "";
  const stretch = /^in the (.+?) ended /.exec(named)?.[1] ?? "";
  if (/^(?:fiscal )?(?:year|twelve months|52 weeks|53 weeks)$/.test(stretch)) return [`year to ${month}`, year];
  if (/^(?:three months|quarter|first quarter|second quarter|third quarter|fourth quarter)$/.test(stretch))
    return [`${month} quarter`, month, year];
  if (stretch !== "") return [`${stretch} to ${month}`, `${stretch} ${year}`, year];
  if (day) return [day[0], month, year];
  const projected = /^(?:for|in) (\S+) \((.+)\)$/.exec(named);
  if (projected) return [`${projected[1]} ${projected[2]}`, projected[1] ?? year];
  return [...new Set([named.replace(/^(?:in|at|for) (?:the )?/, ""), year])];
}

/** "3/25/2031" as "March 25, 2031". */
export const withDates = (text: string) =>
  text.replace(/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (date, month: string, day: string, year: string) =>
    MONTHS[Number(month) - 1] ? `${MONTHS[Number(month) - 1]} ${day}, ${year}` : date,
  );

/** "2031 and 2030" where two figures differ in nothing but the year; empty otherwise. */
export function pairOfYears(figures: readonly RowFigure[]): string {
  const [one, two] = figures;
  if (!one || !two || one.meaning.stem !== two.meaning.stem || two.meaning.kind === "change") return "";
  const years = [one, two].map(({ meaning }) => /\b(?:19|20)\d\d(?:\/\d\d)?\b/.exec(meaning.phrase)?.[0] ?? "");
  return years[0] !== "" && years[1] !== "" && years[0] !== years[1] ? years.join(" and ") : "";
}
