import { setImmediate as nextTurn } from "node:timers/promises";
import { DomainError } from "#kit/errors.ts";
import type { Question } from "../extract-with-model/extract-with-model.ts";
import type { AnswerStore, Estimate, ModelExtractor } from "../model-ports.ts";
import type { ThreadPool } from "./thread-pool.ts";

/** Questions looked at between two turns of others: some two milliseconds. */
const TURN_QUESTIONS = 40;

/** Estimates by doing what ingestion does, up to the calls: the questions are the ones that would be asked. */
export function createEstimator({
  model,
  pool,
  answers,
}: {
  model: string;
  pool: Pick<ThreadPool, "prepare">;
  answers: Pick<AnswerStore, "answered">;
}): ModelExtractor["estimate"] {
  return async (document, signal = new AbortController().signal) => {
    const { docId, documentUrl, mediaType, given, content } = document;
    const prepared = await pool.prepare({ docId, documentUrl, mediaType, given, content, model }, signal);
    if ("reason" in prepared) throw new DomainError("invalid", prepared.reason);
    const estimate: Estimate = { calls: 0, inputTokens: 0, outputTokens: 0 };
    for (let at = 0; at < prepared.questions.length; at += TURN_QUESTIONS) {
      // JSON that our own thread has written.
      const questions = prepared.questions
        .slice(at, at + TURN_QUESTIONS)
        .map((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as Question);
      const known = await answers.answered(questions.map(({ key }) => key));
      for (const { key, inputTokens, outputTokens } of questions) {
        if (known.has(key)) continue;
        estimate.calls += 1;
        estimate.inputTokens += inputTokens;
        estimate.outputTokens += outputTokens;
      }
      await nextTurn();
    }
    return estimate;
  };
}
