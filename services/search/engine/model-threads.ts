import { DomainError } from "#kit/errors.ts";
import type { CosineScale } from "../embedding/cosine-scale.ts";
import type { ModelChoice } from "../embedding/model-choice.ts";
import type { Purpose } from "../embedding/open-embedder.ts";
import type { IndexedDocument, PackedDocument } from "../ports.ts";
import type { CodedVectors } from "./document-codec.ts";
import type { ModelAnswer, ModelTask, ModelThreadData } from "./model-thread.ts";
import { openThread } from "./thread.ts";

/** An embedding model in a thread of its own, which starts and loads the model at the first call. */
export interface ModelThread extends AsyncDisposable {
  /** `model`: the name under which its tokens are accounted. */
  describe(signal?: AbortSignal): Promise<{ model: string; fingerprint: string; dim: number }>;
  /** How its cosines lie, measured with some short texts. */
  cosines(signal?: AbortSignal): Promise<CosineScale>;
  query(text: string, signal?: AbortSignal): Promise<{ vector: Float32Array; inputTokens: number }>;
  document(
    document: IndexedDocument | PackedDocument,
    signal?: AbortSignal,
  ): Promise<{ vectors: CodedVectors; inputTokens: number }>;
}

/** Every call rejects with a sentence that says what to do when the model cannot be used. */
export function openModelThread(model: ModelChoice, purpose: Purpose, dim?: number): ModelThread {
  let thread: ReturnType<typeof open> | undefined;
  let isClosed = false;
  const open = () =>
    openThread<ModelTask, ModelAnswer>(
      new URL("./model-thread.ts", import.meta.url),
      {
        model,
        purpose,
        dim,
      } satisfies ModelThreadData,
      {
        // The next call starts another.
        end: () => {
          thread = undefined;
        },
      },
    );
  async function ask<Kind extends ModelAnswer["kind"]>(
    task: ModelTask,
    kind: Kind,
    signal?: AbortSignal,
  ): Promise<Extract<ModelAnswer, { kind: Kind }>> {
    if (isClosed) throw new DomainError("unavailable", "the index is closed");
    thread ??= open();
    const given = await thread.ask(task, signal);
    const isAsked = (one: ModelAnswer): one is Extract<ModelAnswer, { kind: Kind }> => one.kind === kind;
    if (!isAsked(given)) throw new DomainError("internal", `the embedding thread answered ${given.kind}, not ${kind}`);
    return given;
  }
  return {
    describe: (signal) => ask({ kind: "describe" }, "described", signal),
    cosines: async (signal) => (await ask({ kind: "cosines" }, "measured", signal)).cosines,
    query: (text, signal) => ask({ kind: "query", text }, "query", signal),
    document: (document, signal) => ask({ kind: "document", document }, "document", signal),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await thread?.[Symbol.asyncDispose]();
    },
  };
}
