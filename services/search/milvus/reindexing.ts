import { DomainError } from "#kit/errors.ts";
import type { Maker } from "../engine/collections.ts";
import type { ServedModel } from "../engine/served-model.ts";
import type { EmbeddingUsage, ReindexProgress, ReindexRequest } from "../ports.ts";
import type { Catalogue, PlacedCollection } from "./catalogue.ts";

/** How long one call works, if no document takes longer. */
const STEP_MS = 2_000;
/** Rows that are written side by side with those of a replaced version are not seen; this is only how often to look again. */
const TRIES = 3;
/** A run that was not at work for so long has stopped, and another one may go on with what it made. */
export const RUN_PATIENCE_MS = 5_000;

/**
 * Some seconds of building a collection beside the active one. What is done is noted version by version in the catalogue,
 * so that any process may go on with it; versions that are staged meanwhile are written to both.
 */
export async function reindexStep(
  { model, run }: ReindexRequest,
  deps: {
    catalogue: Catalogue;
    patienceMs: number;
    open(asked: string | undefined, active: PlacedCollection | undefined): Promise<ServedModel>;
    makerOf(served: ServedModel): Maker;
    /** False when what it held is lost. */
    make(collection: PlacedCollection): Promise<boolean>;
    write(
      served: ServedModel,
      collection: PlacedCollection,
      missing: NonNullable<Awaited<ReturnType<Catalogue["nextMissing"]>>>,
      signal: AbortSignal | undefined,
    ): Promise<EmbeddingUsage>;
  },
  signal?: AbortSignal,
): Promise<ReindexProgress> {
  const { catalogue, patienceMs, open, makerOf, make, write } = deps;
  const claim = async () => {
    if (await catalogue.claim(run, patienceMs)) return;
    throw new DomainError("conflict", "the index is being made anew already: wait for that, or try again in a moment");
  };
  const { active, building } = await catalogue.collections();
  // The answer to the call that ended it was lost.
  if (active?.run === run)
    return { isDone: true, model: active.name, ...NOTHING, embedding: { model: "", inputTokens: 0 } };
  await claim();
  const served = await open(model, active);
  const maker = makerOf(served);
  let collection = building;
  if (collection && !(isSame(collection, maker) && (await make(collection)))) {
    await catalogue.drop(collection.id);
    collection = undefined;
  }
  if (!collection) {
    collection = await catalogue.createCollection(maker, "building", run);
    await make(collection);
  }
  if (collection.run !== run) await catalogue.takeOver(collection.id, run);
  const embedding = { model: served.accountedAs, inputTokens: 0 };
  const until = performance.now() + STEP_MS;
  for (let after = 0, tries = 0; performance.now() < until; ) {
    if (signal?.aborted) throw new DomainError("cancelled", "The caller left before the answer");
    const missing = await catalogue.nextMissing(collection.id, after);
    if (missing) {
      const { inputTokens } = await write(served, collection, missing, signal);
      embedding.inputTokens += inputTokens;
      after = missing.key;
      await claim();
      continue;
    }
    if (await catalogue.activate(collection.id)) {
      await catalogue.release(run);
      return { isDone: true, model: maker.name, ...(await catalogue.progress(collection.id)), embedding };
    }
    // A version came meanwhile.
    after = 0;
    if (++tries > TRIES) break;
  }
  return { isDone: false, model: maker.name, ...(await catalogue.progress(collection.id)), embedding };
}

const NOTHING = { documents: 0, documentsDone: 0, bytes: 0, bytesDone: 0 };

const isSame = (collection: PlacedCollection, maker: Maker) =>
  collection.fingerprint === maker.fingerprint &&
  collection.analysis === maker.analysis &&
  collection.kind === maker.kind &&
  collection.name === maker.name;
