/**
 * Finds the raw words of a text: runs of letters, marks and digits; `.`, `,`, `&` and apostrophes between two of these
 * belong to the word (1,234.5, PP&E, U.S, company's), as do marks of where it may be divided that nobody sees, and the
 * hyphen in the name of a form (10-K, 20-F); a percent sign is a word. One pass, no backtracking: this runs over every
 * ingested text.
 */
export function scan(text: string, word: (start: number, end: number) => void): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind !== WORD) {
      if (kind === PER_CENT) word(at, at + 1);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < length) {
      const next = kindOf(text.charCodeAt(end));
      if (next === WORD) end++;
      else if (next === JOINER && kindOf(text.charCodeAt(end + 1)) === WORD) end += 2;
      else if (next === HYPHEN && isForm(text, at, end)) end += 2;
      else break;
    }
    word(at, end);
    at = end;
  }
}

const UNKNOWN = 0;
const OTHER = 1;
const WORD = 2;
const JOINER = 3;
const PER_CENT = 4;
const HYPHEN = 5;

/** One or two digits from `at` to the hyphen at `end`, one letter behind it and no word: the name of a form. */
function isForm(text: string, at: number, end: number): boolean {
  const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;
  const isLetter = /[A-Za-z]/.test(text.charAt(end + 1));
  if (end - at > 2 || !isLetter || kindOf(text.charCodeAt(end + 2)) === WORD) return false;
  return isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(end - 1));
}

/** Soft hyphen, zero-width joiner and non-joiner, word joiner: they stand in a word and part none. */
export const UNSEEN = /\u00ad|\u200c|\u200d|\u2060/u;

/** Kinds of UTF-16 code units, filled as they are met. */
const kinds = new Uint8Array(65_536);

/** NaN (past the end) reads as undefined, thus OTHER. */
function kindOf(unit: number): number {
  const kind = kinds[unit] ?? OTHER;
  if (kind !== UNKNOWN) return kind;
  const found = kindOfNew(String.fromCharCode(unit));
  kinds[unit] = found;
  return found;
}

function kindOfNew(character: string): number {
  if (character === "%" || character === "％") return PER_CENT;
  if (".,&'’".includes(character) || UNSEEN.test(character)) return JOINER;
  if ("-‐‑".includes(character)) return HYPHEN;
  // Halves of a surrogate pair count as letters: what they stand for is sorted out with the whole word.
  return /[\p{L}\p{M}\p{N}\ud800-\udfff]/u.test(character) ? WORD : OTHER;
}
