import type { ParsedDocument } from "../parse/parsed-document.ts";
import { chooseWithinBudget } from "./budget.ts";
import { type Context, readContext } from "./context.ts";
import type { Draft } from "./draft.ts";
import { isEnglish } from "./english.ts";
import type { Extract, ExtractedInsight, Passage } from "./extraction.ts";
import { countWords, cutPassages, type PassageParts } from "./passages.ts";
import { plainWords } from "./plain-words.ts";
import { NO_PROSE, readProse } from "./read-prose.ts";
import { createRepeats } from "./repeats.ts";
import { WORTH_FINDING } from "./select.ts";
import { type Listing, listingOf, standIn } from "./stand-in.ts";
import { summarise } from "./summary.ts";
import { type RowFact, readRows } from "./table-findings.ts";
import { newCarry } from "./table-index.ts";
import { rowSentence } from "./table-sentence.ts";
import { rowQuestions, rowTitle } from "./table-words.ts";
import { type TakenTitles, writeTitle } from "./title.ts";
import { readVocabulary, type Vocabulary } from "./vocabulary.ts";
import { widen } from "./widen.ts";

/** A text of fewer words that states nothing is not worth finding. */
const LONG = 20;

/** Little, but enough. */
const LISTING_WORTH = WORTH_FINDING;
/** A page, an abstract, a note: what one of its few statements says is found by nothing else, though no good title can be made. */
const SHORT = 600;

/** What may become an insight: a draft of prose or a row of a table. */
type Candidate = { passage: number; worth: number } & (
  | { draft: Draft; row?: never; listing?: never }
  | { row: RowFact; draft?: never; listing?: never }
  | { listing: Listing; draft?: never; row?: never }
);

/** Makes insights of a parsed document by rules alone: every word of a finding is the document's or its head's. */
export const extract: Extract = (document, head) => {
  const context = readContext(head);
  const vocabulary = readVocabulary(document.text);
  const parts = cutPassages(document);
  const words = countWords(document.text, 0, document.text.length);
  const isRead = isEnglish(document.text);
  const { drafts, weak, said } = isRead ? readProse(document, parts, context, vocabulary) : NO_PROSE;
  const rows = readTables(document, parts, context, vocabulary);
  const isShort = words >= LONG && words <= SHORT;
  const candidates: Candidate[] = [...drafts, ...rows];
  if (isShort) candidates.push(...listTables(document.text, parts, rows, context, vocabulary));
  candidates.sort((a, b) => a.passage - b.passage);
  const chosen = chooseWithinBudget(candidates, words, WORTH_FINDING);
  const worthy = assemble(chosen, parts, context, vocabulary, isShort);
  const any = worthy.insights.length > 0 ? worthy : assemble(weak, parts, context, vocabulary, isShort);
  const made =
    any.insights.length > 0 || !isRead || words < LONG
      ? any
      : alone(standIn([...drafts, ...weak], document, parts, context, vocabulary), parts);
  const notes = notesOf(isRead, any.insights.length, made.insights.length, words);
  return { summary: summarise(said, head.title), ...made, ...(notes.length > 0 ? { notes } : {}) };
};

/** The extraction of a document that has one insight at most. */
function alone(insight: ExtractedInsight | undefined, parts: readonly PassageParts[]) {
  const part = insight && parts[insight.passage];
  if (!insight || !part) return { passages: [], insights: [] };
  const passages = widen([toPassage(part)], parts, new Map([[insight.passage, 0]]));
  return { passages, insights: [{ ...insight, passage: 0 }] };
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
  return parts.flatMap((part, passage) =>
    readRows(document, part, vocabulary, carry).map((row) => ({ passage, worth: row.worth, row })),
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

/** Writes the insights of what was chosen, drops a finding that was there already, and keeps the passages that have one. */
function assemble(
  chosen: readonly Candidate[],
  parts: readonly Passage[],
  context: Context,
  vocabulary: Vocabulary,
  isShort: boolean,
) {
  const titles: TakenTitles = new Map();
  const findings = new Set<string>();
  const isRepeated = createRepeats();
  const numbers = new Map<number, number>();
  const passages: Passage[] = [];
  const insights: ExtractedInsight[] = [];
  for (const candidate of chosen) {
    const finding = findingOf(candidate, context);
    const key = finding.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
    const part = parts[candidate.passage];
    if (findings.has(key) || !part) continue;
    // Rows differ in little but their figures; sentences that do say the same.
    if (candidate.draft && isRepeated(candidate.draft.said)) continue;
    const words =
      wordsOf(candidate, context, vocabulary, titles) ??
      (isShort ? plainWordsOf(candidate, context, titles) : undefined);
    if (!words) continue;
    findings.add(key);
    const passage = numbers.get(candidate.passage) ?? passages.length;
    if (passage === passages.length) passages.push(toPassage(part));
    numbers.set(candidate.passage, passage);
    insights.push({ ...words, finding, passage });
  }
  return { passages: widen(passages, parts, numbers), insights };
}

function findingOf({ draft, row, listing }: Candidate, context: Context): string {
  if (draft) return draft.finding;
  if (listing) return listing.finding;
  const sentence = rowSentence(row, context);
  return context.attribution === "" ? sentence : `${context.attribution}: ${sentence}`;
}

/** Title and questions, or undefined where no good ones can be made: then it is no insight, and its passage stays findable. */
function wordsOf({ draft, row, listing }: Candidate, context: Context, vocabulary: Vocabulary, titles: TakenTitles) {
  if (listing) return isTaken(listing.title, titles) ? undefined : listing;
  const questions = row ? rowQuestions(row, context, vocabulary) : draft.questions;
  if (questions.length === 0) return undefined;
  const title = row ? rowTitle(row, context, titles) : writeTitle(draft.topic, draft.also, context, titles, vocabulary);
  return title === undefined ? undefined : { title, excerpts: row ? row.excerpts : draft.excerpts, questions };
}

/** Says so, or takes it. */
function isTaken(title: string, titles: TakenTitles): boolean {
  const key = title.toLowerCase();
  if (titles.has(key)) return true;
  titles.set(key, 1);
  return false;
}

function plainWordsOf({ draft }: Candidate, context: Context, titles: TakenTitles) {
  const words = draft && plainWords(draft, context, titles);
  return words && { ...words, excerpts: draft.excerpts };
}

function toPassage({ start, end, headings, page }: Passage): Passage {
  return { start, end, headings, ...(page === undefined ? {} : { page }) };
}
