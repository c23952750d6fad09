import { randomUUID } from "node:crypto";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import type { Question } from "../extract-with-model/extract-with-model.ts";
import { ANSWER_JSON_SCHEMA, INSTRUCTIONS } from "../extract-with-model/prompt.ts";
import { readAnswer } from "../extract-with-model/read-answer.ts";
import { uuidOf } from "../identity.ts";
import type { LanguageModel, ModelCall, ModelStore } from "../model-ports.ts";
import type { UsageRecorder } from "../ports.ts";

export interface AskerOptions {
  model: LanguageModel;
  store: ModelStore;
  usage: UsageRecorder;
  clock: Clock;
  log: Logger;
  /** Calls that the model takes at a time. */
  concurrency: number;
  /** Tokens that may be spent in a day (UTC), in and out; undefined: as many as it takes. */
  budgetTokens: number | undefined;
}

/** Puts a document's questions to a model, through what is remembered, paid for and allowed. */
export interface Asker {
  readonly model: string;
  /** Calls under way at a time, over all documents. */
  readonly concurrency: number;
  /**
   * One answer for each question, as the model wrote it. What was answered before is not asked again; whatever ends this
   * early, the answers so far are kept. Rejects with `exhausted` when the day's budget is used up, and as the model does.
   */
  answers(questions: readonly Uint8Array[], signal: AbortSignal): Promise<Uint8Array[]>;
}

const DAY_MS = 86_400_000;
/** A model that writes something unreadable gets another chance: the next answer is often another one. */
const TRIES = 2;

export function createAsker(options: AskerOptions): Asker {
  const { model, store, usage, clock, log, concurrency, budgetTokens } = options;

  const ask = async (question: Question, signal: AbortSignal): Promise<string> => {
    const known = await store.findAnswer(question.key, clock.now());
    if (known !== undefined) return known;
    for (let attempt = 1; ; attempt += 1) {
      const { text, call, reserved } = await askOnce(question, signal);
      const isFinal = attempt >= TRIES || readAnswer(text) !== undefined;
      await store.keepAnswer(call, reserved, isFinal ? { key: question.key, text } : undefined);
      await recordCalls();
      if (isFinal) return text;
    }
  };

  const askOnce = async (question: Question, signal: AbortSignal) => {
    const time = clock.now();
    const day = Math.floor(time / DAY_MS);
    const reserved = question.inputTokens + question.outputTokens;
    if (!(await store.reserveTokens(day, reserved, budgetTokens ?? Number.MAX_SAFE_INTEGER))) {
      throw new DomainError("exhausted", usedUp(budgetTokens ?? 0, await store.spentTokens(day)));
    }
    try {
      const { text, ...tokens } = await model.complete(
        { instructions: INSTRUCTIONS, message: question.message, answerSchema: ANSWER_JSON_SCHEMA },
        signal,
      );
      return { text, reserved, call: { callId: randomUUID(), model: model.name, time, ...tokens } };
    } catch (err) {
      await store.releaseTokens(day, reserved);
      throw err;
    }
  };

  // One after the other: what one run records, the next finds forgotten.
  let recording: Promise<void> = Promise.resolve();
  const recordCalls = (): Promise<void> => {
    recording = recording.catch(() => undefined).then(recordAll);
    return recording;
  };
  const recordAll = async () => {
    for (;;) {
      const calls = await store.unrecordedCalls(CALLS_AT_A_TIME);
      if (calls.length === 0) return;
      for (const call of calls) await usage.record(toUsage(call));
      await store.forgetCalls(calls.map(({ callId }) => callId));
    }
  };
  // Those of a process that was killed between an answer and its record.
  recordCalls().catch((err) => log.warn({ err }, "calls of the language model are not recorded yet"));

  return {
    model: model.name,
    concurrency,
    async answers(questions, signal) {
      const answers: Uint8Array[] = new Array(questions.length);
      let next = 0;
      // After the first failure no other question is asked. Calls under way go on: they are paid for, and their answers kept.
      let isFailed = false;
      const askInTurn = async () => {
        for (let at = next++; at < questions.length && !isFailed; at = next++) {
          // JSON that our own thread has just written.
          const question = JSON.parse(new TextDecoder().decode(questions[at])) as Question;
          answers[at] = new TextEncoder().encode(await ask(question, signal));
        }
      };
      const lanes = Array.from({ length: Math.min(concurrency, questions.length) }, () =>
        askInTurn().catch((err) => {
          isFailed = true;
          throw err;
        }),
      );
      const settled = await Promise.allSettled(lanes);
      const failed = settled.find((lane) => lane.status === "rejected");
      if (failed) throw failed.reason;
      return answers;
    },
  };
}

const CALLS_AT_A_TIME = 200;

const usedUp = (budget: number, spent: number): string =>
  `The budget of ${budget} tokens a day for the language model (LLM_BUDGET_TOKENS) has no room for the next call: ${spent} are spent. ` +
  "The answers so far are kept: raise it, or ingest the document again after 00:00 UTC, and it goes on from here";

/** A call is an operation of its own, so that it counts once whatever becomes of its document. */
const toUsage = ({ callId, model, inputTokens, outputTokens, isEstimated, time }: ModelCall) => ({
  eventId: callId,
  keyId: null,
  operation: "extract" as const,
  time,
  tokens: [
    {
      eventId: uuidOf(callId, "tokens"),
      model: isEstimated ? `${model} (estimated)` : model,
      inputTokens,
      outputTokens,
    },
  ],
});
