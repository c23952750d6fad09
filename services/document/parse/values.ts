/** What a token of a table says. */
export type TokenKind = "number" | "null" | "year" | "word";

// Signs, brackets, currency and per cent around digits: (1,234), -0.5, $26,496, 12%, 1.234,5, €3.4bn, 16,42, 1.2x.
const NUMBER =
  /^[([]?[-−–+]?(?:[A-Z]{2,3})?[$€£¥]?[([]?[-−–+]?(?:\d[\d,.'’]*|\.\d+)(?:[-–/]\d{1,2})?[)\]]?(?:[$€£]|%|pp|bps|bp|x|bn|m|k)?[)\]]?%?[*†‡]?$/;
const NULL = /^(?:[-−–—―]+|\.{2,3}|n\.?[ma]\.?|n\/[am]|nil|\*+|[$€£¥]?[-–—]%?|\([-–—]\))$/i;
const YEAR = /^(?:FY)?(?:19|20)\d\d(?:[/–-]\d{2,4})?[EeFfPp]?$/;
/** "31.12.2030" heads a column, and is no number. */
const DAY = /^\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$/;

/** "US$000" is a unit. */
const THOUSANDS = /^[A-Z]{0,3}[$€£¥][’']?000s?$/;

/** The kind of one cell or token without white space around it. */
export function kindOf(token: string): TokenKind {
  if (token.length > 24 || token.length === 0 || THOUSANDS.test(token)) return "word";
  if (YEAR.test(token) || DAY.test(token)) return "year";
  if (NUMBER.test(token)) return "number";
  if (NULL.test(token)) return "null";
  return "word";
}

// A cell may have its currency, brackets and per cent apart: "$ (1,234) %"; or a scale of its own: "$5.8 billion".
const LOOSE =
  /^(?:[$€£¥]|US\$|[A-Z]{3}\b)?\s*([^\s].*?)\s*(?:%|\b(?:thousand|million|billion|trillion))?\s*(?:\(\w{1,2}\))?$/;

/** The kind of a whole cell, which may have white space inside. */
export function kindOfCell(cell: string): TokenKind {
  const short = cell.length > 40 ? "" : cell.trim();
  if (short === "") return "word";
  const kind = kindOf(short);
  if (kind !== "word") return kind;
  const inner = LOOSE.exec(short)?.[1];
  return inner === undefined ? "word" : kindOf(inner.replaceAll(" ", ""));
}
