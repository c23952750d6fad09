import { describeBundled } from "../embedding/bundled-embedder.ts";
import { SAME_SCALE } from "../embedding/cosine-scale.ts";
import { BUNDLED, type ModelChoice, nameOf } from "../embedding/model-choice.ts";
import type { Collection } from "./collections.ts";
import type { Model } from "./indexer-tasks.ts";
import { type ModelThread, openModelThread } from "./model-threads.ts";

/** An embedding model at work for an index. */
export interface ServedModel extends AsyncDisposable {
  choice: ModelChoice;
  /** Name under which its tokens are accounted. */
  accountedAs: string;
  model: Model;
  /** Absent for the bundled model, which every thread of the index has: it costs less than asking another thread. */
  queries: ModelThread | undefined;
  documents: ModelThread;
}

/**
 * Opens a model, in threads of its own. `known`: a collection that was made with it; without one its cosines are measured.
 * Rejects with a sentence that says what to do when the model cannot be used.
 */
export async function openServedModel(
  choice: ModelChoice,
  known: Pick<Collection, "dim" | "cosines"> | undefined,
  signal?: AbortSignal,
): Promise<ServedModel> {
  await using stack = new AsyncDisposableStack();
  const documents = stack.use(openModelThread(choice, "documents", known?.dim));
  const isBundled = choice.kind === BUNDLED;
  // An endpoint that is not known yet is asked with the patience that documents have.
  const asked = isBundled ? describeBundled() : known ? undefined : await documents.describe(signal);
  const queries = isBundled ? undefined : stack.use(openModelThread(choice, "queries", known?.dim ?? asked?.dim));
  // Asked of this thread too, so that the first search finds the model loaded.
  const { model: accountedAs, fingerprint, dim } = (await queries?.describe(signal)) ?? asked ?? describeBundled();
  const measured = isBundled ? SAME_SCALE : undefined;
  const cosines = known?.cosines ?? measured ?? (await documents.cosines(signal));
  const opened = stack.move();
  return {
    choice,
    accountedAs,
    model: { kind: choice.kind, name: nameOf(choice), fingerprint, dim, cosines },
    queries,
    documents,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
