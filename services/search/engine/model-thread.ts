import { parentPort, workerData } from "node:worker_threads";
import { spelledOut } from "../analysis/spelled-out.ts";
import { unpacked } from "../checked-document.ts";
import type { CosineScale } from "../embedding/cosine-scale.ts";
import { measureAnchors, SAME_SCALE, scaleOf } from "../embedding/cosine-scale.ts";
import type { ModelChoice } from "../embedding/model-choice.ts";
import { openEmbedder, type Purpose } from "../embedding/open-embedder.ts";
import type { IndexedDocument, PackedDocument } from "../ports.ts";
import { embedDocument } from "./analyse-document.ts";
import type { CodedVectors } from "./document-codec.ts";
import { serveThread } from "./thread.ts";

/** A thread that embeds with one model: computing must not hold up the event loop, nor the writer, nor searches. */
export interface ModelThreadData {
  model: ModelChoice;
  purpose: Purpose;
  /** Numbers in a vector, if that is known. */
  dim: number | undefined;
}

export type ModelTask =
  | { kind: "describe" }
  /** How the model's cosines lie; costs the tokens of some short texts. */
  | { kind: "cosines" }
  | { kind: "query"; text: string }
  | { kind: "document"; document: IndexedDocument | PackedDocument };

export type ModelAnswer =
  | { kind: "described"; model: string; fingerprint: string; dim: number }
  | { kind: "measured"; cosines: CosineScale }
  | { kind: "query"; vector: Float32Array; inputTokens: number }
  | { kind: "document"; vectors: CodedVectors; inputTokens: number };

const { model, purpose, dim } = workerData as ModelThreadData;
/** Opened by the first task, which is told why when it cannot be. */
let opening: ReturnType<typeof openEmbedder> | undefined;

serveThread<ModelTask, ModelAnswer>(parentPort, carryOut, { sideBySide: true });

async function carryOut(task: ModelTask, signal: AbortSignal): Promise<ModelAnswer> {
  opening ??= openEmbedder(model, purpose, dim).catch((err: unknown) => {
    // What is missing may be there the next time: an endpoint comes back.
    opening = undefined;
    throw err;
  });
  const embedder = await opening;
  switch (task.kind) {
    case "describe":
      return { kind: "described", model: embedder.model, fingerprint: embedder.fingerprint, dim: embedder.dim };
    case "cosines": {
      const cosines = model.kind === "bundled" ? SAME_SCALE : scaleOf(await measureAnchors(embedder, signal));
      return { kind: "measured", cosines };
    }
    case "query": {
      const { vectors, inputTokens } = await embedder.embed(
        [embedder.prompts.query + spelledOut(task.text).text],
        signal,
      );
      return { kind: "query", vector: vectors[0] ?? new Float32Array(embedder.dim), inputTokens };
    }
    case "document": {
      const { vectors, inputTokens } = await embedDocument(unpacked(task.document), embedder, signal);
      return { kind: "document", vectors: shared(vectors), inputTokens };
    }
  }
}

/** In shared memory: of a long filing they are megabytes, which the event loop would copy on their way to the writer. */
function shared({ dim, codes, scales }: CodedVectors): CodedVectors {
  const sharedCodes = new Int8Array(new SharedArrayBuffer(codes.byteLength));
  sharedCodes.set(codes);
  const sharedScales = new Float32Array(new SharedArrayBuffer(scales.byteLength));
  sharedScales.set(scales);
  return { dim, codes: sharedCodes, scales: sharedScales };
}
