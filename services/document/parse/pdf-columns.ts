import { type PdfLine, segmentsOf, wordsOf } from "./pdf-lines.ts";
import { kindOf } from "./values.ts";

const MIN_LINES = 6;

/**
 * The lines of a page in the order in which they are read. Where prose stands in two columns, the left one comes first,
 * between the lines that cross the page; tables keep their lines whole.
 */
export function inReadingOrder(lines: readonly PdfLine[], width: number): PdfLine[] {
  const gutter = gutterOf(lines, width);
  if (gutter === undefined) return [...lines];
  const ordered: PdfLine[] = [];
  let left: PdfLine[] = [];
  let right: PdfLine[] = [];
  const flush = () => {
    ordered.push(...left, ...right);
    left = [];
    right = [];
  };
  for (const line of lines) {
    const parts = splitAt(line, gutter);
    if (parts) {
      if (parts.left) left.push(parts.left);
      if (parts.right) right.push(parts.right);
    } else {
      flush();
      ordered.push(line);
    }
  }
  flush();
  return ordered;
}

/** A line's words on each side of the gutter; undefined when a word or a narrow gap crosses it. */
function splitAt(line: PdfLine, gutter: number): { left?: PdfLine; right?: PdfLine } | undefined {
  if (line.right <= gutter) return { left: line };
  if (line.left >= gutter) return { right: line };
  const at = line.words.findIndex((word) => word.right > gutter);
  const before = line.words[at - 1];
  const after = line.words[at];
  if (!before || !after || after.left < gutter || after.left - before.right < line.size * 0.8) return undefined;
  const part = (words: PdfLine["words"]): PdfLine => ({
    ...line,
    words,
    left: words[0]?.left ?? 0,
    right: words.at(-1)?.right ?? 0,
  });
  return { left: part(line.words.slice(0, at)), right: part(line.words.slice(at)) };
}

/** Where most lines of prose leave a gap in the middle of the page. */
function gutterOf(lines: readonly PdfLine[], width: number): number | undefined {
  // A page that could not be read has no width, and no step to go by.
  if (lines.length < MIN_LINES || !(width > 0)) return undefined;
  let best: { x: number; split: number } | undefined;
  for (let x = width * 0.35; x <= width * 0.65; x += width * 0.01) {
    let split = 0;
    let crossed = 0;
    let words = 0;
    let figures = 0;
    for (const line of lines) {
      const parts = splitAt(line, x);
      if (!parts) crossed++;
      if (!parts?.left && !parts?.right) continue;
      if (parts.left && parts.right) split++;
      for (const part of [parts.left, parts.right]) {
        if (!part || part.right - part.left < width * 0.2) continue;
        for (const word of part.words) {
          words++;
          if (kindOf(word.words) === "number") figures++;
        }
      }
    }
    const isProse = words > 60 && figures < words * 0.15;
    if (isProse && split >= MIN_LINES && crossed < split * 0.5 && (!best || split > best.split)) best = { x, split };
  }
  if (!best) return undefined;
  const isWide = lines.filter((line) => segmentsOf(line, line.size).length >= 2).length >= MIN_LINES;
  return isWide && lines.some((line) => wordsOf(line).length > 60) ? best.x : undefined;
}
