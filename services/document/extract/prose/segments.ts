import type { Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import type { Abbreviations } from "../grammar/abbreviations.ts";
import type { Statement } from "./select.ts";

/** The part of a company that a list tells of, and the sentence that names it: "Northern Isles". */
export interface Segment {
  name: string;
  named: Span;
}

/** What was read under a heading: the segment that its first statement opens with, if it does. */
export interface UnderHeading {
  heading: number;
  segment: Segment | undefined;
}

/** "Northern Isles revenues increased 18 percent": the first of several that leave it out. */
const OPENS = /^(\p{Ll}?\p{Lu}[\p{L}.-]*(?: (?:&|and|of|\p{Lu}[\p{L}.-]*))*) (?:net )?(?:revenues?|sales) \p{Ll}+\b/u;
const MEASURE =
  /\b(?:revenues?|sales|expenses?|margins?|profit|income|loss|earnings|EBIT|EBITDA|EPS|costs?|depreciation|amortization|inventor(?:y|ies))\b/;

/** What stands under the heading that begins there, once one more of its statements is read. */
export function underHeading(
  statement: Statement,
  before: UnderHeading | undefined,
  heading: number,
  context: Context,
): UnderHeading {
  if (before && (before.heading === heading || statement.worth === 0)) return before;
  const name = opensWith(statement, context);
  return {
    heading,
    segment: name === "" ? undefined : { name, named: { start: statement.start, end: statement.end } },
  };
}

/** The segment of which a statement tells a figure without naming it. */
export const segmentOver = (statement: Statement, { segment }: UnderHeading, context: Context): Segment | undefined =>
  segment !== undefined &&
  MEASURE.test(statement.text) &&
  !statement.text.includes(segment.name) &&
  opensWith(statement, context) === ""
    ? segment
    : undefined;

/** The name whose revenues a statement tells, where that is not the company's own; else empty. */
function opensWith({ text, plain }: Statement, { company = "" }: Context): string {
  const name = OPENS.exec(text)?.[1] ?? "";
  const isName = name.includes(" ") ? / \p{Lu}/u.test(name) : /^\p{Lu}|^\p{Ll}\p{Lu}/u.test(plain);
  const isOther = name.split(" ")[0]?.toLowerCase() !== company.toLowerCase().split(" ")[0];
  return isName && isOther ? name : "";
}

/** "North and West Isles (NWI)" for the letters by which a document calls it. */
export function spelledOut({ name }: Segment, abbreviations: Abbreviations | undefined): string {
  const long = abbreviations?.get(name);
  return long === undefined ? name : `${long} (${name})`;
}
