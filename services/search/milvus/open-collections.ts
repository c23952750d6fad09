import { DomainError } from "#kit/errors.ts";
import type { ServedModel } from "../engine/served-model.ts";
import type { Catalogue, PlacedCollection } from "./catalogue.ts";
import type { Milvus } from "./client.ts";
import { makeCollection } from "./make-collection.ts";
import { createRowReader, type RowReader } from "./read-rows.ts";

/** A collection at work: its model, and what was read of its rows. */
export interface OpenCollection {
  served: ServedModel;
  rows: RowReader;
}

/** The collections that this process works with, each opened by its first use. */
export interface OpenCollections extends AsyncDisposable {
  /** Sees to it that the collection is there in Milvus, whole and loaded. */
  ready(collection: PlacedCollection): Promise<void>;
  use<Answer>(collection: PlacedCollection, work: (open: OpenCollection) => Promise<Answer>): Promise<Answer>;
  /** Milvus may have lost it: the next use looks. */
  doubt(collection: PlacedCollection): void;
  /** Lets go of those that are none of these and that nobody is using: models and rows are hundreds of megabytes. */
  keepOnly(ids: readonly number[]): Promise<void>;
}

export function createOpenCollections({
  milvus,
  catalogue,
  openModel,
}: {
  milvus: Milvus;
  catalogue: Catalogue;
  openModel(collection: PlacedCollection): Promise<ServedModel>;
}): OpenCollections {
  const made = new Map<number, Promise<void>>();
  const opened = new Map<number, { opening: Promise<OpenCollection>; users: number }>();

  const make = async (collection: PlacedCollection) => {
    if (await makeCollection({ milvus, catalogue }, collection)) return;
    throw new DomainError(
      "unavailable",
      "Milvus has lost the index, and the catalogue in MySQL has not: run `insights reindex`, which makes it anew from there",
    );
  };
  const ready = (collection: PlacedCollection) => {
    const known = made.get(collection.id);
    if (known) return known;
    const making = make(collection);
    made.set(collection.id, making);
    making.catch(() => made.delete(collection.id));
    return making;
  };
  const open = async (collection: PlacedCollection): Promise<OpenCollection> => ({
    served: await openModel(collection),
    rows: createRowReader(milvus, collection),
  });
  const begin = (collection: PlacedCollection) => {
    const one = { opening: open(collection), users: 0 };
    opened.set(collection.id, one);
    // The next use tries again.
    one.opening.catch(() => opened.delete(collection.id));
    return one;
  };

  const letGo = async (id: number) => {
    const one = opened.get(id);
    opened.delete(id);
    made.delete(id);
    const { served } = (await one?.opening.catch(() => undefined)) ?? {};
    await served?.[Symbol.asyncDispose]();
  };

  return {
    ready,
    async use(collection, work) {
      const one = opened.get(collection.id) ?? begin(collection);
      one.users += 1;
      try {
        const [handed] = await Promise.all([one.opening, ready(collection)]);
        return await work(handed);
      } finally {
        one.users -= 1;
      }
    },
    doubt: ({ id }) => void made.delete(id),
    async keepOnly(ids) {
      for (const [id, { users }] of opened) if (users === 0 && !ids.includes(id)) await letGo(id);
    },
    async [Symbol.asyncDispose]() {
      for (const id of opened.keys()) await letGo(id);
    },
  };
}
