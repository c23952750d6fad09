import { availableParallelism } from "node:os";
import { openBundledEmbedder } from "./bundled-embedder.ts";
import type { Embedder } from "./embedder.ts";
import type { ModelChoice } from "./model-choice.ts";

/** What is embedded: a query, which somebody waits for, or documents, many texts at a time. */
export type Purpose = "queries" | "documents";

/**
 * Opens the model. `dim`: numbers in its vectors, if that is known: an endpoint then need not answer yet. Rejects with
 * `invalid` or `unavailable` and a sentence that says what to do.
 */
export async function openEmbedder(model: ModelChoice, purpose: Purpose, dim?: number): Promise<Embedder> {
  switch (model.kind) {
    case "bundled":
      return openBundledEmbedder();
    case "onnx": {
      const { openOnnxEmbedder } = await import("./onnx-embedder.ts");
      return openOnnxEmbedder(model.folder, purpose === "queries" ? 1 : availableParallelism());
    }
    case "endpoint": {
      const { FOR_DOCUMENTS, FOR_QUERIES, openEndpointEmbedder } = await import("./endpoint-embedder.ts");
      const patience = purpose === "queries" ? FOR_QUERIES : FOR_DOCUMENTS;
      return openEndpointEmbedder({ name: model.name, endpoint: model.endpoint, patience, dim });
    }
  }
}
