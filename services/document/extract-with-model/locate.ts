import type { Span } from "../parse/parsed-document.ts";
import type { Unit } from "./model-view.ts";

/** Text with the differences taken out that a model makes when it copies, and where each character of it comes from. */
interface Plain {
  text: string;
  /** For each character of `text`, its position in the text that it was made of. */
  at: number[];
}

/** Shorter quotations are found everywhere: they must be a whole sentence or row. */
const MIN_QUOTE_LENGTH = 16;
const MAX_QUOTE_LENGTH = 2_000;
/** A quotation with things left out between its parts. */
const OMISSION = /\[?(?:\.{3}|…)\]?/;
const MAX_PARTS = 4;

/** Finds quotations among sentences and rows, whatever white space, quotation marks, dashes, ligatures and case they have. */
export function createLocator(text: string, units: readonly Unit[]) {
  const plain: Plain = { text: "", at: [] };
  /** Where each unit begins in `plain`. */
  const begins: number[] = [];
  const texts: string[] = [];
  for (const { start, end } of units) {
    begins.push(plain.at.length);
    const own = toPlain(text.slice(start, end), start);
    for (const position of own.at) plain.at.push(position);
    texts.push(own.text);
  }
  plain.text = texts.join("");

  /** The units that a part of a quotation touches, as positions. Undefined when it stands nowhere. */
  const unitsOf = (part: string): number[] | undefined => {
    if (part.length === 0) return undefined;
    if (part.length < MIN_QUOTE_LENGTH) {
      const whole = texts.indexOf(part);
      return whole < 0 ? undefined : [whole];
    }
    const start = plain.text.indexOf(part);
    if (start < 0) return undefined;
    const end = start + part.length;
    return units.flatMap((_, at) => {
      const from = begins[at] ?? 0;
      const to = begins[at + 1] ?? plain.at.length;
      return from < end && to > start && from < to ? [at] : [];
    });
  };

  return {
    /**
     * The sentences or rows that a quotation touches, whole: a model that leaves out "not" at the edge of what it quotes
     * hides nothing. Positions of units in ascending order; undefined when any part of it stands nowhere.
     */
    find(quote: string): number[] | undefined {
      if (quote.length > MAX_QUOTE_LENGTH) return undefined;
      const whole = unitsOf(toPlain(quote, 0).text);
      if (whole) return whole;
      const parts = quote.split(OMISSION).map((part) => toPlain(part, 0).text);
      if (parts.length < 2 || parts.length > MAX_PARTS) return undefined;
      const found = new Set<number>();
      for (const part of parts) {
        if (part.length === 0) continue;
        const touched = unitsOf(part);
        if (!touched) return undefined;
        for (const at of touched) found.add(at);
      }
      return found.size === 0 ? undefined : [...found].sort((a, b) => a - b);
    },
  };
}

/** Units as excerpts: neighbours with nothing but white space between them are one. */
export function toExcerpts(text: string, units: readonly Span[]): Span[] {
  const excerpts: Span[] = [];
  for (const { start, end } of [...units].sort((a, b) => a.start - b.start)) {
    const last = excerpts.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else if (last && text.slice(last.end, start).trim() === "") last.end = end;
    else excerpts.push({ start, end });
  }
  return excerpts;
}

/**
 * Letters, digits and what stands inside of a number; lower case, without accents, ligatures taken apart. Everything else
 * is layout or punctuation, which models change freely; what is shown is the stored text anyway.
 */
function toPlain(text: string, offset: number): Plain {
  const at: number[] = [];
  const characters: string[] = [];
  let position = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    const isInNumber =
      (code === 46 || code === 44) && isDigit(text.charCodeAt(position - 1)) && isDigit(text.charCodeAt(position + 1));
    const kept = isInNumber ? character : code < 128 ? keptAscii(character, code) : keptOf(character);
    for (let index = 0; index < kept.length; index += 1) at.push(offset + position);
    characters.push(kept);
    position += character.length;
  }
  return { text: characters.join(""), at };
}

const isDigit = (code: number) => code >= 48 && code <= 57;

const keptAscii = (character: string, code: number): string =>
  isDigit(code) || (code >= 97 && code <= 122) || character === "%"
    ? character
    : code >= 65 && code <= 90
      ? character.toLowerCase()
      : "";

/** "ﬁ" as "fi", "é" as "e", "½" as "12", "−" as nothing. */
const keptOf = (character: string): string =>
  character
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
