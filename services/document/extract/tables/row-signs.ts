/** Each with the other of its pair in brackets, in whose column the brackets of a figure say which of the two it is. */
const WORD =
  "(?:loss(?:es)?|income|earnings|gains?|profit|increase|decrease|expenses?|(?:provision|benefit)(?: (?:for|from))?)";
const BEHIND = new RegExp(`\\b(${WORD})(?: ?\\/)? ?\\((${WORD})\\)`, "i");
const BEFORE = new RegExp(`\\((${WORD})\\) ?\\/? ?(${WORD})\\b`, "i");

/**
 * "operating income (loss)" with a figure in brackets as "operating loss", "tax (provision) benefit" as "tax provision": a title
 * that shows no figure would tell the contrary. Without such a pair the label stays as it is.
 */
export function bySign(label: string, values: readonly string[]): string {
  if (values.length === 0 || !values.every((value) => /^[^\d]*[(−–-]/.test(value))) return label;
  return BEHIND.test(label)
    ? label.replace(BEHIND, (_pair, _one, other: string) => other.toLowerCase())
    : label.replace(BEFORE, (_pair, other: string) => other.toLowerCase());
}
