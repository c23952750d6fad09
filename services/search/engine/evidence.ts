import type { Match } from "../ports.ts";
import type { Candidate } from "../ranking/candidate.ts";
import { fieldsOf, questionWords } from "./fields.ts";
import type { Kernel } from "./kernel.ts";
import type { View } from "./view.ts";

/** All that the ranking wants to know of one row. The kernel holds the query. */
export function gatherEvidence(view: View, kernel: Kernel, row: number, bm25: number): Candidate {
  const { columns } = view;
  const own = columns.rowVector[row] ?? 0;
  const questions = columns.rowQuestions[row] ?? 0;
  const passage = columns.passageVector[columns.rowPassage[row] ?? 0] ?? 0;
  let best = -1;
  let bestQuestion = 0;
  for (let question = 0; question < questions; question++) {
    const cosine = kernel.cosine(own + 1 + question);
    if (best >= 0 && cosine <= bestQuestion) continue;
    best = question;
    bestQuestion = cosine;
  }
  const { title, finding, excerpts, passage: context, document } = fieldsOf(columns, row);
  return {
    cosine: { finding: kernel.cosine(own), bestQuestion, passage: kernel.cosine(passage) },
    bm25,
    title,
    finding,
    excerpts,
    bestQuestion: best < 0 ? [] : questionWords(columns, row, best),
    passage: context,
    document,
  };
}

/** A lower cosine is what texts of one field have with each other anyway. */
const TELLING_COSINE = 0.35;

/** What was nearest to the query, by absolute measure, so that no filter changes it. */
export function nearestPart({ cosine }: Candidate): Match {
  const best = Math.max(cosine.finding, cosine.bestQuestion, cosine.passage);
  if (best < TELLING_COSINE) return "words";
  if (best === cosine.finding) return "finding";
  return best === cosine.bestQuestion ? "question" : "passage";
}
