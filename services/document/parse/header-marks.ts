import type { GridCell } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";

const MARK = "\\(?(?:est(?:imated?)?|proj(?:ected|ection)?|prel(?:iminary)?|forecast|actual|budget)\\b\\.?\\)?";
const MARKS = new RegExp(`^(?:\\s*${MARK})+\\s*$`, "i");

/** "est. proj.": a line under a header that says how sure its columns are. */
export const isMarkLine = (text: string, { start, end }: Span): boolean =>
  end - start <= 160 && MARKS.test(text.slice(start, end));

/**
 * The labels with the marks of the line under them: one for each column, or each under its own. None where neither is so:
 * a forecast must not be told as what was.
 */
export function withMarks(text: string, labels: readonly string[], cells: readonly GridCell[], line: Line): string[] {
  const marks = [...text.slice(line.start, line.end).matchAll(new RegExp(MARK, "gi"))].map(({ 0: words, index }) => ({
    words,
    start: line.start + index,
    end: line.start + index + words.length,
  }));
  const columns = labels.length - 1;
  const marked = [...labels];
  const taken = new Set<number>();
  for (const [at, mark] of marks.entries()) {
    const column = marks.length === columns ? at + 1 : cells.find((cell) => areOver(text, cell, mark))?.column;
    if (column === undefined || taken.has(column)) return labels.map(() => "");
    taken.add(column);
    marked[column] = `${labels[column]} ${mark.words}`;
  }
  return marked;
}

/** In lines that keep their columns, as wide gaps tell. */
function areOver(text: string, cell: GridCell, mark: Span): boolean {
  const lineStart = (at: number) => text.lastIndexOf("\n", at - 1) + 1;
  const from = (at: number) => at - lineStart(at);
  if (!/\S {2,}\S/.test(text.slice(lineStart(cell.start), text.indexOf("\n", cell.end)))) return false;
  return cell.width === 1 && from(cell.start) < from(mark.end) && from(mark.start) < from(cell.end);
}
