import { z } from "zod";
import { wholeNumber } from "#kit/config.ts";
import { DomainError } from "#kit/errors.ts";

const price = z.coerce
  .number({ error: "must be a number, 0 or more" })
  .min(0, { error: "must be a number, 0 or more" });

/** The settings of a process that takes documents in: the language model, if there is one. */
export const modelConfig = z.object({
  LLM_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .optional()
    .describe(
      "Base URL of a language model's OpenAI-compatible API, such as https://api.openai.com/v1; unset: insights are made by rules",
    ),
  LLM_MODEL: z
    .string()
    .max(200, { error: "must have at most 200 characters" })
    .optional()
    .describe("Name of the model, as that API knows it; needed with LLM_URL"),
  LLM_API_KEY: z.string().optional().describe("Key for that API; a secret"),
  LLM_CONCURRENCY: wholeNumber(1, 64).default(4).describe("Calls of the language model under way at a time"),
  LLM_TIMEOUT_SECONDS: wholeNumber(1, 3_600).default(120).describe("How long one call of the language model may take"),
  LLM_BUDGET_TOKENS: wholeNumber(0, 1_000_000_000_000)
    .optional()
    .describe("Tokens, in and out, that the language model may take in a day (UTC); unset: as many as it takes"),
  LLM_INPUT_PRICE: price.optional().describe("Price of a million input tokens, in any currency, for estimates"),
  LLM_OUTPUT_PRICE: price.optional().describe("Price of a million output tokens, in the same currency"),
});
export type ModelConfig = z.infer<typeof modelConfig>;

/** Which model, where, and within which bounds. */
export interface ModelSettings {
  url: string;
  model: string;
  apiKey: string | undefined;
  concurrency: number;
  timeoutMs: number;
  budgetTokens: number | undefined;
}

/** Undefined when no model is set. Throws `invalid` when the settings contradict each other. */
export function modelSettings(config: ModelConfig): ModelSettings | undefined {
  const { LLM_URL: url, LLM_MODEL: model } = config;
  if (url === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined) {
    throw new DomainError(
      "invalid",
      "LLM_URL and LLM_MODEL belong together: set both, or neither to make insights by rules",
    );
  }
  const { username, password } = new URL(url);
  if (username !== "" || password !== "") {
    throw new DomainError("invalid", "LLM_URL holds a user name or password: give the key as LLM_API_KEY");
  }
  return {
    url: url.replace(/\/+$/, ""),
    model,
    apiKey: config.LLM_API_KEY,
    concurrency: config.LLM_CONCURRENCY,
    timeoutMs: config.LLM_TIMEOUT_SECONDS * 1_000,
    budgetTokens: config.LLM_BUDGET_TOKENS,
  };
}
