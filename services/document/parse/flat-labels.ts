import type { GridRow } from "./grid.ts";
import { isCaption } from "./headings.ts";
import type { Line } from "./lines.ts";

const MAX_LABEL = 170;

/** A line that may name the rows below it, or begin the label of the next. */
export function mayBeLabel(text: string, line: Line): boolean {
  const length = line.end - line.start;
  if (length > MAX_LABEL) return false;
  const words = text.slice(line.start, line.end);
  if (/^[-•●▪]\s/.test(words) || isCaption(words)) return false;
  return !/[.!?]["”’)]*$/.test(words) || length < 40;
}

/** A line as the row that names the rows below it. */
export const sectionRow = (line: Line): GridRow => ({
  start: line.start,
  end: line.end,
  kind: "section",
  cells: [{ start: line.start, end: line.end, column: 0, width: 1 }],
  page: line.page,
});
