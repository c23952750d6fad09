import type { Submission } from "./job-ports.ts";

/** A language model behind an endpoint that answers one question at a time. */
export interface LanguageModel {
  /** As its endpoint knows it. At most 200 characters. */
  readonly name: string;
  /**
   * Resolves to what it answers, whatever that is. Retries what may pass, within bounds of number and time. Rejects with
   * `unavailable` when the endpoint stays away, `denied` or `invalid`, naming the setting to change, when it never will
   * answer, and `cancelled` when the signal fires.
   */
  complete(question: ModelQuestion, signal: AbortSignal): Promise<Completion>;
}

export interface ModelQuestion {
  instructions: string;
  message: string;
  /** JSON schema of the answer, for endpoints that can hold a model to one. */
  answerSchema: Record<string, unknown>;
}

export interface Completion {
  /** At most 64 KiB; empty when the model refused, or wrote far more than it was asked for. */
  text: string;
  inputTokens: number;
  outputTokens: number;
  /** The endpoint did not report tokens: they are our count. */
  isEstimated: boolean;
}

/** One call that an endpoint answered: what is paid for. */
export interface ModelCall {
  /** UUID. */
  callId: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  isEstimated: boolean;
  /** Milliseconds since 1970. */
  time: number;
}

/** Answers that were paid for, so that nothing is paid for twice. Bounded: the least recently used go first. */
export interface AnswerStore {
  /** Undefined when the question was never answered, or too long ago. */
  findAnswer(key: string, now: number): Promise<string | undefined>;
  /** Those of the keys that have an answer. */
  answered(keys: readonly string[]): Promise<Set<string>>;
  /**
   * Keeps the answer, if it is final, notes the call as not yet recorded as usage, and puts what it took in place of what
   * was reserved for it: all or nothing. The same call again changes nothing.
   */
  keepAnswer(call: ModelCall, reserved: number, answer: { key: string; text: string } | undefined): Promise<void>;
}

/** Tokens that may be spent in a day (UTC), over all processes. Days are counted from 1970. */
export interface TokenBudget {
  /** Takes tokens out of the day's `limit`; false, and nothing is taken, when not so many are left. */
  reserveTokens(day: number, tokens: number, limit: number): Promise<boolean>;
  /** Gives back what was reserved for a call that was not answered and costs nothing. */
  releaseTokens(day: number, tokens: number): Promise<void>;
  spentTokens(day: number): Promise<number>;
}

/** Calls that are not yet known to whoever keeps the account of usage. */
export interface CallLog {
  /** Oldest first. */
  unrecordedCalls(limit: number): Promise<ModelCall[]>;
  /** Forgets calls that are recorded. */
  forgetCalls(callIds: readonly string[]): Promise<void>;
}

export type ModelStore = AnswerStore & TokenBudget & CallLog;

/** What a language model would take for a document that is not there yet. */
export interface Estimate {
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/** The language model in place of the rules, as whoever submits documents sees it. */
export interface ModelExtractor {
  /** Part of each document's content hash: what another model, or none, has read is read again. */
  readonly model: string;
  /** Of a million tokens, in the operator's currency. */
  readonly inputPrice: number | undefined;
  readonly outputPrice: number | undefined;
  /** Tokens that may be spent in a day (UTC). */
  readonly budgetTokens: number | undefined;
  /** Tokens spent today. */
  spentTokens(): Promise<number>;
  /** Calls whose answers are kept already are not counted. Rejects with `invalid` when the document cannot be read. */
  estimate(
    document: Omit<Submission, "batchId" | "originalHash" | "contentHash">,
    signal?: AbortSignal,
  ): Promise<Estimate>;
}
