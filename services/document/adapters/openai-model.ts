import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { z } from "zod";
import { AnswerTooLarge, createBoundedFetch } from "#kit/bounded-fetch.ts";
import { DomainError } from "#kit/errors.ts";
import { countTokens } from "../extract-with-model/count-tokens.ts";
import type { Completion, LanguageModel, ModelQuestion } from "../model-ports.ts";
import { createPatience, PassingFailure, type PatienceOptions } from "./patience.ts";
import { createSlots } from "./slots.ts";

export interface OpenAiModelOptions extends Partial<PatienceOptions> {
  /** Of the API, for example https://api.openai.com/v1. */
  url: string;
  model: string;
  /** A secret; undefined where the endpoint asks for none. */
  apiKey: string | undefined;
  /** Calls under way at a time. */
  concurrency: number;
  /** How long one call may take. */
  timeoutMs: number;
}

/** Tokens of one answer at most: five times what a good one has, room for a model that thinks aloud first. */
const MAX_OUTPUT_TOKENS = 12_000;
const MAX_ANSWER_LENGTH = 64 * 1024;
const MAX_TOKENS = 100_000_000;

type Request = Parameters<OpenAI["chat"]["completions"]["create"]>[0];

/**
 * What endpoints of different ages and makers take, best first. One that refuses a form (400, 422) is asked in the next,
 * and later ones begin there: which setting it was that it did not know is told by words that each maker chooses.
 */
const FORMS: ((question: ModelQuestion) => Partial<Request>)[] = [
  (question) => ({ ...schemaOf(question), max_completion_tokens: MAX_OUTPUT_TOKENS, temperature: 0 }),
  // Models that reason set their own temperature.
  (question) => ({ ...schemaOf(question), max_completion_tokens: MAX_OUTPUT_TOKENS }),
  (question) => ({ ...schemaOf(question), max_tokens: MAX_OUTPUT_TOKENS, temperature: 0 }),
  // Models with little room count the longest answer as if it were written.
  (question) => ({ ...schemaOf(question), temperature: 0 }),
  () => ({ response_format: { type: "json_object" }, max_tokens: MAX_OUTPUT_TOKENS, temperature: 0 }),
  () => ({ max_tokens: MAX_OUTPUT_TOKENS, temperature: 0 }),
  () => ({}),
];

const schemaOf = ({ answerSchema }: ModelQuestion): Partial<Request> => ({
  response_format: { type: "json_schema", json_schema: { name: "insights", strict: true, schema: answerSchema } },
});

