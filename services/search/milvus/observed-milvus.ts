import { SpanKind } from "@opentelemetry/api";
import { createObserver } from "#kit/telemetry/observer.ts";
import { DB_CLIENT_DURATION } from "#kit/telemetry/store-metrics.ts";
import type { Telemetry } from "#kit/telemetry/telemetry.ts";
import type { Milvus } from "./client.ts";

/** The same calls, timed. */
export function observedMilvus(milvus: Milvus, telemetry: Telemetry): Milvus {
  const observe = createObserver(telemetry, DB_CLIENT_DURATION, SpanKind.CLIENT);
  const timed =
    <Args extends unknown[], Result>(operation: string, work: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      observe(`${operation} milvus`, { "db.system.name": "milvus", "db.operation.name": operation }, () =>
        work(...args),
      );
  return {
    listCollections: timed("list", milvus.listCollections),
    createCollection: timed("create", milvus.createCollection),
    indexedFields: timed("describe", milvus.indexedFields),
    createIndex: timed("index", milvus.createIndex),
    load: timed("load", milvus.load),
    dropCollection: timed("drop", milvus.dropCollection),
    upsert: timed("upsert", milvus.upsert),
    delete: timed("delete", milvus.delete),
    query: timed("query", milvus.query) as Milvus["query"],
    search: timed("search", milvus.search) as Milvus["search"],
    [Symbol.asyncDispose]: () => milvus[Symbol.asyncDispose](),
  };
}
