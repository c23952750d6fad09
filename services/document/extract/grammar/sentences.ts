import type { Span } from "../../parse/parsed-document.ts";

/** No sentence is longer, in UTF-16 code units: what runs on is cut at a semicolon, a comma or a space. */
export const MAX_SENTENCE_LENGTH = 650;

/** Never the end of a sentence, whatever follows. */
const NEVER_ENDS = new Set(
  (
    "mr mrs ms dr prof gov sen rep gen lt col capt hon st vs approx est figs fig eq eqs vol vols pp cf al sec secs art " +
    "ref refs dept ch para viz e.g i.e messrs mt ft nos"
  ).split(" "),
);

/** May end a sentence, but only before a word that often opens one. */
const SOMETIMES_ENDS = new Set(
  (
    "inc corp co ltd llc plc n.a s.a n.v jr sr u.s u.k e.u u.n d.c a.m p.m etc jan feb mar apr jun jul aug sept sep oct nov dec " +
    "bros cos dist assn bldg ave blvd bn mn"
  ).split(" "),
);

const OPENERS = new Set(
  (
    "the a an in on at for to of by as it its this that these those they he she we i you our their his her however although though while " +
    "when where if since because after before during despite given but and or so yet also another all some several many most few both each " +
    "no not there here such other with without from under over among against between within following overall moreover furthermore " +
    "now today yesterday additionally finally meanwhile nevertheless nonetheless participants members what how why who which total net"
  ).split(" "),
);

const CLOSERS = "\"'”’)]»";
const isSpace = (code: number) => code <= 32 || code === 0xa0 || code === 0x2009 || code === 0x202f;
const isDigit = (code: number) => code >= 48 && code <= 57;

/**
 * The sentences of `text` from `start` to `end`, in order, without the white space around them. Knows abbreviations,
 * initials, decimals, list numbers, quotation marks and footnote marks ("prices.3 The"), and ends written " .".
 * Linear in the length of the stretch.
 */
export function splitSentences(text: string, start: number, end: number): Span[] {
  const found: Span[] = [];
  let from = skipSpace(text, afterHeadingLine(text, skipSpace(text, start, end), end), end);
  let at = from;
  while (at < end) {
    const mark = text[at];
    if (mark === "." || mark === "!" || mark === "?") {
      const stop = endOfSentence(text, at, from, end);
      if (stop > 0) {
        add(found, text, from, stop);
        from = skipSpace(text, skipFootnoteMark(text, stop, end), end);
        at = from;
        continue;
      }
    }
    // "; • Rents rose": an item set behind another on the same line.
    if (mark === "•" && at > from && isSpace(text.charCodeAt(at - 1))) {
      add(found, text, from, at);
      from = at;
    }
    at += 1;
  }
  if (from < end) add(found, text, from, end);
  return found;
}

const MAX_HEADING_LENGTH = 70;

