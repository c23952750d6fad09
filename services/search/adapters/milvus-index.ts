import { DomainError, messageOf } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { analyseQuery } from "../analysis/analyse.ts";
import { spelledOut } from "../analysis/spelled-out.ts";
import { checkedDocument } from "../checked-document.ts";
import { BUNDLED, chooseModel, type EmbeddingSettings, modelBefore } from "../embedding/model-choice.ts";
import { openEmbedder } from "../embedding/open-embedder.ts";
import { analysisFingerprint } from "../engine/analysis-fingerprint.ts";
import type { Maker } from "../engine/collections.ts";
import { openServedModel, type ServedModel } from "../engine/served-model.ts";
import { openThread } from "../engine/thread.ts";
import type { Catalogue, PlacedCollection } from "../milvus/catalogue.ts";
import type { Milvus } from "../milvus/client.ts";
import { findInMilvus, foldedSource } from "../milvus/find.ts";
import { makeCollection } from "../milvus/make-collection.ts";
import { createOpenCollections } from "../milvus/open-collections.ts";
import { RUN_PATIENCE_MS, reindexStep } from "../milvus/reindexing.ts";
import type { RowAnswer, RowTask } from "../milvus/row-thread.ts";
import { sweep } from "../milvus/sweep.ts";
import { writeRows } from "../milvus/write-rows.ts";
import type { EmbeddingUsage, IndexedDocument, IndexQuery, InsightIndex, PackedDocument } from "../ports.ts";

/** Replaced rows and dropped collections stay so long, for the searches that are under way: none takes longer. */
const GRACE_MS = 60_000;
/** Searched for before anybody else may: the first searches open the model and connections, and run code that is compiled meanwhile. */
const WARM_UP = ["policy rate decision", "How much did ending stocks of wheat change in 2025/26?", "inflation outlook"];
/** Until so many one after the other were answered so quickly: beside others that start, a replica may need seconds for each. */
const QUICK_MS = 500;
const MOST_WARM_UPS = 30;
const WARM_UP_MS = 20_000;
/** How often they are removed, and this process lets go of what it holds of them. */
const SWEEP_MS = 30_000;

/**
 * The index over Milvus, with what must change in one step in a catalogue. Any number of processes may open it at a time.
 * Owns neither `milvus` nor `catalogue`.
 */
