import type { Period } from "../analysis/periods.ts";
import { toScale } from "../embedding/cosine-scale.ts";
import type { Match } from "../ports.ts";
import type { Candidate } from "../ranking/candidate.ts";
import { nearest } from "../ranking/rank.ts";
import type { Columns } from "./columns.ts";
import { fieldsOf, questionWords } from "./fields.ts";
import type { Kernel } from "./kernel.ts";
import type { View } from "./view.ts";

/** Cosines of the query with the vectors of a row; `question` is the nearest of its questions, -1 when it has none. */
export interface RowCosines {
  finding: number;
  bestQuestion: number;
  passage: number;
  question: number;
}

/** The kernel holds the query. Cosines are on the scale that the score knows. */
export function cosinesOf({ columns, cosines }: View, kernel: Kernel, row: number): RowCosines {
  const cosineOf = (vector: number) => toScale(kernel.cosine(vector), cosines);
  const own = columns.rowVector[row] ?? 0;
  const questions = columns.rowQuestions[row] ?? 0;
  const passage = columns.passageVector[columns.rowPassage[row] ?? 0] ?? 0;
  let best = -1;
  let bestQuestion = 0;
  for (let question = 0; question < questions; question++) {
    const cosine = cosineOf(own + 1 + question);
    if (best >= 0 && cosine <= bestQuestion) continue;
    best = question;
    bestQuestion = cosine;
  }
  return { finding: cosineOf(own), bestQuestion, passage: cosineOf(passage), question: best };
}

/** What a document is of; undefined when nothing says it. */
export function periodOf(columns: Columns, document: number): Period | undefined {
  const first = columns.documentFirstMonth[document] ?? 0;
  return first === 0 ? undefined : { first, last: columns.documentLastMonth[document] ?? first };
}

/** All that the ranking wants to know of one row. */
export function evidenceOf(
  { columns }: View,
  row: number,
  { bm25, cosines, betterSiblings }: { bm25: number; cosines: RowCosines; betterSiblings: number },
): Candidate {
  const { title, finding, excerpts, passage, document } = fieldsOf(columns, row);
  return {
    cosine: cosines,
    bm25,
    title,
    finding,
    excerpts,
    bestQuestion: cosines.question < 0 ? [] : questionWords(columns, row, cosines.question),
    passage,
    document,
    period: periodOf(columns, columns.rowDocument[row] ?? 0),
    betterSiblings,
  };
}

/** A lower cosine is what texts of one field have with each other anyway. */
const TELLING_COSINE = 0.35;

/** What was nearest to the query, by absolute measure, so that no filter changes it. */
export function nearestPart({ cosine }: Candidate): Match {
  const best = nearest(cosine);
  if (best < TELLING_COSINE) return "words";
  if (best === cosine.finding) return "finding";
  return best === cosine.bestQuestion ? "question" : "passage";
}
