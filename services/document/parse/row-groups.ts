import type { GridRow } from "./grid.ts";
import type { Span } from "./parsed-document.ts";
import { isUnitLine } from "./unit.ts";

const MONTH = "(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\\.?";
const PERIOD = `(?:(?:19|20)\\d\\d(?:[/–-]\\d{2,4})?(?:\\s*\\(?(?:Est|Proj|Prel|Forecast)\\b\\.?\\)?)?(?:\\s+${MONTH})?|${MONTH})`;
/** "Oilseeds 2023/24", "Brazil Sep": words that name the rows of periods below, which have only their period as label. */
const NAMED_PERIOD = new RegExp(`^(\\D[^\\n]{1,60}?)\\s+${PERIOD}\\s*$`);
const ONLY_PERIOD = new RegExp(`^${PERIOD}$`);
/** "Ending Stocks Sep": of the period above, as it was put in that month. */
const MONTH_BEHIND = new RegExp(
  `^(?:(?:Beginning|Ending) Stocks|Production|Imports|Exports|Supply|Use)(?:, Total)? ${MONTH}$`,
);
/** What a statement of cash flows begins with. */
const FLOWS = /^(?:\p{L}+ )*(?:activities|cash flows?)\b/iu;
const OWN_FIGURE = /[\p{L})] [$€£]? ?\(?(?!(?:19|20)\d\d$)\d[\d,.]+\)?$/u;
/** "2024/25 (Est.) Beginning Stocks": a period that names the rows below, up to the next one. */
const PERIOD_FIRST = /^((?:19|20)\d\d\/\d\d\s+\(?(?:Est|Proj|Prel)\.?\)?)\s+[A-Z][a-z]/;

/** "Milk Billion Pounds", "Product Prices 1/ Dollars Per Pound": a name with the unit of the rows below it. */
const NAMED_UNIT =
  /^(?!Area )\p{Lu}[\p{L} ]{2,40}?(?: \d{1,2}\/)? ((?:Million|Billion|Thousand|1,000) (?:(?:Metric|Short|Long) )?(?:Tons|Bushels|Pounds|Hundredweight|Bales|Barrels|Gallons|Head|Dozen)|(?:Dollars|Cents) Per \p{Lu}\p{L}+)$/u;

/**
 * Follows the rows of a table from top to bottom and tells of each which groups it belongs to: the words above that name
 * it, and the unit that such a line gives. A group ends where it may have ended: rather none than a wrong one.
 */
export function followGroups(text: string): (row: GridRow) => { groups?: Span[]; unit?: Span } {
  let section: Span | undefined;
  // "Basic earnings per share:" directly over "Net income".
  const isOpen = (name: Span | undefined) =>
    name !== undefined && text[name.end - 1] === ":" && !FLOWS.test(text.slice(name.start, name.end));
  // The total of indices is one of them, and mostly the first.
  const isOfIndices = (name: Span | undefined) =>
    name !== undefined && /^ind(?:ex|ic)es\b/i.test(text.slice(name.start, name.end));
  let unit: Span | undefined;
  let named: Span | undefined;
  let sectionIndent: number | undefined;
  let isIndented = false;
  let fromPeriod: Span | undefined;
  let hasRows = false;
  let basic: Span | undefined;
  return (row) => {
    const first = row.cells[0];
    const label = first ? text.slice(first.start, Math.min(first.end, first.start + 120)) : "";
    if (row.kind === "section" && first) {
      const span = { start: first.start, end: first.end };
      if (isUnitLine(label)) unit = span;
      else {
        // "Impairment of goodwill 217": a row that lost its other cells, and names nothing below it.
        section = OWN_FIGURE.test(label) ? undefined : span;
        const counted = NAMED_UNIT.exec(label)?.[1];
        if (counted) unit = { start: span.end - counted.length, end: span.end };
        sectionIndent = row.indent;
        isIndented = false;
      }
      named = undefined;
      fromPeriod = undefined;
      hasRows = false;
    }
    if (row.kind !== "data" || !first) return {};
    if ((row.isSetOff && hasRows && !named) || (/^Net\b/i.test(label) && (hasRows || !isOpen(section))))
      section = undefined;
    // "Diluted" goes with "Basic", whatever stands between them.
    if (/^Diluted\b/i.test(label)) section ??= basic;
    basic = /^Basic\b/i.test(label) ? section : undefined;
    // Rows that stand further in than the line above belong to it; the first that does not ends the group.
    if (sectionIndent !== undefined && row.indent !== undefined) {
      if (row.indent > sectionIndent + 2) isIndented = true;
      else if (isIndented) section = undefined;
    }
    const isOfMonth = fromPeriod !== undefined && MONTH_BEHIND.test(label);
    const group = isOfMonth ? undefined : NAMED_PERIOD.exec(label)?.[1];
    if (group) named = { start: first.start, end: first.start + group.length };
    else if (!ONLY_PERIOD.test(label)) named = undefined;
    const period = ONLY_PERIOD.test(label) ? undefined : PERIOD_FIRST.exec(label)?.[1];
    const groups = [section, period || group ? undefined : (named ?? fromPeriod)].filter((span) => span !== undefined);
    if (period) fromPeriod = { start: first.start, end: first.start + period.length };
    else if (group) fromPeriod = undefined;
    hasRows = true;
    if (/^(?:Sub-?)?total\b/i.test(label) && !isOfIndices(section)) section = undefined;
    return { ...(groups.length > 0 ? { groups } : {}), ...(unit ? { unit } : {}) };
  };
}
