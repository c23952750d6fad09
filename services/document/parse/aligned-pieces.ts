import type { GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";

/** Words that stand together, and where: columns of characters from the beginning of their line. */
export interface Piece extends Span {
  left: number;
  right: number;
}

export type Band = Pick<Piece, "left" | "right">;

const MAX_LINE = 400;

/** The pieces of a line: what at least two blanks keep apart; a currency sign and a bracket belong to their figure. */
export function piecesOf(text: string, line: Line | undefined): Piece[] {
  if (!line || line.end - line.start > MAX_LINE) return [];
  const words = text.slice(line.start, line.end);
  if (words.includes("\t") || words.includes("|")) return [];
  const pieces: Piece[] = [];
  for (const found of words.matchAll(/\S+(?: \S+)*/g)) {
    const [piece] = found;
    const left = line.indent + found.index;
    const start = line.start + found.index;
    const last = pieces.at(-1);
    const isSignBefore = last !== undefined && /^(?:US)?[$€£¥]$/.test(text.slice(last.start, last.end));
    const isSignBehind = last !== undefined && /^[)%]{1,2}$/.test(piece) && /\d/.test(text.slice(last.start, last.end));
    if (last && (isSignBefore || isSignBehind)) {
      last.end = start + piece.length;
      last.right = left + piece.length;
    } else pieces.push({ start, end: start + piece.length, left, right: left + piece.length });
  }
  return pieces;
}

/** Whether two of them share some column of characters. */
export const areOver = (a: Band, b: Band): boolean => a.left < b.right && b.left < a.right;

/** Whether a line is drawn under a header or over a total. */
export const isRule = (text: string, { start, end }: Span): boolean => /^[-=_–—\s]{3,}$/.test(text.slice(start, end));

/** Whether a line of words alone can name the rows below it. */
export const isName = (text: string, { start, end }: Line): boolean =>
  end - start <= 80 && !/[.;!?]$|^\W*(?:table|figure|notes?|sources?)\b|^\(?\d{1,2}[).]/i.test(text.slice(start, end));

/** Groups are followed by points of print; a blank is some of them wide. */
export const INDENT = 3;

/** Such a line as a row. */
export const sectionOf = ({ start, end, indent, page }: Line): GridRow => ({
  start,
  end,
  kind: "section",
  cells: [{ start, end, column: 0, width: 1 }],
  indent: indent * INDENT,
  page,
});
