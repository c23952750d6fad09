import type { DocumentHead } from "../extract/extraction.ts";

const MONTH =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)";
/** "January 29-30, 2019", "January 2019", "29 January 2019", "10-K", "Q3 2024", "FY2024". */
const FIXED = new RegExp(
  `\\b${MONTH}\\.? \\d{1,2}(?: ?[-–] ?\\d{1,2})?(?:,? \\d{4})?\\b|\\b(?:\\d{1,2} )?${MONTH}\\.? \\d{4}\\b|\\b\\d{1,2}-[a-z]\\b|\\b(?:q[1-4]|fy|h[12])[ -]?\\d{2,4}\\b|\\bq[1-4]\\b`,
  "gi",
);
const YEAR = /\b(?:19|20)\d\d\b/g;
const SOME_YEAR = /\b(?:19|20)\d\d\b/;

/**
 * What figures an insight may take from the document's head: its dates and the names in its title, as they stand there;
 * and, where the excerpts name no year, the head's. A day of its date is no figure of the document.
 */
export function headFigures(head: DocumentHead, excerpts: string) {
  const { title, sourceName, publishedDate } = head;
  const days = publishedDate === null ? [] : spellings(publishedDate);
  const phrases = [title, sourceName, ...days, ...(title.match(FIXED) ?? [])]
    .filter((phrase) => /\d/.test(phrase))
    .map((phrase) => phrase.toLowerCase())
    .sort((a, b) => b.length - a.length);
  const years = SOME_YEAR.test(excerpts) ? [] : (`${title} ${publishedDate ?? ""}`.match(YEAR) ?? []);
  return {
    /** Years that may be added. */
    years: [...new Set(years)].join(" "),
    /** A text without what it takes from the head. */
    without(text: string): string {
      let rest = text.toLowerCase();
      for (const phrase of phrases) rest = rest.replaceAll(phrase, " ");
      return rest;
    },
  };
}

/** A day as findings write it. */
function spellings(day: string): string[] {
  const date = new Date(`${day}T00:00:00Z`);
  const written = (locale: string, options: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString(locale, { ...options, timeZone: "UTC" });
  return [
    day,
    written("en-US", { dateStyle: "long" }),
    written("en-GB", { dateStyle: "long" }),
    written("en-US", { month: "long", year: "numeric" }),
    written("en-US", { month: "long", day: "numeric" }),
  ];
}
