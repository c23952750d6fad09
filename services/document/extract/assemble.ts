import type { Context } from "./context.ts";
import type { Draft } from "./draft.ts";
import type { ExtractedInsight, Passage } from "./extraction.ts";
import type { Vocabulary } from "./grammar/vocabulary.ts";
import { plainWords, themeWords } from "./prose/plain-words.ts";
import { WORTH_FINDING } from "./prose/select.ts";
import type { Listing } from "./prose/stand-in.ts";
import { widen } from "./prose/widen.ts";
import { createRepeats } from "./repeats.ts";
import type { RowFact } from "./tables/row-fact.ts";
import { rowSentence } from "./tables/table-sentence.ts";
import { rowQuestions, rowTitle } from "./tables/table-words.ts";
import { writeTitle } from "./titles/title.ts";
import type { TakenTitles } from "./titles/title-taken.ts";

/** What may become an insight: a draft of prose, a row of a table, what a table lists. */
export type Candidate = { passage: number; worth: number } & (
  | { draft: Draft; row?: never; listing?: never }
  | { row: RowFact; draft?: never; listing?: never }
  | { listing: Listing; draft?: never; row?: never }
);

/** "passages": the worthiest of each passage that has nothing better. */
type Spare = "none" | "passages" | "all";

/** What all insights of a document are written with. */
interface Writing {
  context: Context;
  vocabulary: Vocabulary;
  /** Which statements stay, with plain words, for which no better can be made. */
  spare: Spare;
}

interface Written {
  candidate: Candidate;
  finding: string;
  /** Undefined where no good ones can be made. */
  words: Words | undefined;
  /** Its title hardly tells of what it is: an insight only of a document that has none better. */
  isPoor: boolean;
}

type Words = Pick<ExtractedInsight, "title" | "excerpts" | "questions">;

/**
 * Writes the insights of what was chosen, in order, drops a finding that was there already, and keeps the passages that have
 * one. What has no good title or questions stays only as `spare` says.
 */
export function assemble(chosen: readonly Candidate[], parts: readonly Passage[], writing: Writing) {
  const titles: TakenTitles = new Map();
  const all = write(chosen, writing, titles);
  const written = all.some(({ words, isPoor }) => words && !isPoor) ? all.filter(({ isPoor }) => !isPoor) : all;
  const spared = sparedOf(written, writing.spare);
  const numbers = new Map<number, number>();
  const passages: Passage[] = [];
  const insights: ExtractedInsight[] = [];
  for (const one of written) {
    const { candidate, finding } = one;
    const part = parts[candidate.passage];
    const words = one.words ?? (spared.has(one) ? plainWordsOf(candidate, writing, titles) : undefined);
    if (!words || !part) continue;
    const passage = numbers.get(candidate.passage) ?? passages.length;
    if (passage === passages.length) passages.push(toPassage(part));
    numbers.set(candidate.passage, passage);
    insights.push({ ...words, finding, passage });
  }
  return { passages: widen(passages, parts, numbers), insights };
}

function write(chosen: readonly Candidate[], { context, vocabulary }: Writing, titles: TakenTitles): Written[] {
  const findings = new Set<string>();
  const isRepeated = createRepeats();
  const written: Written[] = [];
  for (const candidate of chosen) {
    const finding = findingOf(candidate, context);
    const key = finding.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
    // Rows differ in little but their figures; sentences that do say the same.
    if (findings.has(key) || (candidate.draft && isRepeated(candidate.draft.said))) continue;
    findings.add(key);
    written.push({ candidate, finding, isPoor: false, ...wordsOf(candidate, context, vocabulary, titles) });
  }
  return written;
}

function sparedOf(written: readonly Written[], spare: Spare): ReadonlySet<Written> {
  const left = spare === "none" ? [] : written.filter(({ words, candidate }) => !words && candidate.draft);
  if (spare === "all") return new Set(left);
  const hasOne = new Set(written.flatMap(({ words, candidate }) => (words ? [candidate.passage] : [])));
  const best = new Map<number, Written>();
  for (const one of left) {
    const { passage, worth } = one.candidate;
    const least = best.get(passage)?.candidate.worth ?? WORTH_FINDING;
    if (!hasOne.has(passage) && worth > least) best.set(passage, one);
  }
  return new Set(best.values());
}

function findingOf({ draft, row, listing }: Candidate, context: Context): string {
  if (draft) return draft.finding;
  if (listing) return listing.finding;
  const sentence = rowSentence(row, context);
  return context.attribution === "" ? sentence : `${context.attribution}: ${sentence}`;
}

/** Title, excerpts and questions, or none where no good ones can be made. */
function wordsOf(
  { draft, row, listing }: Candidate,
  context: Context,
  vocabulary: Vocabulary,
  titles: TakenTitles,
): { words: Words | undefined; isPoor?: boolean } {
  if (listing) return { words: isTaken(listing.title, titles) ? undefined : listing };
  const questions = row ? rowQuestions(row, context, vocabulary) : draft.questions;
  if (questions.length === 0) return { words: undefined };
  if (row) {
    const title = rowTitle(row, context, titles);
    return { words: title === undefined ? undefined : { title, excerpts: row.excerpts, questions } };
  }
  const written = writeTitle(draft.topic, draft.also, context, draft.said, titles);
  if (written === undefined) return { words: undefined };
  return { words: { title: written.title, excerpts: draft.excerpts, questions }, isPoor: written.isPoor };
}

/** Says so, or takes it. */
function isTaken(title: string, titles: TakenTitles): boolean {
  const key = title.toLowerCase();
  if (titles.has(key)) return true;
  titles.set(key, 1);
  return false;
}

function plainWordsOf({ draft }: Candidate, { context, spare }: Writing, titles: TakenTitles): Words | undefined {
  const words = draft && (spare === "all" ? plainWords : themeWords)(draft, context, titles);
  return words && { ...words, excerpts: draft.excerpts };
}

export function toPassage({ start, end, headings, page }: Passage): Passage {
  return { start, end, headings, ...(page === undefined ? {} : { page }) };
}
