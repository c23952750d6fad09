import { DomainError } from "#kit/errors.ts";
import { type ModelChoice, nameOf } from "../embedding/model-choice.ts";
import type { IndexedDocument, PackedDocument, ReindexProgress, ReindexRequest } from "../ports.ts";
import type { Collection } from "./collections.ts";
import type { Indexer } from "./indexer.ts";
import { openServedModel, type ServedModel } from "./served-model.ts";
import type { Progress } from "./stored-documents.ts";
import type { View } from "./view.ts";

/** How long one call works, if no document takes longer. */
const STEP_MS = 2_000;
/** A run that has not called for so long has ended, and another may go on with what it did. */
const RUN_PATIENCE_MS = 5_000;

/** As `InsightIndex.reindex`, over the thread that writes and the model that is to be used. */
export interface Reindexing extends AsyncDisposable {
  step(request: ReindexRequest, signal?: AbortSignal): Promise<ReindexProgress>;
  /**
   * While a run is at it, makes the vectors of a document that was just staged for the new index too: the work that is left
   * only becomes less then, however fast documents come.
   */
  staged(document: IndexedDocument | PackedDocument, signal?: AbortSignal): Promise<void>;
}

/** `modelFor` says which model is meant; `activate` shows the new columns to all searches, and owns the model from then on. */
export function createReindexing(deps: {
  indexer: Indexer;
  modelFor(asked: string | undefined, active: Collection | undefined): ModelChoice;
  activate(served: ServedModel, view: View): Promise<void>;
}): Reindexing {
  const { indexer, modelFor, activate } = deps;
  /** The model of the run before, kept for the next call: it takes a moment to load. */
  let held: ServedModel | undefined;
  /** Number of the collection that is being built. */
  let building = 0;
  /** Tokens that documents cost which came meanwhile; the next call reports them. */
  let tokensMeanwhile = 0;
  let lastRun = "";
  let lastMs = Number.NEGATIVE_INFINITY;
  let isWorking = false;

  const open = async (choice: ModelChoice, signal: AbortSignal | undefined) => {
    if (held && JSON.stringify(held.choice) === JSON.stringify(choice)) return held;
    await held?.[Symbol.asyncDispose]();
    held = undefined;
    held = await openServedModel(choice, undefined, signal);
    return held;
  };

  const work = async ({ model, run }: ReindexRequest, signal: AbortSignal | undefined): Promise<ReindexProgress> => {
    const { collection } = await indexer.ask({ kind: "active" }, "active");
    // The answer to the call that ended it was lost.
    if (collection?.run === run) return finished(collection.name, { model: "", inputTokens: 0 });
    const served = await open(modelFor(model, collection), signal);
    const name = nameOf(served.choice);
    const begun = await indexer.ask({ kind: "build", model: served.model, run }, "building");
    let { progress } = begun;
    building = begun.collection;
    const embedding = { model: served.accountedAs, inputTokens: tokensMeanwhile };
    tokensMeanwhile = 0;
    const until = performance.now() + STEP_MS;
    for (let after = 0; performance.now() < until; ) {
      if (signal?.aborted) throw new DomainError("cancelled", "The caller left before the answer");
      const missing = await indexer.ask({ kind: "missing", after }, "missing");
      progress = missing.progress;
      if (!missing.next) {
        const { view } = await indexer.ask({ kind: "activate" }, "activated");
        // A document came meanwhile.
        after = 0;
        if (!view) continue;
        held = undefined;
        building = 0;
        await activate(served, view);
        await indexer.ask({ kind: "drop" }, "done");
        return { ...finished(name, embedding), ...counts(progress) };
      }
      const { key, document } = missing.next;
      const { vectors, inputTokens } = await served.documents.document(document, signal);
      embedding.inputTokens += inputTokens;
      await indexer.ask({ kind: "fill", collection: building, document, vectors }, "done");
      after = key;
    }
    return { isDone: false, model: name, embedding, ...counts(progress) };
  };

  return {
    async step(request, signal) {
      const isOther = request.run !== lastRun && performance.now() - lastMs < RUN_PATIENCE_MS;
      if (isWorking || isOther) {
        throw new DomainError(
          "conflict",
          "the index is being made anew already: wait for that, or try again in a moment",
        );
      }
      isWorking = true;
      lastRun = request.run;
      try {
        const progress = await work(request, signal);
        if (progress.isDone) lastRun = "";
        return progress;
      } finally {
        isWorking = false;
        lastMs = lastRun === "" ? Number.NEGATIVE_INFINITY : performance.now();
      }
    },
    async staged(document, signal) {
      const isRunning = isWorking || performance.now() - lastMs < RUN_PATIENCE_MS;
      if (!isRunning || !held || building === 0) return;
      const collection = building;
      try {
        const { vectors, inputTokens } = await held.documents.document(document, signal);
        tokensMeanwhile += inputTokens;
        await indexer.ask({ kind: "fill", collection, document, vectors }, "done");
      } catch (err) {
        // The document is in the index that answers, and the run comes back to it.
        if (!(err instanceof DomainError)) throw err;
      }
    },
    async [Symbol.asyncDispose]() {
      await held?.[Symbol.asyncDispose]();
    },
  };
}

const finished = (model: string, embedding: ReindexProgress["embedding"]): ReindexProgress => ({
  isDone: true,
  model,
  documents: 0,
  documentsDone: 0,
  bytes: 0,
  bytesDone: 0,
  embedding,
});

const counts = ({ documents, documentsDone, bytes, bytesDone }: Progress) => ({
  documents,
  documentsDone,
  bytes,
  bytesDone,
});
