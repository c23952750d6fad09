import type { Table } from "../../parse/parsed-document.ts";
import { readColumn } from "./column-meaning.ts";

/** What the columns of a table are called in a finding. */
export interface ColumnNames {
  /** One per column; empty where the table says nothing, or says the same of two columns. */
  names: string[];
  /** What the names said of all figures beside their periods, "net sales" of "Fiscal 2031 net sales"; else empty. */
  measure: string;
  /** In which unit it is given there, "per cent" of "Average rate, per cent 2031". */
  unit?: string;
}

/** "Three Months Ended June 30, Six Months Ended June 30, 2023 2022 2023 2022": what stands over several columns. */
const SPANNING =
  /\b(?:for the )?(?:three|six|nine|twelve|first|second|third|fourth|\d{1,2}) (?:fiscal )?(?:months?|weeks?|quarters?)(?: period)? ended(?: [A-Z][a-z]+ \d{1,2},?(?! ?\d{4}))?|\b(?:fiscal )?years? ended(?: [A-Z][a-z]+ \d{1,2},?(?! ?\d{4}))?|\b(?:three|six|nine|twelve) months\b/gi;
/** Longer labels are sentences that slipped into the header. */
const MAX_HEADER_ROWS = 12;
const MAX_NAME_LENGTH = 80;

export function columnNames(text: string, table: Table): ColumnNames {
  const { names, ...said } = withoutMeasure(namesIn(text, table));
  const caption = table.caption ? text.slice(table.caption.start, table.caption.end) : "";
  return { names: ofYear(underCorner(names), caption), ...said };
}

/** What a column says of a year that it does not name. */
const PART_OF_YEAR = /^(?:(?:first|second|third|fourth)[ -]quarter|year-to-date)$/i;

/** "First-Quarter" under "First-Quarter 2031 Results": the year of all columns. */
function ofYear(names: string[], caption: string): string[] {
  const years = new Set(caption.match(/\b(?:19|20)\d\d\b/g));
  const isBare = names.length > 1 && names.slice(1).every((name) => PART_OF_YEAR.test(name) && caption.includes(name));
  return years.size === 1 && isBare ? names.map((name, at) => (at === 0 ? name : `${name} ${[...years][0]}`)) : names;
}

function namesIn(text: string, table: Table): string[] {
  const labels = completeDates(table.columns.map(({ label }) => tidy(label)));
  const values = labels.slice(1);
  // A unit that was divided over the columns: "1,000", "Metric", "Tons,".
  const isTorn = /\b(?:metric tons|thousand short|million (?:metric|short|bushels|pounds)|actual weight)\b/i.test(
    values.join(" "),
  );
  if (isTorn && !values.some((label) => /tons|bushels|pounds|weight/i.test(label) && label.includes(" ")))
    return labels.map(() => "");
  if (new Set(values).size === values.length) return labels;
  const header = table.header
    .slice(0, MAX_HEADER_ROWS)
    .map((span) => text.slice(span.start, Math.min(span.end, span.start + 600)))
    .join(" ");
  const groups = [...header.replace(/\s+/g, " ").matchAll(SPANNING)].map(([found]) => found.replace(/,$/, ""));
  const size = values.length / groups.length;
  const isNamed = values.some((label) => /\bended\b/i.test(label));
  if (!isNamed && groups.length > 1 && Number.isInteger(size) && new Set(values.slice(0, size)).size === size) {
    const named = values.map((label, at) => `${groups[Math.floor(at / size)]}, ${label}`);
    return [labels[0] ?? "", ...named];
  }
  const levels = levelsFirst(values, header);
  if (levels) return [labels[0] ?? "", ...levels];
  const seen = new Map<string, number>();
  for (const label of values) seen.set(label, (seen.get(label) ?? 0) + 1);
  // Two changes of the same name follow two pairs of periods.
  return labels.map((label) => ((seen.get(label) ?? 0) > 1 && !/\bchange\b/i.test(label) ? "" : label));
}

const CORNER =
  /^(?:(?:for )?(?:the )?((?:fiscal )?(?:years?|quarters?)|\w+ (?:months|weeks))[ -]ended|as of|as at|at)?(?: ?([A-Z][a-z]+\.? \d{1,2}))?$/i;

/** "Years ended August 31," over the labels, and "2031" over a column: together they say when. */
function underCorner(names: string[]): string[] {
  const found = CORNER.exec((names[0] ?? "").replace(/\s*\([^()]*\)/g, "").replace(/[\s,:]+$/, ""));
  if (!found?.[0]) return names;
  const [, stretch, day] = found;
  const before = stretch ? `${stretch.replace(/(?<=year|quarter)s$/i, "")} ended ` : "";
  return names.map((name, at) => {
    if (at === 0) return name;
    if (/^(?:19|20)\d\d$/.test(name)) return day ? `${before}${day}, ${name}` : name;
    return stretch && /^[A-Z][a-z]+\.? \d{1,2}, (?:19|20)\d\d(?: ?\(\w\))?$/.test(name) ? `${before}${name}` : name;
  });
}

