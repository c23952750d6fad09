import type { Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";

/** Where a part of a document begins that somebody else speaks for: a bank of a system, a district. */
export interface Section {
  start: number;
  name: string;
  /** Where the text names it. */
  named: Span;
  /** Whose it is, as one says "the Norden report". */
  place: string;
  /** How many characters of its text are its name and not its first sentence. */
  nameLength: number;
  /** Who "we" and "our" are there, where that is one bank. */
  institution?: string;
}

/** "Federal Reserve Bank of Norden Summary of Economic Activity": a regional report inside the one of all regions. */
const OPENS = /\bFederal Reserve Bank of ([A-Z][a-z.]+(?: [A-Z][a-z]+)?)\s+Summary of Economic Activity\b/g;
const FEWEST = 3;

/** In the order in which every summary has them. */
const DISTRICTS = [
  "Boston",
  "New York",
  "Philadelphia",
  "Cleveland",
  "Richmond",
  "Atlanta",
  "Chicago",
  "St. Louis",
  "Minneapolis",
  "Kansas City",
  "Dallas",
  "San Francisco",
];
const HIGHLIGHTS = /\bHighlights by Federal Reserve District\s/g;
/** "Boston Activity continued": a district set in front of what is said of it, in one paragraph with the others; a page's head may stand before it. */
const HIGHLIGHT = new RegExp(
  `(?<=^\\s{0,4}|[.!?]["”’)]?\\s{1,4}(?:(?:National Summary \\d{1,3}|\\d{1,3} The Beige Book)\\s{1,4})?)(${DISTRICTS.join("|").replace(".", "\\.")})\\s{1,4}(?=\\p{Lu})`,
  "gu",
);
/** All twelve take two pages. */
const LONGEST_HIGHLIGHTS = 12_000;

/** The regional reports of a document that puts several together, in order; none for any other document. */
export function readSections(text: string): Section[] {
  const reports = [...text.matchAll(OPENS)].map(({ index, 1: place = "" }) => {
    const name = `Federal Reserve Bank of ${place}`;
    const named = { start: index, end: index + name.length };
    return { start: index, name, named, place, nameLength: 0, institution: `the ${name}` };
  });
  const sections = reports.length >= FEWEST ? reports : [];
  return [...readHighlights(text, sections[0]?.start ?? text.length), ...sections];
}

/** The districts of a national summary, each in a few sentences. */
function readHighlights(text: string, end: number): Section[] {
  const heading = [...text.matchAll(HIGHLIGHTS)].findLast(({ index }) => index < end);
  if (!heading) return [];
  const from = heading.index + heading[0].length;
  const sections: Section[] = [];
  let next = 0;
  for (const found of text.slice(from, Math.min(end, from + LONGEST_HIGHLIGHTS)).matchAll(HIGHLIGHT)) {
    const place = found[1] ?? "";
    const order = DISTRICTS.indexOf(place);
    if (order < next) continue;
    next = order + 1;
    const start = from + found.index;
    const named = { start, end: start + place.length };
    // "Minneapolis District activity": the name is the sentence's own.
    const isOwn = text.startsWith("District", start + found[0].length);
    sections.push({ start, name: `${place} District`, named, place, nameLength: isOwn ? 0 : found[0].length });
  }
  return sections.length < FEWEST ? [] : sections;
}

/** The district that a document by its name is the report of: "Boston" of "Beige Book, May 2031: Boston". Else empty. */
export const districtOf = (document: string): string =>
  DISTRICTS.find((place) => document.endsWith(`: ${place}`)) ?? "";

/** The part that a place of the text belongs to, if any. */
export const sectionAt = (sections: readonly Section[], at: number): Section | undefined =>
  sections.findLast(({ start }) => start <= at);

/** What a finding of that part may borrow: who reports there is named beside the document. */
export function contextIn(section: Section | undefined, context: Context): Context {
  if (section === undefined) return context;
  const attribution = [context.attribution, section.name].filter((part) => part !== "").join(", ");
  const { institution = context.institution } = section;
  const report = /^(?:The )?([A-Z][\w ]+?)(?:[,:]|$)/.exec(context.document)?.[1];
  const document = report === undefined ? context.document : `${report}, ${context.period}: ${section.place}`;
  return { ...context, attribution, entity: `the ${section.name}`, institution, document };
}
