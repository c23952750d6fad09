import { z } from "zod";
import type { EmbeddingSettings } from "./embedding/model-choice.ts";

/** The settings of embedding models. */
export const embeddingConfig = z.object({
  EMBEDDING_MODEL: z
    .string()
    .optional()
    .describe(
      "`bundled`, a folder with `model.onnx` and its tokenizer, or the name of a model of EMBEDDING_URL, for a new index and for `insights reindex`; without it, the model that the index was made with, at first `bundled`",
    ),
  EMBEDDING_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .optional()
    .describe("OpenAI-compatible endpoint of embeddings, such as `https://api.example.org/v1`"),
  EMBEDDING_API_KEY: z.string().optional().describe("Key for EMBEDDING_URL"),
});

/** As the index takes them. `model`: named on the command line, in place of the one in the environment. */
export function toEmbedding(config: z.infer<typeof embeddingConfig>, model?: string): EmbeddingSettings {
  const { EMBEDDING_MODEL, EMBEDDING_URL, EMBEDDING_API_KEY } = config;
  return {
    name: model ?? EMBEDDING_MODEL,
    endpoint: EMBEDDING_URL === undefined ? undefined : { url: EMBEDDING_URL, apiKey: EMBEDDING_API_KEY },
  };
}
