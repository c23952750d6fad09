import { MONTHS } from "#kit/months.ts";
import { type QuarterNames, quarterName } from "../quarter-name.ts";
import type { RowFact, RowFigure } from "./row-fact.ts";

/** When a figure is of, as a title says it, the most precise first: "three months to June 2031", "June 2031", "2031". */
export function titlePeriods({ meaning }: RowFigure, quarters?: QuarterNames): string[] {
  return periodsOf(meaning.phrase, quarters);
}

/** The same of a row whose columns are no periods. */
export const titlePeriodsOf = ({ when }: RowFact, quarters?: QuarterNames): string[] => periodsOf(when, quarters);

function periodsOf(phrase: string, quarters: QuarterNames | undefined): string[] {
  const named = withDates(phrase);
  const year = /(?:\b|FY)((?:19|20)\d\d(?:\/\d\d)?)\b/.exec(named)?.[1];
  if (!year) return /\b(?:(?:[QH][1-4]|[1-4][QH])[ -]?(?:FY ?)?|FY ?)\d\d\b/.exec(named)?.slice(0, 1) ?? [];
  const end = /^from .+ to (.+)$/.exec(named)?.[1];
  // An index is of one month of many in its year.
  if (end) return [end];
  const day = /([A-Z][a-z]+) \d{1,2}, ((?:19|20)\d\d)/.exec(named);
  const month = day ? `${day[1]} ${day[2]}` : "";
  const [, begun = "", of = ""] = /^in the first ((?:three|six|nine) months) of (\d{4})$/.exec(named) ?? [];
  if (begun !== "") return [`first ${begun} of ${of}`, begun === "six months" ? `H1 ${of}` : `first ${begun} ${of}`];
  const stretch = /^in the (.+?) ended /.exec(named)?.[1] ?? "";
  if (YEARLY.test(stretch)) return [`year to ${month}`, yearEnded(stretch, month, year)];
  // A year would say that it is of all of it, and its last month that it is of that month.
  if (QUARTERLY.test(stretch)) {
    const name = quarterName(day?.[0] ?? "", quarters);
    return [...(name === "" ? [] : [name]), `${month} quarter`, shortQuarter(`${month} quarter`)];
  }
  const half = stretch === "six months" && month.startsWith("June ") ? [`H1 ${year}`] : [];
  if (stretch !== "") return [`${stretch} to ${month}`, `${stretch} ${year}`, ...half];
  if (day) return [day[0], month, year];
  const projected = /^(?:for|in) (\S+) \((?:an? )?(.+)\)$/.exec(named);
  if (projected) return [`${projected[1]} ${projected[2]}`, projected[1] ?? year];
  const plain = named.replace(/^(?:in|at|for) (?:the )?/, "");
  return /\b(?:fiscal|quarter|half|[QH][1-4]|[1-4][QH])\b|\bFY ?\d/i.test(plain)
    ? [plain]
    : [...new Set([plain, year])];
}

/** "June-quarter 2031" of "June 2031 quarter": a word less, where the month alone would tell a month. */
export const shortQuarter = (period: string) => period.replace(/^([A-Z][a-z]+) (\d{4}) quarter$/, "$1-quarter $2");

const YEARLY = /^(?:fiscal )?(?:year|twelve months|52 weeks|53 weeks)$/;
const QUARTERLY =
  /^(?:three months|quarter|first quarter|second quarter|third quarter|fourth quarter|1[1-7] weeks|(?:eleven|twelve|thirteen|fourteen|sixteen|seventeen) weeks)$/;

/**
 * "2031" of a year that ends with the calendar's, "fiscal 2031" of a business year that does not. Which year one that ends
 * in January is called differs, and twelve months may be no business year.
 */
function yearEnded(stretch: string, month: string, year: string): string {
  if (month.startsWith("December")) return year;
  return /month/.test(stretch) || STARTS.test(month) ? `${month} year` : `fiscal ${year}`;
}
const STARTS = /^(?:January|February) /;

/** "3/25/2031" and "25 March 2031" as "March 25, 2031". */
export const withDates = (text: string) =>
  text
    .replace(/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (date, month: string, day: string, year: string) =>
      MONTHS[Number(month) - 1] ? `${MONTHS[Number(month) - 1]} ${day}, ${year}` : date,
    )
    .replace(/\b(\d{1,2}) ([A-Z][a-z]+) (\d{4})\b/g, (date, day: string, month: string, year: string) =>
      MONTHS.includes(month) ? `${month} ${day}, ${year}` : date,
    );

/** "2031 and 2030" where the two newest figures differ in nothing but the year; empty otherwise. */
export function pairOfYears(figures: readonly RowFigure[]): string {
  const times = figures.filter(({ meaning }) => meaning.kind !== "change");
  const [before, last] = times.slice(-2);
  const isRising = (last?.meaning.order ?? 0) > (before?.meaning.order ?? 0) && times.length > 2;
  const [one, two] = isRising ? [last, before] : figures;
  if (!one || !two || one.meaning.stem !== two.meaning.stem || two.meaning.kind === "change") return "";
  // Of business years one is told whole: "fiscal 2031".
  if (/\bfiscal\b| ended (?!December )[A-Z]/.test(withDates(one.meaning.phrase))) return "";
  const years = [one, two].map(({ meaning }) => /\b(?:19|20)\d\d(?:\/\d\d)?\b/.exec(meaning.phrase)?.[0] ?? "");
  return years[0] !== "" && years[1] !== "" && years[0] !== years[1] ? years.join(" and ") : "";
}

/** "2031–33" of a row whose figures for these years, more than one, are all projected; empty otherwise. */
export function projectedYears(figures: readonly RowFigure[]): string {
  const years = figures.flatMap(({ meaning }) => {
    const year = meaning.certainty === "projected" ? /^in (\d{4})$/.exec(meaning.phrase)?.[1] : undefined;
    return year === undefined ? [] : [Number(year)];
  });
  const [first = 0, last = 0] = [Math.min(...years), Math.max(...years)];
  const isRow = years.length > 1 && last - first === years.length - 1;
  return isRow && Math.floor(first / 100) === Math.floor(last / 100)
    ? `${first}–${String(last % 100).padStart(2, "0")}`
    : "";
}
