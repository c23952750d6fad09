import type { ColumnName } from "./columns.ts";
import type { KeywordFields } from "./keyword-field.ts";

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

/** Words of what an insight quotes. */
export const quotedWords = (columns: Read, row: number): Uint32Array =>
  fieldWords(columns, (columns.rowBounds[row] ?? 0) + EXCERPTS);

/** Words of a document's title, publisher, their other names and date. */
export const documentWords = (columns: Read, document: number): Uint32Array =>
  fieldWords(columns, columns.documentBounds[document] ?? 0);

/** Words of one question of an insight, from 0. */
export const questionWords = (columns: Read, row: number, question: number): Uint32Array =>
  fieldWords(columns, (columns.rowBounds[row] ?? 0) + QUESTIONS + question);
