import { DomainError } from "#kit/errors.ts";
import { MAX_LINES } from "./limits.ts";
import type { Span } from "./parsed-document.ts";

/** A line that holds something, without the white space around it. */
export interface Line extends Span {
  /** Columns of white space before it; a tab counts as one. */
  indent: number;
  /** Empty lines before it. */
  gap: number;
  /** From 1, counted by form feeds. */
  page: number;
}

const FORM_FEED = 12;

/** Whether a UTF-16 code unit is white space, including the no-break and zero-width ones. */
export const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && isRareSpace(code));

const RARE = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);
const isRareSpace = (code: number): boolean => (code >= 0x2000 && code <= 0x200b) || RARE.has(code);

/** The lines of `text` that hold something, in order. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let gap = 0;
  let page = 1;
  for (let at = 0; at < text.length; ) {
    let newline = text.indexOf("\n", at);
    if (newline < 0) newline = text.length;
    let start = at;
    let end = newline;
    while (start < end && isSpace(text.charCodeAt(start))) {
      if (text.charCodeAt(start) === FORM_FEED) page++;
      start++;
    }
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
    if (start === end) gap++;
    else {
      if (lines.length === MAX_LINES) {
        throw new DomainError("invalid", `the text has more than ${MAX_LINES} lines: split it into smaller files`);
      }
      lines.push({ start, end, indent: start - at, gap, page });
      gap = 0;
      for (let i = end; i < newline; i++) if (text.charCodeAt(i) === FORM_FEED) page++;
    }
    at = newline + 1;
  }
  return lines;
}

/** `span` without the white space at its ends. */
export function trimmed(text: string, span: Span): Span {
  let { start, end } = span;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}
