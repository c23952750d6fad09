/** What a line looks like as a heading. */
export interface HeadingShape {
  /** 1 is the outermost. */
  level: number;
}

const MAX_HEADING = 160;
const FINAL = /[.!?,;:…](?:["”’)\]]*)$/;
const NUMBERED =
  /^(?:(?:part|chapter|section|annex|appendix|box|note|item|schedule|article)\s+[\divxlc]+[a-z]?\b|\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+\p{Lu}|[IVX]{1,5}\.\s+\p{Lu}|[A-Z]\.\s+\p{Lu}[\p{L}’'-]+)/iu;
const CAPTION = /^(?:table|figure|chart|graph|exhibit|box)\s+(?:[A-Z]{0,2}\d+|[IVX]+)(?:[.\-–]\d+)*[a-z]?\b/i;
/** Words that stand small in a title. */
const SMALL =
  /^(?:a|an|the|and|or|nor|of|in|on|at|to|for|from|by|with|as|per|vs\.?|but|via|into|over|than|its|is|are|–|—|-|&)$/;

/** A line that names a table or a figure. */
export const isCaption = (line: string): boolean => line.length <= 300 && CAPTION.test(line);

/**
 * How a line stands as a heading by its own words, or undefined when it cannot be one: short, no sentence, mostly
 * capitals, or numbered.
 */
export function headingShape(line: string): HeadingShape | undefined {
  if (line.length > MAX_HEADING || line.length < 2) return undefined;
  // A line that begins small is no heading.
  const first = line.charCodeAt(0);
  if (first >= 97 && first <= 122) return undefined;
  const numbered = NUMBERED.test(line);
  if (FINAL.test(line) && !(numbered && line.endsWith("."))) return undefined;
  if (/[.!?]["”’)]?\s+\p{Lu}\p{L}+\s+\p{Ll}/u.test(line) && !numbered) return undefined;
  const words = line.split(/\s+/);
  if (words.length > 18) return undefined;
  let letters = 0;
  let upper = 0;
  let titled = 0;
  let counted = 0;
  for (const word of words) {
    const letter = /\p{L}/u.exec(word)?.[0];
    if (letter === undefined) continue;
    letters += word.length;
    if (word === word.toUpperCase() && word.length > 1) upper += word.length;
    if (SMALL.test(word)) continue;
    counted++;
    if (letter !== letter.toLowerCase()) titled++;
  }
  if (letters < 3) return undefined;
  const depth = /^\d{1,2}((?:\.\d{1,2})+)/.exec(line)?.[1];
  if (numbered) return { level: /^(?:part|chapter)\b/i.test(line) ? 1 : depth ? 2 + depth.split(".").length - 1 : 2 };
  if (upper > letters * 0.8) return { level: 2 };
  if (!/^[\p{Lu}\d“"‘'(]/u.test(line)) return undefined;
  if (titled >= counted * 0.6) return { level: 3 };
  return words.length <= 10 ? { level: 3 } : undefined;
}
