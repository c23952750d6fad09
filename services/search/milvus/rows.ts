import { hashOf } from "../analysis/word-hash.ts";
import type { AnalysedDocument, CodedVectors } from "../engine/document-codec.ts";
import { periodOf, toDayNumber } from "../engine/image.ts";
import { keywordField } from "../engine/keyword-field.ts";
import { bandsOf, FEWEST_WORDS } from "../engine/siblings.ts";
import type { IndexedDocument } from "../ports.ts";

/** An insight as the collection `insights_N` has it. The document is repeated with each: a search touches one store. */
export interface InsightRow {
  /** The version's key and the insight's place in it: see `rowOf`. */
  row: number;
  /** Of the version: what is not published, or was replaced, is left out of searches by it. */
  key: number;
  source: number;
  /** YYYYMMDD; 0 for none. */
  date: number;
  /** The keyword field, as the BM25 function is given it: words repeated by their weight, parted by blanks. */
  words: string;
  /** Insights that quote the same statement share one of these; 0 for a quote too short to tell. */
  band0: number;
  band1: number;
  /** JSON of a `Shown`. */
  shown: string;
  /** Analysed words of each field: document, passage, title, finding, excerpts, then each question; a line each. */
  fields: string;
}

/** A vector as the collection `vectors_N` has it. */
export interface VectorRow {
  row: number;
  key: number;
  source: number;
  date: number;
  /** -2: of the passage; -1: of title and finding; from 0: of that question. */
  part: number;
  vector: number[];
}

export const PASSAGE_PART = -2;
export const FINDING_PART = -1;

/** What an answer shows of an insight, and what a new collection is made of. */
export interface Shown {
  insightId: string;
  title: string;
  insight: string;
  excerpts: string[];
  questions: string[];
  passage: number;
  docId: string;
  docTitle: string;
  documentUrl: string;
  sourceName: string;
  publishedDate: string | null;
  /** Months of the document's period; absent where nothing says it. */
  period?: { first: number; last: number };
}

/** More than any document has insights; a version's key times this, plus the insight's place, stays a safe integer. */
const ROWS_A_VERSION = 2 ** 20;

export const rowOf = (key: number, ordinal: number): number => key * ROWS_A_VERSION + ordinal;

/** What Milvus takes in one text field, in bytes. */
const MOST_BYTES = 65_000;

export function toRows(
  document: IndexedDocument,
  analysed: AnalysedDocument,
  vectors: CodedVectors,
  { key, source }: { key: number; source: number },
): { insights: InsightRow[]; vectors: VectorRow[]; passages: string[] } {
  const { words, tokens, ends, passages } = analysed;
  const date = toDayNumber(document.publishedDate);
  const field = (at: number) =>
    Array.from(tokens.subarray(at === 0 ? 0 : ends[at - 1], ends[at]), (word) => words[word] ?? "");
  const head = field(0);
  const period = periodOf(analysed);
  const insights: InsightRow[] = [];
  const vectorRows: VectorRow[] = [];
  const vectorAt = (at: number) => decode(vectors, at);
  let fieldAt = 1 + passages;
  let at = passages;
  for (const [ordinal, insight] of document.insights.entries()) {
    const row = rowOf(key, ordinal);
    const own = { title: field(fieldAt), finding: field(fieldAt + 1), excerpts: field(fieldAt + 2) };
    const questions = insight.questions.map((_, question) => field(fieldAt + 3 + question));
    fieldAt += 3 + questions.length;
    const passage = field(1 + insight.passage);
    const said: string[] = [];
    keywordField({ ...own, questions: questions.flat(), passage, document: head }, (word) => said.push(word));
    const quoted = Uint32Array.from(own.excerpts, hashOf);
    const [band0 = 0, band1 = 0] = quoted.length < FEWEST_WORDS ? [] : bandsOf(quoted);
    insights.push({
      row,
      key,
      source,
      date,
      words: cut(said.join(" ")),
      band0,
      band1,
      shown: JSON.stringify({
        insightId: insight.insightId,
        title: insight.title,
        insight: insight.insight,
        excerpts: insight.excerpts,
        questions: insight.questions,
        passage: insight.passage,
        docId: document.docId,
        docTitle: document.title,
        documentUrl: document.documentUrl,
        sourceName: document.sourceName,
        publishedDate: document.publishedDate,
        ...(period ? { period } : {}),
      } satisfies Shown),
      fields: cut(
        [head, passage, own.title, own.finding, own.excerpts, ...questions].map((one) => one.join(" ")).join("\n"),
      ),
    });
    const add = (part: number, vector: number[]) => vectorRows.push({ row, key, source, date, part, vector });
    add(PASSAGE_PART, vectorAt(insight.passage));
    add(FINDING_PART, vectorAt(at++));
    for (const question of questions.keys()) add(question, vectorAt(at++));
  }
  return { insights, vectors: vectorRows, passages: document.passages };
}

function decode({ dim, codes, scales }: CodedVectors, at: number): number[] {
  const scale = scales[at] ?? 0;
  return Array.from(codes.subarray(at * dim, (at + 1) * dim), (code) => code * scale);
}

/** The words of a text that Milvus takes: a passage of many pages is cut at a word. */
function cut(text: string): string {
  if (text.length * 3 <= MOST_BYTES || Buffer.byteLength(text) <= MOST_BYTES) return text;
  let end = MOST_BYTES / 3;
  while (end > 0 && text[end] !== " " && text[end] !== "\n") end -= 1;
  return text.slice(0, end);
}