/** Past a first line that is a heading set directly over its text: short, no full stop, and a sentence opens behind it. */
function afterHeadingLine(text: string, start: number, end: number): number {
  const line = text.indexOf("\n", start);
  if (line < 0 || line >= end || line - start > MAX_HEADING_LENGTH) return start;
  const heading = text.slice(start, line).trimEnd();
  const next = skipSpace(text, line, end);
  if (
    !/^\p{Lu}/u.test(heading) ||
    /[.,;:–—-]$| (?:the|of|and|a|an|in|to|for|or|by|with|on|at|from|as|is|was)$/.test(heading)
  )
    return start;
  if (!/^\p{Lu}/u.test(text.charAt(next))) return start;
  const isTitle = heading.split(/\s+/).every((word) => word.length < 4 || /^[\p{Lu}\d(]/u.test(word));
  return OPENERS.has(wordAt(text, next, end)) || isTitle ? line : start;
}

/** Where the sentence that has a mark at `at` ends, or 0 if it goes on. */
function endOfSentence(text: string, at: number, from: number, end: number): number {
  let stop = at + 1;
  while (stop < end && CLOSERS.includes(text.charAt(stop))) stop += 1;
  if (stop >= end) return stop;
  const next = text.charCodeAt(stop);
  const afterFootnote = skipFootnoteMark(text, stop, end);
  if (!isSpace(next) && afterFootnote === stop) return 0;
  // "to INR 47.96 (USD 0.54)" has no footnote mark; "in 2023.3 The" has.
  if (afterFootnote > stop && stop === at + 1 && /(?:^|\D)\d{1,3}$|\d{5}$/.test(text.slice(Math.max(from, at - 5), at)))
    return 0;
  const follows = skipSpace(text, afterFootnote, end);
  if (follows >= end) return stop;
  if (text[at] !== ".") return startsSentence(text, follows) ? stop : 0;
  if (at > from && isSpace(text.charCodeAt(at - 1))) return stop;
  if (!startsSentence(text, follows)) return 0;
  const word = wordBefore(text, at, from);
  // "Jan.-Jul." ends with an abbreviation.
  const lower = word.slice(Math.max(word.lastIndexOf("-"), word.lastIndexOf("–")) + 1).toLowerCase();
  if (NEVER_ENDS.has(lower)) return 0;
  if (lower === "no") return isDigit(text.charCodeAt(follows)) ? 0 : stop;
  if (SOMETIMES_ENDS.has(lower) || isInitial(word)) return OPENERS.has(wordAt(text, follows, end)) ? stop : 0;
  // "1." at the start numbers an item; it is no sentence.
  if (/^\(?[0-9ivx]{1,4}\)?$/i.test(word) && at - from <= 5) return 0;
  return stop;
}

const isInitial = (word: string) => /^(?:[A-Z]\.)*[A-Z]$/.test(word);

function startsSentence(text: string, at: number): boolean {
  const letter = "\"'“‘([«•".includes(text.charAt(at)) ? text.charAt(at + 1) : text.charAt(at);
  return letter === "" || letter !== letter.toLowerCase() || /[0-9$€£¥•–—-]/.test(letter);
}

function wordBefore(text: string, at: number, from: number): string {
  let start = at;
  const limit = Math.max(from, at - 12);
  while (start > limit && !isSpace(text.charCodeAt(start - 1)) && !"([“\"'".includes(text.charAt(start - 1)))
    start -= 1;
  return text.slice(start, at);
}

function wordAt(text: string, at: number, end: number): string {
  let stop = at;
  while (stop < end && stop < at + 16 && /[A-Za-z]/.test(text.charAt(stop))) stop += 1;
  return text.slice(at, stop).toLowerCase();
}

function skipSpace(text: string, at: number, end: number): number {
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** "[3]", or one or two digits set directly after the full stop, with white space behind. */
function skipFootnoteMark(text: string, at: number, end: number): number {
  const bracketed = text.charAt(at) === "[";
  let stop = bracketed ? at + 1 : at;
  const digits = stop;
  while (stop < end && stop < digits + 2 && isDigit(text.charCodeAt(stop))) stop += 1;
  if (stop === digits) return at;
  if (bracketed) return text.charAt(stop) === "]" ? stop + 1 : at;
  return stop >= end || isSpace(text.charCodeAt(stop)) ? stop : at;
}

function add(found: Span[], text: string, start: number, end: number): void {
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  while (end - start > MAX_SENTENCE_LENGTH) {
    const cut = cutBefore(text, start, start + MAX_SENTENCE_LENGTH);
    found.push({ start, end: cut });
    start = skipSpace(text, cut, end);
  }
  if (end > start) found.push({ start, end });
}

/** The last good place to cut a run-on sentence: after a semicolon, else a comma, else a space, else anywhere. */
function cutBefore(text: string, start: number, limit: number): number {
  // A slice bounds the search: over the whole text each cut would look back to its beginning.
  const piece = text.slice(start, limit);
  for (const mark of [";", ",", " "]) {
    const at = piece.lastIndexOf(mark);
    if (at > MAX_SENTENCE_LENGTH / 4) return start + (mark === " " ? at : at + 1);
  }
  return limit;
}