/** Some makers give the words of an answer in parts. */
const contentShape = z.union([
  z.string(),
  z.array(z.object({ text: z.string().optional() })).transform((parts) => parts.map(({ text }) => text ?? "").join("")),
]);
const answerShape = z.object({
  choices: z.array(z.object({ message: z.object({ content: contentShape.nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(undefined),
});

/** What proxies send with status 200 when the endpoint behind them fails. */
const errorShape = z.object({
  error: z.object({ code: z.union([z.number(), z.string()]).nullish().catch(undefined) }),
});

/** Four times the longest answer that is read; of twice as much, made to be slow, JSON takes the event loop 15 ms. */
const boundedFetch = createBoundedFetch(256 * 1024, "manual");

/**
 * Runs once, without a network, what is loaded and compiled at its first use: 30 ms of the event loop that a process
 * spends better before it serves.
 */
export async function warmUpOpenAi(): Promise<void> {
  await (await boundedFetch("data:application/json,{}")).json();
  const answer = { choices: [{ message: { content: "{}" } }], usage: { prompt_tokens: 1, completion_tokens: 1 } };
  const fetch = async () => Response.json(answer);
  const client = new OpenAI({ ...NOT_OF_THE_ENVIRONMENT, baseURL: "http://127.0.0.1/v1", apiKey: "none", fetch });
  const question = { instructions: "", message: "", answerSchema: {} };
  const messages = [{ role: "user" as const, content: "" }];
  const given = await client.chat.completions.create({
    model: "none",
    messages,
    ...FORMS[0]?.(question),
    stream: false,
  });
  toCompletion(question, given);
}

/** Each value is given: the client would take what is missing from variables of its own. */
const NOT_OF_THE_ENVIRONMENT = {
  adminAPIKey: null,
  organization: null,
  project: null,
  webhookSecret: null,
  maxRetries: 0,
  logLevel: "off" as const,
};

/** A model behind any endpoint that speaks OpenAI's chat completions. */
export function createOpenAiModel(options: OpenAiModelOptions): LanguageModel {
  const { url, model, apiKey, concurrency, timeoutMs } = options;
  const client = new OpenAI({
    ...NOT_OF_THE_ENVIRONMENT,
    baseURL: url,
    apiKey: apiKey ?? "none",
    timeout: timeoutMs,
    fetch: boundedFetch,
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
  });
  const slots = createSlots(concurrency);
  const patience = createPatience({ totalMs: 2.5 * timeoutMs, ...options });
  let bestForm = 0;

  const call = async (question: ModelQuestion, signal: AbortSignal): Promise<unknown> => {
    const messages = [
      { role: "system" as const, content: question.instructions },
      { role: "user" as const, content: question.message },
    ];
    for (let form = bestForm; ; form += 1) {
      try {
        const answer: unknown = await client.chat.completions.create(
          { model, messages, ...FORMS[form]?.(question), stream: false },
          { signal },
        );
        bestForm = Math.max(bestForm, form);
        return answer;
      } catch (err) {
        if (!isFormRefused(err) || isFiltered(err) || form + 1 >= FORMS.length) throw err;
      }
    }
  };

  const once = async (question: ModelQuestion, signal: AbortSignal): Promise<Completion> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return toCompletion(question, await call(question, AbortSignal.any([signal, deadline])));
    } catch (err) {
      if (signal.aborted) throw new DomainError("cancelled", "The worker is stopping");
      if (causeOf(err) instanceof AnswerTooLarge) return unreadable(question);
      if (isFiltered(err)) return unanswered(question);
      if (err instanceof DomainError || err instanceof PassingFailure) throw err;
      // The client has a timer of its own, which may ring before ours does.
      throw failureOf(err, deadline.aborted || err instanceof APIConnectionTimeoutError);
    }
  };

  const failureOf = (err: unknown, isLate: boolean): PassingFailure | DomainError => {
    if (isLate) return new PassingFailure(`it did not answer within ${timeoutMs / 1_000} s (LLM_TIMEOUT_SECONDS)`);
    if (err instanceof APIConnectionError) return new PassingFailure("it cannot be reached");
    if (!(err instanceof APIError) || err.status === undefined) return new PassingFailure("it sent a broken answer");
    const { status, code } = err;
    if (status === 401) return refused("denied", `refuses the key (401): set LLM_API_KEY to a valid one`);
    if (status === 403) return refused("denied", `does not allow the model (403): check LLM_API_KEY and LLM_MODEL`);
    if (status === 402 || code === "insufficient_quota") {
      return refused("denied", `says that the account behind LLM_API_KEY has no credit left (${status})`);
    }
    if (status === 404) {
      return refused(
        "invalid",
        `knows no model "${model}" or no such path (404): check LLM_MODEL, and that LLM_URL ends before /chat/completions`,
      );
    }
    if (status >= 300 && status < 400) {
      return refused("invalid", `leads somewhere else (${status}): set LLM_URL to the address that it leads to`);
    }
    if (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500) {
      return new PassingFailure(`it answers with status ${status}`, waitOf(err));
    }
    if (isTooLong(err)) {
      return refused("invalid", `says that the question is too long (${status}): give the model room for 8,000 tokens`);
    }
    return refused(
      "invalid",
      `refuses the request in every form (${status}): check LLM_MODEL and LLM_URL, and that the model has room for 8,000 tokens`,
    );
  };

  return {
    name: model,
    complete: (question, signal) => slots.run(signal, () => patience.keepTrying(() => once(question, signal), signal)),
  };
}

const refused = (kind: "denied" | "invalid", what: string) =>
  new DomainError(kind, `The language model's endpoint (LLM_URL) ${what}. Nothing is lost: ingest the document again.`);

const isFormRefused = (err: unknown): boolean => err instanceof APIError && (err.status === 400 || err.status === 422);

/** What it takes for an attack or an offence in the text: the other parts of the document may be answered. */
const FILTERS: ReadonlySet<unknown> = new Set(["content_filter", "content_policy_violation", "invalid_prompt"]);
const isFiltered = (err: unknown): boolean => isFormRefused(err) && FILTERS.has((err as APIError).code);

/** As OpenAI and Azure say it, and as llama.cpp does. */
const isTooLong = ({ code, type }: APIError): boolean =>
  code === "context_length_exceeded" || type === "exceed_context_size_error";

function causeOf(err: unknown): unknown {
  let cause = err;
  for (let depth = 0; depth < 4 && cause instanceof Error && !(cause instanceof AnswerTooLarge); depth += 1) {
    cause = cause.cause;
  }
  return cause;
}

/** What "Retry-After" asks for, in seconds or as a date (RFC 9110, 10.2.3). */
function waitOf({ headers }: APIError): number | undefined {
  const asked = headers?.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(asked)) return Number(asked) * 1_000;
  const date = Date.parse(asked);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function toCompletion(question: ModelQuestion, given: unknown): Completion {
  const answer = typeof given === "string" ? fromText(given) : given;
  const read = answerShape.safeParse(answer);
  if (!read.success) {
    const { data: failed } = errorShape.safeParse(answer);
    if (failed) {
      const code = failed.error.code === undefined || failed.error.code === null ? "" : ` ${failed.error.code}`;
      throw new PassingFailure(`it answers with status 200 and the error${code.slice(0, 40)} in it`);
    }
    throw refused("invalid", "answers with something that is no chat completion: check LLM_URL");
  }
  const { choices, usage } = read.data;
  const whole = choices[0]?.message.content ?? "";
  const text = whole.slice(0, MAX_ANSWER_LENGTH).toWellFormed();
  if (usage && isCount(usage.prompt_tokens) && isCount(usage.completion_tokens) && usage.prompt_tokens > 0) {
    return { text, inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens, isEstimated: false };
  }
  return { text, inputTokens: inputOf(question), outputTokens: countTokens(text), isEstimated: true };
}

/** JSON that was sent as another type of content; undefined where it is none. */
function fromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An answer that is far longer than was asked for is not read; it is paid for as the most that was allowed. */
const unreadable = (question: ModelQuestion): Completion => ({
  text: "",
  inputTokens: inputOf(question),
  outputTokens: MAX_OUTPUT_TOKENS,
  isEstimated: true,
});

/** A question that a filter held back has been read, and is paid for at some makers. */
const unanswered = (question: ModelQuestion): Completion => ({
  text: "",
  inputTokens: inputOf(question),
  outputTokens: 0,
  isEstimated: true,
});

const inputOf = ({ instructions, message }: ModelQuestion) => countTokens(instructions) + countTokens(message);
const isCount = (tokens: number) => Number.isInteger(tokens) && tokens >= 0 && tokens <= MAX_TOKENS;
