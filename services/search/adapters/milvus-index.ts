import { DomainError, messageOf } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { analyseQuery } from "../analysis/analyse.ts";
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
import { createRowReader, type RowReader } from "../milvus/read-rows.ts";
import { reindexStep } from "../milvus/reindexing.ts";
import type { RowAnswer, RowTask } from "../milvus/row-thread.ts";
import { insightsOf, schemasOf, vectorsOf } from "../milvus/schema.ts";
import { writeRows } from "../milvus/write-rows.ts";
import type { EmbeddingUsage, IndexedDocument, InsightIndex, PackedDocument } from "../ports.ts";

/** Replaced rows stay so long, for the searches that are under way: none takes longer. */
const GRACE_MS = 60_000;
/** How often rows of replaced versions are removed. */
const SWEEP_MS = 30_000;
const VERSIONS_A_SWEEP = 200;
/** How often a call starts over because another collection took the place of the one that it began with. */
const STARTS_OVER = 3;

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
}): Promise<InsightIndex & AsyncDisposable> {
  const { milvus, catalogue, log, graceMs = GRACE_MS, sweepMs = SWEEP_MS } = options;
  const { name: wished, endpoint } = options.embedding ?? {};
  await using stack = new AsyncDisposableStack();
  const thread = stack.use(openThread<RowTask, RowAnswer>(new URL("../milvus/row-thread.ts", import.meta.url), {}));
  const bundled = await openEmbedder({ kind: BUNDLED }, "queries");
  const analysis = analysisFingerprint();
  /** Models by collection, and what was read of its rows. */
  const opened = new Map<number, { served: ServedModel; rows: RowReader }>();
  stack.defer(async () => {
    for (const { served } of opened.values()) await served[Symbol.asyncDispose]();
  });
  /** The model that a run builds with, kept between its calls. */
  let building: ServedModel | undefined;
  stack.defer(() => building?.[Symbol.asyncDispose]());

  const makerOf = ({ model }: ServedModel): Maker => ({ ...model, analysis });
  const modelFor = (asked: string | undefined, active: PlacedCollection | undefined) =>
    asked === undefined && active ? modelBefore(active, endpoint) : chooseModel(asked ?? BUNDLED, endpoint);

  const create = async (collection: PlacedCollection) => {
    for (const schema of schemasOf(collection))
      if (!(await milvus.hasCollection(schema.name))) await milvus.createCollection(schema);
  };
  const drop = async (collection: PlacedCollection) => {
    await catalogue.drop(collection.id);
    const known = opened.get(collection.id);
    opened.delete(collection.id);
    await known?.served[Symbol.asyncDispose]();
    for (const name of [insightsOf(collection), vectorsOf(collection)])
      if (await milvus.hasCollection(name)) await milvus.dropCollection(name);
  };

  const useOf = async (collection: PlacedCollection) => {
    const known = opened.get(collection.id);
    if (known) return known;
    if (collection.analysis !== analysis)
      throw new DomainError("unavailable", "the index was made with another text analysis: run `insights reindex`");
    const served = await openServedModel(modelBefore(collection, endpoint), collection);
    const one = { served, rows: createRowReader(milvus, collection) };
    const other = opened.get(collection.id);
    if (other) await served[Symbol.asyncDispose]();
    else opened.set(collection.id, one);
    return other ?? one;
  };

  const active = async (): Promise<PlacedCollection> => {
    const { active: known } = await catalogue.collections();
    if (known) return known;
    const served = await openServedModel(modelFor(wished, undefined), undefined);
    const made = await catalogue.createCollection(makerOf(served), "active", "");
    await served[Symbol.asyncDispose]();
    await create(made);
    return made;
  };
  await active();

  const vectorFor = async ({ served }: { served: ServedModel }, text: string, signal: AbortSignal | undefined) => {
    if (served.queries) return served.queries.query(text, signal);
    const { vectors, inputTokens } = await bundled.embed([bundled.prompts.query + text], signal);
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

  const sweep = async () => {
    for (;;) {
      const keys = await catalogue.outdated(Date.now() - graceMs, VERSIONS_A_SWEEP);
      if (keys.length === 0) return;
      const collections = await catalogue.collections();
      for (const one of [collections.active, collections.building]) {
        if (!one) continue;
        for (const name of [insightsOf(one), vectorsOf(one)]) await milvus.delete(name, `key in [${keys.join(",")}]`);
      }
      await catalogue.forget(keys);
    }
  };
  let sweeping: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweep().catch((err) =>
      log?.warn({ err: messageOf(err) }, "rows of replaced documents stay until the next sweep"),
    );
  }, sweepMs);
  timer.unref();
  stack.defer(async () => {
    clearInterval(timer);
    await sweeping;
  });

  const handed = stack.move();
  return {
    async search(query, signal) {
      if (signal?.aborted) throw new DomainError("cancelled", "The caller left before the answer");
      const { terms } = analyseQuery(query.query);
      for (let start = 0; ; start++) {
        const sight = await catalogue.look(terms, foldedSource(query));
        if (!sight.collection)
          throw new DomainError("unavailable", "the index has no collection: try again in a second");
        const { collection } = sight;
        const { served, rows } = await useOf(collection);
        const { vector, inputTokens } = await vectorFor({ served }, query.query, signal);
        try {
          const insights = await findInMilvus({ milvus, rows, collection }, sight, { query, vector }, signal);
          return { insights, embedding: { model: served.accountedAs, inputTokens } };
        } catch (err) {
          // It may have been dropped because another one took its place.
          const { active: now } = start < STARTS_OVER ? await catalogue.collections() : { active: collection };
          if (now?.id === collection.id) throw err;
        }
      }
    },

    async stage(document, signal): Promise<EmbeddingUsage> {
      checkedDocument(document);
      const collections = await catalogue.collections();
      const target = collections.active ?? (await active());
      const { served } = await useOf(target);
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
        const again = await embedAndWrite((await useOf(now)).served, now, task, signal);
        await catalogue.filled(now.id, begun.key);
        embedding.inputTokens += again.embedding.inputTokens;
      }
      return embedding;
    },

    publish: (docId, version) => catalogue.publish(docId, version),

    reindex: (request, signal) =>
      reindexStep(
        request,
        {
          catalogue,
          makerOf,
          create,
          drop,
          async open(asked, collection) {
            const choice = modelFor(asked ?? wished, collection);
            if (building && JSON.stringify(building.choice) === JSON.stringify(choice)) return building;
            await building?.[Symbol.asyncDispose]();
            building = undefined;
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
      ),

    async status() {
      const collection = await active();
      const { documents, insights, vectors } = await catalogue.status();
      return { documents, insights, vectors, modelFingerprint: collection.fingerprint, memoryBytes: 0 };
    },

    [Symbol.asyncDispose]: () => handed.disposeAsync(),
  };
}
