import { z } from "zod";
import { serviceAddress } from "#kit/grpc/addresses.ts";
import { pem } from "#kit/grpc/tls.ts";
import { mysqlConfig } from "#kit/mysql/config.ts";
import { serviceConfig } from "#kit/service.ts";
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

/** The settings of the search service as a process of its own. */
export const searchServiceConfig = z.object({
  ...serviceConfig.shape,
  ...mysqlConfig.shape,
  MILVUS_ADDRESS: serviceAddress("Milvus").describe("Milvus 2.5: HOST:PORT"),
  MILVUS_TOKEN: z.string().optional().describe("USER:PASSWORD or API key for it, a secret; unset: it asks for none"),
  MILVUS_TLS_CA: pem("the authority of Milvus' certificate, for TLS (without it plain text)"),
  ACCOUNT_ADDRESS: serviceAddress("account"),
  ...embeddingConfig.shape,
});

/** As the index takes them. `model`: named on the command line, in place of the one in the environment. */
export function toEmbedding(config: z.infer<typeof embeddingConfig>, model?: string): EmbeddingSettings {
  const { EMBEDDING_MODEL, EMBEDDING_URL, EMBEDDING_API_KEY } = config;
  return {
    name: model ?? EMBEDDING_MODEL,
    endpoint: EMBEDDING_URL === undefined ? undefined : { url: EMBEDDING_URL, apiKey: EMBEDDING_API_KEY },
  };
}
