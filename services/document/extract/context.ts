import { MONTHS } from "#kit/months.ts";
import { companyOf } from "./company.ts";
import type { DocumentHead } from "./extraction.ts";
import type { Abbreviations } from "./grammar/abbreviations.ts";
import type { NamedEvent } from "./grammar/events.ts";
import type { QuarterNames } from "./quarter-name.ts";

/** What every insight of a document may borrow to stand alone: who says it, where, and as of when. */
export interface Context {
  /** Set in front of a finding: "FOMC Minutes, January 30–31, 2024". Empty when the document says nothing of itself. */
  attribution: string;
  /** Who says it, short enough for a question: "the FOMC", "Nike", "Jerome H. Powell". Empty when unknown. */
  entity: string;
  /** The document, for "What does … say": "the FOMC Minutes, January 30–31, 2024". Empty when unknown. */
  document: string;
  /** Month and year of the document's date, or its year: "January 2024". Empty when undated. */
  period: string;
  /** The year that "this year" means, when the document is one whose years are calendar years. */
  year: number | undefined;
  /** The month that "this month" means: "June 2031". Absent where the document is a company's or undated. */
  month?: string | undefined;
  /** The bank, agency or board that publishes it: what "we" means. Absent where a person or nobody known speaks. */
  institution?: string | undefined;
  /** The company whose filing this is: what "the Company" means. */
  company: string | undefined;
  /** The company in as few words as its document calls it, for titles. */
  called?: string | undefined;
  /** The one person whose words these are: what "I" means. */
  speaker: string | undefined;
  /** Whose views a part of it tells, by its heading: "participants" of "Participants' Views on Current Conditions". */
  teller?: string;
  /** What a company's report calls its quarters. */
  quarters?: QuarterNames | undefined;
  /** It records answers to questions. */
  isTranscript: boolean;
  /** What its short forms stand for, as its own text says. */
  abbreviations?: Abbreviations;
  /** The wars that it names once and then calls by that word alone. */
  events?: readonly NamedEvent[];
  /** A page, an abstract, a note: what one of its few statements says is found by nothing else. */
  isShort?: boolean;
}

const MONTH_YEAR = new RegExp(`\\b(${MONTHS.join("|")})\\b[^;:]{0,40}?\\b((?:19|20)\\d\\d)\\b`);
/** "May to July 2031", "(April-June) of 2031-32" */
const MONTHS_SPANNED = new RegExp(
  `\\b(?:${MONTHS.join("|")})(?: to | through |\\s?[-–—]\\s?)(?:${MONTHS.join("|")})\\b[^;:]{0,10}?\\b(?:19|20)\\d\\d`,
  "g",
);
const YEAR = /\b(?:19|20)\d\d\b/;
const ISO_DATE = /\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b/g;
const ISO_MONTH = /\b((?:19|20)\d\d)-(\d\d)\b/g;
const MAX_TITLE_WORDS = 14;
const ORGANISATION =
  /\b(?:\w*bank|banks|banco|authority|treasury|board|committee|department|federal|inc|corp|corporation|company|administration|bureau|agency|office|organi[sz]ation|council|university|institute|group|ministry|service|statistics|fund|commission|reserve|association)\b/i;

/** `text` tells whose company's document it is where nobody is named as its author. */
export function readContext(head: DocumentHead, text = ""): Context {
  const source = head.sourceName.trim();
  const author = head.authors.length === 1 ? (head.authors[0] ?? "").trim() : "";
  const title = cleanTitle(head.title, source);
  const company =
    author && (isFiling(source) || title.startsWith(author)) && !ORGANISATION.test(author.split(" ")[0] ?? "")
      ? author
      : author === "" || author === source
        ? companyOf({ ...head, title, sourceName: source }, text)
        : undefined;
  const speaker = company === undefined && author !== source && isPerson(author) ? author : undefined;
  const acronym = /\(([A-Z]{2,8})\)/.exec(source)?.[1];
  const publisher = source.replace(/\s*\([^)]*\)\s*$/, "");
  const entity = company ?? speaker ?? (acronym ? `the ${acronym}` : named(publisher));
  const date = longDate(head.publishedDate);
  const says = shortTitle(title);
  const names =
    says === ""
      ? false
      : [company, acronym, publisher].some((name) => name && says.toLowerCase().includes(name.toLowerCase()));
  const who = names ? "" : (speaker ?? company ?? (isFiling(source) ? "" : publisher));
  const when = YEAR.test(says) ? "" : date;
  const parts = isGeneric(source) && !speaker && !company ? [says, when] : [who, says, when];
  return {
    attribution: parts.filter((part) => part !== "").join(", "),
    entity: isGeneric(source) && !speaker && !company ? "" : entity,
    document: says,
    period:
      company === undefined
        ? periodOf(title, head.publishedDate)
        : reportedYear(title) || periodOf(title, head.publishedDate),
    year: company === undefined ? yearOf(title, head.publishedDate) : undefined,
    month: company === undefined ? monthOf(title, head.publishedDate) : undefined,
    institution:
      company === undefined && ORGANISATION.test(publisher)
        ? `${acronym ? `the ${acronym}` : named(publisher)}`
        : undefined,
    company,
    speaker,
    isTranscript: /Q&A|\btranscript\b|\bpress conference\b/i.test(head.title),
  };
}

