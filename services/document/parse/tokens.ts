import type { Span } from "./parsed-document.ts";
import { kindOf, type TokenKind } from "./values.ts";

export interface Token extends Span {
  kind: TokenKind | "leader";
}

const MAX_TOKENS = 2_000;

/**
 * The words and values between `start` and `end`. A currency sign and a per cent sign that stand apart belong to their
 * number; dots that lead from a label to its values are leaders. Undefined for a line of too many words for a table.
 */
export function tokensOf(text: string, start: number, end: number): Token[] | undefined {
  const tokens: Token[] = [];
  let currency = -1;
  for (let at = start; at < end; ) {
    while (at < end && isBlank(text.charCodeAt(at))) at++;
    if (at >= end) break;
    let stop = at + 1;
    while (stop < end && !isBlank(text.charCodeAt(stop))) stop++;
    const word = text.slice(at, Math.min(stop, at + 25));
    const last = tokens.at(-1);
    const isNote = last?.kind === "number" && /^(?:%|\d{1,2}\/)$/.test(word);
    if (isNote) last.end = stop;
    else if (/^(?:[$€£¥]|US\$)$/.test(word)) {
      if (currency >= 0) tokens.push({ start: currency, end: currency + 1, kind: "word" });
      currency = at;
    } else {
      const kind = isTorn(text, word, last) ? "word" : tokenKind(word);
      const isMoney = currency >= 0 && (kind === "number" || kind === "null" || kind === "year");
      if (currency >= 0 && !isMoney) tokens.push({ start: currency, end: currency + 1, kind: "word" });
      tokens.push({ start: isMoney ? currency : at, end: stop, kind: isMoney && kind === "year" ? "number" : kind });
      currency = -1;
      if (tokens.length > MAX_TOKENS) return undefined;
    }
    at = stop;
  }
  if (currency >= 0) tokens.push({ start: currency, end: currency + 1, kind: "word" });
  return tokens;
}

/** "31," of a date, "2." of a note before leaders and "2)" of "(Notes 1 and 2)": a digit at the end of a word, no value. */
const isTorn = (text: string, word: string, last: Token | undefined): boolean =>
  /^(?:\d[\d,]*,|\d{1,2}\.)$/.test(word) ||
  (/^\d[\d,.]*\)$/.test(word) &&
    !(last && /^[$€£]?\($/.test(text.slice(last.start, Math.min(last.end, last.start + 3)))));

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 0xa0 || code === 10 || code === 13;

function tokenKind(word: string): Token["kind"] {
  if (/^[.…·_]+$/.test(word)) return word === ".." || word === "..." ? "null" : "leader";
  const first = word.charCodeAt(0);
  // Most words begin with a letter: only few of those are values (FY24, n/a, nil).
  if (first >= 97 && first <= 122 && first !== 110) return "word";
  return kindOf(word);
}
