import type { ParsedDocument, Span } from "../../parse/parsed-document.ts";
import { splitSentences } from "../grammar/sentences.ts";
import { oneLine } from "../passages.ts";
import { periodOfHeadings, reportedAt } from "./period.ts";

const LONGEST_HEADING = 200;
/** A line of more characters is a paragraph: of it the sentence is shown. */
const LONGEST_LINE = 160;
const LONGEST = 300;

/**
 * Where a document tells the period that it has over a figure: the nearest heading before it that names it, else what says
 * of when the report is. The headings are read once, when the first figure asks.
 */
export function periodsTold({ text, blocks }: ParsedDocument, reported: string) {
  let headings: (Span & { period: string })[] | undefined;
  return (period: string, before: number): Span | undefined => {
    headings ??= blocks.flatMap(({ kind, start, end }) => {
      if (kind !== "heading" || end - start > LONGEST_HEADING) return [];
      const name = oneLine(text.slice(start, end));
      return /(?:19|20)\d\d|\bFY ?\d\d\b/.test(name)
        ? [{ start, end, period: periodOfHeadings([name], reported) }]
        : [];
    });
    const heading = headings.findLast((one) => one.end <= before && one.period === period);
    const found = heading ?? (period === reported ? reportedAt(text) : undefined);
    return found && around(text, found);
  };
}

/** The line that some words stand in, or of a long one their sentence. */
function around(text: string, { start, end }: Span): Span | undefined {
  const opening = text.lastIndexOf("\n", start) + 1;
  // A page's number stands in front of its head.
  const from =
    opening + (/^\d{1,3} (?=\p{L})(?!weeks|months)/iu.exec(text.slice(opening, opening + 5))?.[0].length ?? 0);
  const behind = text.indexOf("\n", end);
  const line = { start: from, end: behind < 0 ? text.length : behind };
  const isShort = line.end - line.start <= LONGEST_LINE;
  const found = isShort
    ? line
    : splitSentences(text, line.start, line.end).find((one) => one.start <= start && end <= one.end);
  return found && found.end - found.start <= LONGEST ? found : undefined;
}
