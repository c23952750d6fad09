/** Whether an element only leads to a note or back from it: its number is no part of the sentence. */
export function isMark(name: string, words: string, stack: readonly { isLink: boolean; hasLink: boolean }[]): boolean {
  if (name === "sup") {
    const isNote = /^\s*\[?(?:\d{1,3}|[*†‡])\]?\s*$/.test(words);
    return isNote && (stack.at(-1)?.isLink === true || stack.at(-1)?.hasLink === true);
  }
  return name === "a" && /^\s*(?:return|back) to (?:text|top)\s*$/i.test(words);
}

export const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";

/**
 * What `raised` is behind a figure, of which it must not make another one ("4" and "1/4" are not 41/4): what is shown of
 * it, or the mark of a note that is left out. `before` is the end of what stands before it.
 */
export function besideFigure(before: string, raised: string): { shown: string; mark: string } {
  const digits = raised.trim();
  if (!/^\d{1,3}$/.test(digits)) return { shown: /^\d/.test(digits) ? ` ${digits}` : raised, mark: "" };
  return /(?:^|[^\d.,])10$/.test(before) ? { shown: `^${digits}`, mark: "" } : { shown: "", mark: digits };
}