export async function openMilvusIndex(options: {
  milvus: Milvus;
  catalogue: Catalogue;
  embedding?: EmbeddingSettings | undefined;
  log?: Logger | undefined;
  /** For tests. */
  graceMs?: number | undefined;
  sweepMs?: number | undefined;
  patienceMs?: number | undefined;
}): Promise<InsightIndex & AsyncDisposable> {
  const { milvus, catalogue, log, graceMs = GRACE_MS, sweepMs = SWEEP_MS, patienceMs = RUN_PATIENCE_MS } = options;
  const { name: wished, endpoint } = options.embedding ?? {};
  await using stack = new AsyncDisposableStack();
  const thread = stack.use(openThread<RowTask, RowAnswer>(new URL("../milvus/row-thread.ts", import.meta.url), {}));
  const bundled = await openEmbedder({ kind: BUNDLED }, "queries");
  const analysis = analysisFingerprint();
  const collections = stack.use(createOpenCollections({ milvus, catalogue, openModel: (one) => openModelOf(one) }));
  /** The model that a run builds with, kept between its calls. */
  let building: ServedModel | undefined;
  let steps = 0;
  const closeBuilding = async () => {
    const model = building;
    building = undefined;
    await model?.[Symbol.asyncDispose]();
  };
  stack.defer(closeBuilding);

  const makerOf = ({ model }: ServedModel): Maker => ({ ...model, analysis });
  const modelFor = (asked: string | undefined, active: PlacedCollection | undefined) =>
    asked === undefined && active ? modelBefore(active, endpoint) : chooseModel(asked ?? BUNDLED, endpoint);

  const openModelOf = async (collection: PlacedCollection) => {
    if (collection.analysis !== analysis)
      throw new DomainError("unavailable", "the index was made with another text analysis: run `insights reindex`");
    return openServedModel(modelBefore(collection, endpoint), collection);
  };

  const active = async (): Promise<PlacedCollection> => {
    const { active: known } = await catalogue.collections();
    if (known) return known;
    const served = await openServedModel(modelFor(wished, undefined), undefined);
    const made = await catalogue.createCollection(makerOf(served), "active", "");
    await served[Symbol.asyncDispose]();
    return made;
  };
  // Where Milvus is away, whoever uses the collection first makes what is missing.
  await collections
    .ready(await active())
    .catch((err) => log?.warn({ err: messageOf(err) }, "the index cannot be searched yet"));

  const vectorFor = async (served: ServedModel, text: string, signal: AbortSignal | undefined) => {
    if (served.queries) return served.queries.query(text, signal);
    const { vectors, inputTokens } = await bundled.embed([bundled.prompts.query + spelledOut(text).text], signal);
    return { vector: vectors[0] ?? new Float32Array(bundled.dim), inputTokens };
  };

  const embedAndWrite = async (
    served: ServedModel,
    collection: PlacedCollection,
    task: { document: IndexedDocument | PackedDocument; key: number; source: number },
    signal: AbortSignal | undefined,
  ) => {
    const { vectors, inputTokens } = await served.documents.document(task.document, signal);
    const made = await writeRows({ milvus, thread }, collection, { ...task, vectors });
    return { made, embedding: { model: served.accountedAs, inputTokens } };
  };

  const clear = async () => {
    const { active: searched, building: built } = await catalogue.collections();
    if (!built && steps === 0) await closeBuilding();
    await collections.keepOnly([searched, built].flatMap((one) => one?.id ?? []));
    await sweep({ milvus, catalogue }, Date.now() - graceMs);
  };
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping
      .then(clear)
      .catch((err) => log?.warn({ err: messageOf(err) }, "rows of replaced documents stay until the next sweep"));
  }, sweepMs);
  timer.unref();
  stack.defer(async () => {
    clearInterval(timer);
    await sweeping;
  });

  const search = async (query: IndexQuery, signal?: AbortSignal) => {
    if (signal?.aborted) throw new DomainError("cancelled", "The caller left before the answer");
    const sight = await catalogue.look(analyseQuery(query.query).terms, foldedSource(query));
    const { collection } = sight;
    if (!collection) throw new DomainError("unavailable", "the index has no collection: try again in a second");
    return collections.use(collection, async ({ served, rows }) => {
      const { vector, inputTokens } = await vectorFor(served, query.query, signal);
      try {
        const insights = await findInMilvus({ milvus, rows, collection }, sight, { query, vector }, signal);
        return { insights, embedding: { model: served.accountedAs, inputTokens } };
      } catch (err) {
        if (!signal?.aborted) collections.doubt(collection);
        throw err;
      }
    });
  };
  try {
    const late = AbortSignal.timeout(WARM_UP_MS);
    for (let turn = 0, quick = 0; turn < MOST_WARM_UPS && quick < WARM_UP.length; turn += 1) {
      const startedMs = performance.now();
      await search({ query: WARM_UP[turn % WARM_UP.length] ?? "", limit: 20 }, late);
      quick = performance.now() - startedMs < QUICK_MS ? quick + 1 : 0;
    }
  } catch (err) {
    // Said above, or by those who search for something.
    log?.debug({ err: messageOf(err) }, "the index was not searched before it was served");
  }

  const handed = stack.move();
  return {
    search,

    async stage(document, signal): Promise<EmbeddingUsage> {
      checkedDocument(document);
      const target = await active();
      return collections.use(target, async ({ served }) => {
        const begun = await catalogue.begin(document);
        if (!begun) return { model: served.accountedAs, inputTokens: 0 };
        const task = { document, ...begun };
        const { made, embedding } = await embedAndWrite(served, target, task, signal);
        const { document: whole, vectors, words, counts } = made;
        const passages = new Set(whole.insights.map(({ passage }) => passage)).size;
        const distinct = vectors.length - whole.insights.length + passages;
        await catalogue.finish(begun.key, { document: whole, vectors: distinct, words, counts }, [target.id]);
        // Another collection may have taken the place of the one that it was written to.
        const { active: now } = await catalogue.collections();
        if (now && now.id !== target.id) {
          const again = await collections.use(now, ({ served: newer }) => embedAndWrite(newer, now, task, signal));
          await catalogue.filled(now.id, begun.key);
          embedding.inputTokens += again.embedding.inputTokens;
        }
        return embedding;
      });
    },

    publish: (docId, version) => catalogue.publish(docId, version),

    async reindex(request, signal) {
      steps += 1;
      try {
        return await reindexStep(
          request,
          {
            catalogue,
            patienceMs,
            makerOf,
            make: (collection) => makeCollection({ milvus, catalogue }, collection),
            async open(asked, collection) {
              const choice = modelFor(asked ?? wished, collection);
              if (building && JSON.stringify(building.choice) === JSON.stringify(choice)) return building;
              await closeBuilding();
              building = await openServedModel(choice, undefined, signal);
              return building;
            },
            async write(served, collection, missing, left) {
              const { embedding } = await embedAndWrite(served, collection, missing, left);
              await catalogue.filled(collection.id, missing.key);
              return embedding;
            },
          },
          signal,
        );
      } finally {
        steps -= 1;
      }
    },

    async status() {
      const collection = await active();
      const { documents, insights, vectors } = await catalogue.status();
      return { documents, insights, vectors, modelFingerprint: collection.fingerprint, memoryBytes: 0 };
    },

    [Symbol.asyncDispose]: () => handed.disposeAsync(),
  };
}
