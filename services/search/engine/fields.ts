import type { ColumnName } from "./columns.ts";
import { KEYWORD_REPEATS, type KeywordFields } from "./keyword-field.ts";

/** Columns of a finished view, or of the writer. */
type Read = Record<ColumnName, Uint32Array>;

/** Words of the field whose first bound is `bound`, and of `count - 1` fields after it. */
export function fieldWords({ tokens, bounds }: Read, bound: number, count = 1): Uint32Array {
  return tokens.subarray(bounds[bound], bounds[bound + count]);
}

/** Positions of an insight's fields after its first bound. */
const TITLE = 0;
const FINDING = 1;
const EXCERPTS = 2;
const QUESTIONS = 3;

/** Dictionary numbers of all that an insight is found by. */
export function fieldsOf(columns: Read, row: number): KeywordFields<number> {
  const bound = columns.rowBounds[row] ?? 0;
  const passage = columns.rowPassage[row] ?? 0;
  const document = columns.rowDocument[row] ?? 0;
  return {
    title: fieldWords(columns, bound + TITLE),
    finding: fieldWords(columns, bound + FINDING),
    excerpts: fieldWords(columns, bound + EXCERPTS),
    questions: fieldWords(columns, bound + QUESTIONS, columns.rowQuestions[row]),
    passage: fieldWords(columns, columns.passageBounds[passage] ?? 0),
    document: fieldWords(columns, columns.documentBounds[document] ?? 0),
  };
}

/** Where in `tokens` the fields of an insight lie, in the order of `KEYWORD_REPEATS`, and how often each counts. */
export function keywordRanges(
  { bounds, rowBounds, rowQuestions, rowPassage, rowDocument, passageBounds, documentBounds }: Read,
  row: number,
  visit: (start: number, end: number, repeats: number) => void,
): void {
  const at = (bound: number) => bounds[bound] ?? 0;
  const own = rowBounds[row] ?? 0;
  const context = passageBounds[rowPassage[row] ?? 0] ?? 0;
  const head = documentBounds[rowDocument[row] ?? 0] ?? 0;
  const asked = own + QUESTIONS + (rowQuestions[row] ?? 0);
  const { title, finding, excerpts, questions, passage, document } = KEYWORD_REPEATS;
  visit(at(own + TITLE), at(own + FINDING), title);
  visit(at(own + FINDING), at(own + EXCERPTS), finding);
  visit(at(own + EXCERPTS), at(own + QUESTIONS), excerpts);
  visit(at(own + QUESTIONS), at(asked), questions);
  visit(at(context), at(context + 1), passage);
  visit(at(head), at(head + 1), document);
}

/** Words of what an insight quotes. */
export const quotedWords = (columns: Read, row: number): Uint32Array =>
  fieldWords(columns, (columns.rowBounds[row] ?? 0) + EXCERPTS);

/** Words of a document's title, publisher, their other names and date. */
export const documentWords = (columns: Read, document: number): Uint32Array =>
  fieldWords(columns, columns.documentBounds[document] ?? 0);

/** Words of one question of an insight, from 0. */
export const questionWords = (columns: Read, row: number, question: number): Uint32Array =>
  fieldWords(columns, (columns.rowBounds[row] ?? 0) + QUESTIONS + question);
