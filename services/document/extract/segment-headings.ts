/** "Ferries Segment", "Ferries Segment Q4 FY31 Results" */
const SEGMENT = /^((?:\p{Lu}[\p{L}&-]* ){1,4})Segment(?: Q[1-4] FY ?\d\d)?(?: Results)?$/u;
/** What a company calls what it reports of, and no part of it. */
const ANY = /^(?:(?:Supplemental )?Operating|Reportable|Business|All) Segment\b/;
const LINE_ITEM =
  /^(?:(?:Net|Total|Operating|Segment|Gross) )?(?:Revenues?(?:,? Net)?|Sales|Operati(?:on|ng)s? and Maintenance(?: Expenses?)?|Depreciation(?: and Amortization)?|Expenses?|Costs?(?: of (?:Sales|Revenues?|Goods Sold|Products Sold))?|Income|(?:Gross )?(?:Profit|Margin)(?: Rate)?)$/i;
/** Of a segment, or of the whole company behind the last of its segments. */
const EITHER =
  /^(?:Other Income(?: \(Expenses?\))?(?:,? Net)?|Interest(?: Expense)?|(?:Provision for )?Income Taxes)$/i;

/** "Ferries" of "Ferries Segment", over what is told of that part of a company alone; else empty. */
export const segmentIn = (heading: string): string =>
  ANY.test(heading) ? "" : (SEGMENT.exec(heading)?.[1]?.trimEnd() ?? "");

/** "Operating Revenues" or "Ferries Revenues" behind "Ferries Segment": still of the ferries, though it stands no deeper. */
export const isLineItem = (heading: string, segment: string): boolean =>
  LINE_ITEM.test(segment !== "" && heading.startsWith(`${segment} `) ? heading.slice(segment.length + 1) : heading);

/** What is left of the company below its segments, where it is not seen that the word is a name. */
const REST = "“Other”";

/** The part of a company that a heading leaves to the one before it: "Ferries"; empty where it tells of something else. */
export function partBehind(heading: string, before: string): string {
  const own = segmentIn(heading);
  if (own !== "" || before === "") return own;
  if (heading === "Other") return REST;
  return isLineItem(heading, before) || EITHER.test(heading) ? before : "";
}

/** Whether what stands under a heading is of that part of a company alone. */
export const isOfPart = (heading: string, part: string): boolean =>
  segmentIn(heading) !== "" || heading === "Other" || isLineItem(heading, part);

/** The segment that the headings over a table say it is of: "Ferries Segment"; else empty. */
export function segmentOverTable(headings: readonly string[], caption: string): string {
  const [above = "", own = ""] = ["", ...headings].slice(-2);
  if (own === "Other" && /\bfor Other:?$/.test(caption)) return REST;
  const over = segmentIn(above);
  const name = segmentIn(own) || (isLineItem(own, over) ? over : "");
  return name === "" ? "" : `${name} Segment`;
}