const isFiling = (source: string) => /\b(?:SEC|EDGAR|filings?)\b/.test(source);

/** A folder's or a data set's name says nothing of who speaks: it has no capital letter or no space-free proper word. */
const isGeneric = (source: string) => source === "" || source === source.toLowerCase();

function isPerson(name: string): boolean {
  const words = name.split(/\s+/);
  return (
    words.length >= 2 && words.length <= 4 && words.every((word) => /^\p{Lu}/u.test(word)) && !ORGANISATION.test(name)
  );
}

/** The title as one would cite it: no file leftovers, dates written out, no publisher who "issues" it. */
function cleanTitle(title: string, source: string): string {
  let clean = title
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\s.:;,]+$/, "");
  if (clean === "" || clean.toLowerCase() === source.toLowerCase()) return "";
  clean = clean.replace(
    ISO_DATE,
    (iso, year: string, month: string, day: string) => longDate(`${year}-${month}-${day}`) || iso,
  );
  clean = clean.replace(ISO_MONTH, (iso, year: string, month: string) => {
    const name = MONTHS[Number(month) - 1];
    return name ? `${name} ${year}` : iso;
  });
  return clean.replace(/^[\w .]{3,40} (?:issues|releases|publishes) /, "").replace(/ \(with Q&A\)/, "");
}

/** "the Bank of England", but "Statistics South Africa" and "Norges Bank": an article where the name is a common noun of English. */
function named(publisher: string): string {
  return /\b(?:Banks? (?:of|for)|(?:National|Central|Reserve|World|Development|Investment|Savings|Clearing) Bank|Board|Committee|Office|Bureau|Administration|Authority|Service|Agency|Department|Organi[sz]ation|System|Institute|Fund|Commission|Council)\b/.test(
    publisher,
  ) && !/^the /i.test(publisher)
    ? `the ${publisher}`
    : publisher;
}

/** The year that an annual, quarterly or earnings report is filed under: its figures are of that year, not of the filing's month. */
function reportedYear(title: string): string {
  return /10-?[KQ]|earnings|annual|quarterly/i.test(title)
    ? (/, ((?:19|20)\d\d)\b(?= \(|$)/.exec(title)?.[1] ?? "")
    : "";
}

/** A title that would drown what follows is cut at its colon, or else left out. */
function shortTitle(title: string): string {
  if (title.split(" ").length <= MAX_TITLE_WORDS) return title;
  const main = title.split(/: | [–—-] /)[0] ?? "";
  const words = main.split(" ").length;
  return words >= 2 && words <= MAX_TITLE_WORDS ? main : "";
}

function longDate(iso: string | null): string {
  const [year, month, day] = (iso ?? "").split("-").map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  return year && name && day ? `${name} ${day}, ${year}` : "";
}

function periodOf(title: string, published: string | null): string {
  // What a title spans is what its figures are of: of "May to July 2031" is told when it is published.
  const named = MONTH_YEAR.exec(published ? title.replace(MONTHS_SPANNED, " ") : title);
  if (named) return `${named[1]} ${named[2]}`;
  const [year, month] = (published ?? "").split("-").map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  if (year && name) return `${name} ${year}`;
  return YEAR.exec(title)?.[0] ?? "";
}

function monthOf(title: string, published: string | null): string | undefined {
  const period = periodOf(title, published);
  return / /.test(period) ? period : undefined;
}

function yearOf(title: string, published: string | null): number | undefined {
  const named = MONTH_YEAR.exec(title)?.[2] ?? published?.slice(0, 4);
  return named ? Number(named) : undefined;
}