/** "Sales (EUR million)", "Average rate, per cent" */
const UNIT_OF_MEASURE =
  /^(.{3,60}?)(?:,? \(((?:in )?(?:%|per ?cent|(?:thousand|million|billion)s?\b[^()]{0,20}|[A-Z$€£¥]{1,4} ?(?:m|mn|bn|million|billion|thousand)|tonnes))\)|, (?:in )?(%|per ?cent))$/i;
const MAX_MEASURE_WORDS = 6;
/** What all columns have in common and is no measure. */
const NO_MEASURE =
  /^(?:consolidated|(?:the )?(?:group|company)|amounts?(?: billed)?|total|actual|(?:as )?reported|(?:un)?audited|restated|balances?|(?:as of|at|for|in)\b.*)$/i;

/** Names of periods without the words that all of them begin or end with. */
function withoutMeasure(names: string[]): ColumnNames {
  const named = names.slice(1).filter((name) => /\d{2}/.test(name) && !/\bchange|\bvs?\b/i.test(name));
  const levels = named.filter((name) => !/%|\bper ?cent/i.test(name));
  // "Average rate, per cent 2031" beside that of 2030: all are shares.
  const dated = levels.length > 0 ? levels : named;
  const isTime = (name: string) => /^(?:during|at)$/.test(readColumn(name)?.kind ?? "");
  if (dated.length < 2 || dated.some(isTime)) return { names, measure: "" };
  const [first = []] = dated.map((name) => name.split(" "));
  for (let size = 1; size <= Math.min(MAX_MEASURE_WORDS, first.length - 1); size++) {
    for (const measure of [first.slice(0, size).join(" "), first.slice(-size).join(" ")]) {
      if (!/\p{L}{3}/u.test(measure)) continue;
      const cut = (name: string) =>
        name.startsWith(`${measure} `)
          ? name.slice(measure.length + 1)
          : name.endsWith(` ${measure}`)
            ? name.slice(0, -measure.length - 1)
            : "";
      if (!dated.every((name) => isTime(cut(name)))) continue;
      const bare = measure.replace(/[\s,:–-]+$/, "");
      const [, what = bare, bracketed, behind] = UNIT_OF_MEASURE.exec(bare) ?? [];
      return {
        names: names.map((name, at) => (at > 0 && dated.includes(name) ? cut(name) : name)),
        measure: NO_MEASURE.test(what) ? "" : what,
        ...(bracketed || behind ? { unit: bracketed ?? behind } : {}),
      };
    }
  }
  return { names, measure: "" };
}

/**
 * "2024 2025f 2026f 2025f 2026f" under "Percent change from previous year": levels, and behind them their changes. Undefined
 * where the header does not name as many kinds of change as there are runs of years behind the first.
 */
function levelsFirst(values: readonly string[], header: string): string[] | undefined {
  const years = values.map((label) => Number(/^((?:19|20)\d\d)[efp]?$/i.exec(label)?.[1] ?? 0));
  if (years.some((year) => year === 0)) return undefined;
  const starts = years.flatMap((year, at) => (at > 0 && year <= (years[at - 1] ?? 0) ? [at] : []));
  const changes = header.match(/\b(?:per ?cent(?:age)? changes?|differences?|% change)\b/gi)?.length ?? 0;
  const first = starts[0];
  if (first === undefined || starts.length !== changes) return undefined;
  return values.map((label, at) => (at < first ? label : `change, ${label}`));
}

/** "Year ended December 31, 2022" and "Year ended 2021": the day stands once and holds for all. */
function completeDates(labels: readonly string[]): string[] {
  let before: RegExpExecArray | null = null;
  return labels.map((label) => {
    const whole = /^(.*?)((?:[A-Z][A-Za-z]+\.? \d{1,2}), ?)((?:19|20)\d\d)$/.exec(label);
    if (whole) {
      before = whole;
      return label;
    }
    const bare = /^(.*?)((?:19|20)\d\d)$/.exec(label);
    const isSame =
      bare?.[1]?.trim() === before?.[1]?.trim() || (bare?.[1] === "" && /^(?:as of|at) $/i.test(before?.[1] ?? ""));
    return before && bare && isSame ? `${before[1]}${before[2]}${bare[2]}` : label;
  });
}

/** Two days of the header run together: whose column it is cannot be told. */
const TWO_DATES = /[A-Z][a-z]+ \d{1,2}, [A-Z][a-z]+ \d{1,2}\b/;

function tidy(label: string): string {
  const clean = label
    .replace(/\s+/g, " ")
    .replace(/(?<=.) ?\([^()]*\bin ?(?:thousands|millions|billions)\b[^()]*\)/gi, "")
    .replace(/^\((?:[$€£] )?in ?(?:thousands|millions|billions)\) (?=.)/i, "")
    .replace(/[,;:]+$/, "")
    .trim();
  return clean.length > MAX_NAME_LENGTH || !/[\p{L}\d]/u.test(clean) || clean === "none" || TWO_DATES.test(clean)
    ? ""
    : clean;
}
