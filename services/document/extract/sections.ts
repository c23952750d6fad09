import type { Context } from "./context.ts";

/** Where a part of a document begins that somebody else speaks for: a bank of a system, a district. */
export interface Section {
  start: number;
  name: string;
}

/** "Federal Reserve Bank of Norden Summary of Economic Activity": a regional report inside the one of all regions. */
const OPENS = /\b(Federal Reserve Bank of [A-Z][a-z.]+(?: [A-Z][a-z]+)?)\s+Summary of Economic Activity\b/g;
const FEWEST = 3;

/** The regional reports of a document that puts several together, in order; none for any other document. */
export function readSections(text: string): Section[] {
  const found = [...text.matchAll(OPENS)].map(({ index, 1: name = "" }) => ({ start: index, name }));
  return found.length >= FEWEST ? found : [];
}

/** Whose report stands at a place of the text, or empty before the first. */
export function sectionAt(sections: readonly Section[], at: number): string {
  return sections.findLast(({ start }) => start <= at)?.name ?? "";
}

/** What a finding of that part may borrow: who reports there is named beside the document. */
export function contextIn(section: string, context: Context): Context {
  if (section === "") return context;
  const attribution = [context.attribution, section].filter((part) => part !== "").join(", ");
  return { ...context, attribution, entity: `the ${section}` };
}
