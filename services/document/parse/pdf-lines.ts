/** A word and where it stands on its page; y grows downwards. */
export interface Word {
  words: string;
  left: number;
  right: number;
  /** One space parts it from the word before, in one piece of text: they belong together, wherever they stand. */
  isJoined?: boolean;
}

/** Words on one base line that follow each other. */
export interface PdfLine {
  page: number;
  words: Word[];
  left: number;
  right: number;
  /** The base line. */
  y: number;
  size: number;
  font: string;
}

/** A piece of text as PDF.js gives it, turned the way the page is read. */
export interface Item {
  text: string;
  left: number;
  width: number;
  y: number;
  size: number;
  font: string;
}

/** The lines of one page, from top to bottom; words of one line may stand far apart. */
export function linesOfPage(items: readonly Item[], page: number): PdfLine[] {
  const sorted = [...items].sort((a, b) => a.y - b.y || a.left - b.left);
  const rows: Item[][] = [];
  for (const item of sorted) {
    const row = rows.at(-1);
    const last = row?.[0];
    // Raised marks of notes are smaller and stay in their line.
    const reach = last ? Math.max(1.5, Math.min(last.size, item.size) * 0.45) : 0;
    if (row && last && item.y - last.y <= reach) row.push(item);
    else rows.push([item]);
  }
  return rows.map((row) => toLine(row, page)).filter((line) => line.words.length > 0);
}

function toLine(row: Item[], page: number): PdfLine {
  row.sort((a, b) => a.left - b.left);
  const words: Word[] = [];
  let end = Number.NEGATIVE_INFINITY;
  let largest = row[0];
  let length = 0;
  let before: Item | undefined;
  const fonts = new Map<string, number>();
  for (const item of row) {
    if (item.size > (largest?.size ?? 0) && item.text.trim().length > 1) largest = item;
    fonts.set(item.font, (fonts.get(item.font) ?? 0) + item.text.trim().length);
    length += item.text.length;
    const perChar = item.width / Math.max(1, item.text.length);
    for (const found of item.text.matchAll(/\S+/g)) {
      const left = item.left + perChar * found.index;
      const right = left + perChar * found[0].length;
      const last = words.at(-1);
      // Pieces of one word may come as several items: kerning, or a change of font.
      const isOwn = found.index === 0 && isRaisedNote(item, before);
      if (last && found.index === 0 && !isOwn && left - end < item.size * 0.15) {
        last.words += found[0];
        last.right = right;
      } else words.push({ words: found[0], left, right, isJoined: /\S\s$/.test(item.text.slice(0, found.index)) });
      end = right;
    }
    if (/\s$/.test(item.text)) end = Number.NEGATIVE_INFINITY;
    before = item;
  }
  const [first] = words;
  return {
    page,
    words,
    left: first?.left ?? 0,
    right: words.at(-1)?.right ?? 0,
    y: row.reduce((sum, item) => sum + item.y * item.text.length, 0) / Math.max(1, length),
    size: largest?.size ?? 0,
    font: [...fonts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "",
  };
}

/** Whether digits are set small and high behind others, as the mark of a note is: 2031 with note 3 is not 20313. */
const isRaisedNote = (item: Item, before: Item | undefined): boolean =>
  before !== undefined &&
  item.size < before.size * 0.85 &&
  before.y - item.y > before.size * 0.1 &&
  /^\d/.test(item.text) &&
  /\d$/.test(before.text.slice(-1));

/** The words of a line with single spaces. */
export const wordsOf = (line: PdfLine): string => line.words.map((word) => word.words).join(" ");

/** A line cut where words stand further apart than `distance`. */
export function segmentsOf(line: PdfLine, distance: number): PdfLine[] {
  const parts: Word[][] = [];
  for (const word of line.words) {
    const part = parts.at(-1);
    const last = part?.at(-1);
    if (part && last && (word.isJoined || word.left - last.right <= distance)) part.push(word);
    else parts.push([word]);
  }
  return parts.map((words) => ({ ...line, words, left: words[0]?.left ?? 0, right: words.at(-1)?.right ?? 0 }));
}
