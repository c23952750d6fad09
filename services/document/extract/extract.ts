import type { ParsedDocument } from "../parse/parsed-document.ts";
import { assemble, type Candidate, toPassage } from "./assemble.ts";
import { chooseWithinBudget } from "./budget.ts";
import { companyIn } from "./company-name.ts";
import { type Context, readContext } from "./context.ts";
import type { Extract, ExtractedInsight } from "./extraction.ts";
import { readAbbreviations } from "./grammar/abbreviations.ts";
import { isEnglish } from "./grammar/english.ts";
import { readEvents } from "./grammar/events.ts";
import { readVocabulary, type Vocabulary } from "./grammar/vocabulary.ts";
import { countWords, cutPassages, type PassageParts } from "./passages.ts";
import { guidanceIn } from "./prose/guidance-lists.ts";
import { NO_PROSE, readProse } from "./prose/read-prose.ts";
import { WORTH_FINDING } from "./prose/select.ts";
import { listingOf, standIn } from "./prose/stand-in.ts";
import { widen } from "./prose/widen.ts";
import { readQuarterNames } from "./quarter-name.ts";
import { summarise } from "./summary.ts";
import { uncontradicted } from "./tables/table-contradictions.ts";
import { readRows } from "./tables/table-findings.ts";
import { newCarry } from "./tables/table-index.ts";
import { asTold } from "./tables/table-sentence.ts";

/** A text of fewer words that states nothing is not worth finding. */
const LONG = 20;

/** Little, but enough. */
const LISTING_WORTH = WORTH_FINDING;
/** A document of no more words is short. */
const SHORT = 600;

/** Makes insights of a parsed document by rules alone: every word of a finding is the document's or its head's. */
export const extract: Extract = (document, head) => {
  const own = readContext(head, document.text);
  const called = own.company === undefined ? undefined : companyIn(own.company, document.text);
  const quarters = own.company === undefined ? undefined : readQuarterNames(document.text, head.publishedDate);
  const events = own.company === undefined ? readEvents(document.text) : [];
  const vocabulary = readVocabulary(document.text);
  const parts = cutPassages(document);
  const words = countWords(document.text, 0, document.text.length);
  const isShort = words <= SHORT;
  const context: Context = {
    ...own,
    called,
    abbreviations: readAbbreviations(document.text),
    events,
    quarters,
    isShort,
  };
  const isRead = isEnglish(document.text);
  const { drafts, weak, said } = isRead ? readProse(document, parts, context, vocabulary) : NO_PROSE;
  const rows = readTables(document, parts, context, vocabulary);
  const candidates: Candidate[] = [...drafts, ...rows, ...guidanceIn(document, parts, context)];
  if (isShort && words >= LONG) candidates.push(...listTables(document.text, parts, rows, context, vocabulary));
  candidates.sort((a, b) => a.passage - b.passage);
  const writing = { context, vocabulary, spare: words < LONG ? "none" : isShort ? "all" : "passages" } as const;
  const chosen = chooseWithinBudget(candidates, words, WORTH_FINDING);
  const worthy = assemble(chosen, parts, writing);
  const any = worthy.insights.length > 0 ? worthy : assemble(weak, parts, writing);
  const made =
    any.insights.length > 0 || !isRead || words < LONG
      ? any
      : alone(standIn([...drafts, ...weak], document, parts, context, vocabulary), parts);
  const notes = [...ligatureNotes(vocabulary), ...notesOf(isRead, any.insights.length, made.insights.length, words)];
  return { summary: summarise(said, head.title), ...made, ...(notes.length > 0 ? { notes } : {}) };
};

/** The extraction of a document that has one insight at most. */
function alone(insight: ExtractedInsight | undefined, parts: readonly PassageParts[]) {
  const part = insight && parts[insight.passage];
  if (!insight || !part) return { passages: [], insights: [] };
  const passages = widen([toPassage(part)], parts, new Map([[insight.passage, 0]]));
  return { passages, insights: [{ ...insight, passage: 0 }] };
}

/** What the document's owner should know of words that a PDF's reader left without their ligatures. */
function ligatureNotes({ torn }: Vocabulary): string[] {
  const [first] = torn;
  if (!first) return [];
  const words = torn.size === 1 ? "1 word" : `${torn.size} words`;
  return [
    `${words} lost a ligature before it came here: insights read “${first[1]}” for “${first[0]}”, the text stays as it is. ` +
      "Submit the PDF itself for a whole text.",
  ];
}

/** What the document's owner should know of what was not made of it. */
function notesOf(isRead: boolean, good: number, made: number, words: number): string[] {
  if (!isRead) return ["The text is not in English, or not readable: no insights were made of its sentences."];
  if (good > 0 || words === 0) return [];
  const remedy = made > 0 ? "one insight stands for the whole document" : "no insights were made of it";
  return [`No sentence and no row states something by itself: ${remedy}.`];
}

/** The rows of all tables that say something. */
function readTables(
  document: ParsedDocument,
  parts: readonly PassageParts[],
  context: Context,
  vocabulary: Vocabulary,
): Candidate[] {
  const carry = newCarry(context);
  const read = parts.map((part) => readRows(document, part, vocabulary, carry));
  const sure = uncontradicted(read.flat());
  return read.flatMap((rows, passage) =>
    rows.filter((row) => sure.has(row)).map((row) => ({ passage, worth: row.worth, row: asTold(row, context) })),
  );
}

/** What the tables list in the rows that say nothing. */
function listTables(
  text: string,
  parts: readonly PassageParts[],
  rows: readonly Candidate[],
  context: Context,
  vocabulary: Vocabulary,
): Candidate[] {
  const said = rows.flatMap(({ row }) => row?.excerpts ?? []);
  return parts.flatMap((part, passage) => {
    const listing = listingOf(text, part, said, context, vocabulary);
    return listing ? [{ passage, worth: LISTING_WORTH, listing }] : [];
  });
}
