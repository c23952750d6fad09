import type { ParsedDocument, Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";
import { MAX_EXCERPTS_LENGTH } from "../excerpts.ts";
import type { ExtractedInsight } from "../extraction.ts";
import { cutTitle, MAX_TITLE_WORDS, MIN_TITLE_WORDS, phraseOf, wordsOf } from "../grammar/shape.ts";
import { lowerStart, type Vocabulary } from "../grammar/vocabulary.ts";
import { oneLine, type PassageParts } from "../passages.ts";
import { isLabel, labelOf } from "../tables/table-labels.ts";
import { plainWords } from "./plain-words.ts";
import type { ProseCandidate } from "./prose-candidates.ts";
import { readReserve } from "./reserve.ts";
import { isTampered } from "./tampered.ts";
import { isGarbled } from "./whole.ts";

/** An insight before it has its place among the passages. */
export type Listing = Omit<ExtractedInsight, "passage">;

/** Labels that a finding names, and those that questions ask for. */
const MOST_LABELS = 8;
const MOST_ASKED = 3;
/** A row of more characters is shown by no excerpt. */
const LONGEST_ROW = 220;
const MOST_ROWS = 3;

/**
 * The one insight of a document for which no better one can be made, so that it is found at all: of its worthiest
 * sentence, else of what its tables list, else of how its longest passage begins. Undefined where that is not to be read.
 */
export function standIn(
  candidates: readonly ProseCandidate[],
  document: ParsedDocument,
  parts: readonly PassageParts[],
  context: Context,
  vocabulary: Vocabulary,
): ExtractedInsight | undefined {
  const worthiest = candidates.toSorted((a, b) => b.worth - a.worth)[0];
  if (worthiest) return ofSentence(worthiest, context);
  const listing = ofTables(document.text, parts, context, vocabulary);
  if (listing) return listing;
  const reserve = readReserve(document, parts, context, vocabulary)[0];
  return reserve ? ofSentence(reserve, context) : ofText(document.text, parts, context);
}

function ofSentence({ draft, passage }: ProseCandidate, context: Context): ExtractedInsight | undefined {
  const words = plainWords(draft, context);
  return words && { ...words, finding: draft.finding, excerpts: draft.excerpts, passage };
}

/** The table with the most named rows. */
function ofTables(
  text: string,
  parts: readonly PassageParts[],
  context: Context,
  vocabulary: Vocabulary,
): ExtractedInsight | undefined {
  let best = { passage: -1, rows: 0 };
  for (const [passage, part] of parts.entries()) {
    const rows = namedRows(text, part).length;
    if (rows > best.rows) best = { passage, rows };
  }
  const part = parts[best.passage];
  const listing = part && listingOf(text, part, [], context, vocabulary);
  return listing && { ...listing, passage: best.passage };
}

/**
 * What a table's passage lists, without its figures, which are not told where their columns are not understood. Rows of
 * which something is `said` stay out; undefined where fewer than two others have a name.
 */
export function listingOf(
  text: string,
  part: PassageParts,
  said: readonly Span[],
  context: Context,
  vocabulary: Vocabulary,
): Listing | undefined {
  const rows = namedRows(text, part).filter(
    (row) => !said.some(({ start, end }) => start < row.end && row.start < end),
  );
  if (rows.length < 2) return undefined;
  const labels = rows.map(({ label }) => lowerStart(label, vocabulary));
  const shown = labels.slice(0, MOST_LABELS);
  const last = shown.pop();
  const heading = part.headings.findLast((words) => !ONLY_UNIT.test(words)) ?? "";
  const called = isLabel(heading) && wordsOf(heading).length <= MAX_TITLE_WORDS ? heading : "";
  const lead = context.attribution === "" ? "" : `${context.attribution}: `;
  const table = called === "" ? "A table" : `A table under “${called}”`;
  const from = context.document || context.entity;
  return {
    title: titleOf([called, from, ...labels]),
    finding: `${lead}${table} lists ${shown.join(", ")} and ${last}.`,
    excerpts: excerptsOf(rows),
    questions: [
      ...labels.slice(0, MOST_ASKED).map((label) => `What does ${from || "the table"} list for ${label}?`),
      phraseOf([from, called, ...labels], labels),
    ],
  };
}

/** "(millions of crowns)", "Thousands of tonnes": a line over a table that names nothing. */
const ONLY_UNIT = /^(?:[([][^()[\]]*[)\]]|(?:in )?(?:thousands|millions|billions|per ?cent)\b.*)$/i;

/** How the longest passage begins, in its own words: a contract's clause, a list. */
function ofText(text: string, parts: readonly PassageParts[], context: Context): ExtractedInsight | undefined {
  const lengthOf = (at: number) => (parts[at]?.end ?? 0) - (parts[at]?.start ?? 0);
  const passage = parts.reduce((longest, _, at) => (lengthOf(at) > lengthOf(longest) ? at : longest), 0);
  const part = parts[passage];
  if (!part) return undefined;
  const excerpt = opening(text, part);
  const begins = oneLine(text.slice(excerpt.start, excerpt.end));
  if (isGarbled(begins) || isTampered(begins)) return undefined;
  const from = context.document || context.entity || "the document";
  const heading = part.headings.at(-1) ?? "";
  const under = heading === "" ? "" : ` under “${cutTitle(heading, MAX_TITLE_WORDS)}”`;
  const telling = (begins.match(/\p{L}[\p{L}-]{5,}/gu) ?? []).slice(0, MOST_LABELS);
  return {
    title: titleOf([...(heading === "" ? [] : [heading]), from, ...telling]),
    finding: `${from.charAt(0).toUpperCase()}${from.slice(1)} has a passage${under} that begins “${begins.replace(/[“”]/g, "'")} …”.`,
    excerpts: [excerpt],
    questions: [
      `What does ${from} say${heading === "" ? ` about ${telling[0] ?? "its subject"}` : under}?`,
      `What is stated in ${from}?`,
      phraseOf([from, ...telling], telling),
    ],
    passage,
  };
}

/** The first words of a passage, at most 40. */
function opening(text: string, { start, end }: Span): Span {
  const words = /^(?:\S{1,60}\s+){0,39}\S{1,60}/.exec(text.slice(start, Math.min(end, start + MAX_EXCERPTS_LENGTH)));
  return { start, end: start + (words?.[0].length ?? Math.min(end - start, LONGEST_ROW)) };
}

interface NamedRow extends Span {
  label: string;
}

/** The rows that have a name and a figure. */
function namedRows(text: string, part: PassageParts): NamedRow[] {
  const names = new Set<string>();
  return part.rows.flatMap(({ row, start, end }) => {
    const label = labelOf(text, row?.cells[0]);
    if (end - start > LONGEST_ROW || !isLabel(label) || names.has(label) || isTampered(label)) return [];
    if (!/\d/.test(oneLine(text.slice(row?.cells[1]?.start ?? end, end)))) return [];
    names.add(label);
    return [{ start, end, label }];
  });
}

function excerptsOf(rows: readonly NamedRow[]): Span[] {
  const spans = rows.slice(0, MOST_ROWS).map(({ start, end }) => ({ start, end }));
  const lengthOf = () => spans.reduce((sum, { start, end }) => sum + end - start, 0);
  while (lengthOf() > MAX_EXCERPTS_LENGTH) spans.pop();
  return spans;
}

/** As many of the parts as make a title of three words or more. */
function titleOf(parts: readonly string[]): string {
  let title = "";
  for (const part of parts) {
    if (wordsOf(title).length >= MIN_TITLE_WORDS) break;
    title = title === "" ? part : `${title}, ${part}`;
  }
  return cutTitle(title.charAt(0).toUpperCase() + title.slice(1), MAX_TITLE_WORDS);
}
