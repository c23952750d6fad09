import { ConsistencyLevelEnum, MilvusClient } from "@zilliz/milvus2-sdk-node";
import { DomainError, messageOf } from "#kit/errors.ts";

/** The calls of Milvus that the index makes. Each rejects with `unavailable` when Milvus is away, slow or says no. */
export interface Milvus extends AsyncDisposable {
  hasCollection(name: string): Promise<boolean>;
  createCollection(schema: CollectionSchema): Promise<void>;
  dropCollection(name: string): Promise<void>;
  upsert(collection: string, rows: object[]): Promise<void>;
  delete(collection: string, filter: string): Promise<void>;
  query<Row>(collection: string, filter: string, fields: string[], signal?: AbortSignal): Promise<Row[]>;
  search<Row>(search: VectorSearch, signal?: AbortSignal): Promise<(Row & { score: number })[]>;
}

export interface CollectionSchema {
  name: string;
  fields: object[];
  functions?: object[];
  indexes: object[];
}

export interface VectorSearch {
  collection: string;
  field: string;
  /** A vector, or the words for a BM25 function. */
  data: number[] | string;
  filter: string;
  limit: number;
  fields: string[];
  /** At most one result for each value of that field. */
  groupBy?: string;
}

/** The most that one query or search may bring. */
export const MOST_RESULTS = 16_384;

/** `address`: host:port. `timeoutMs`: what a call may take. */
export function openMilvus({ address, timeoutMs }: { address: string; timeoutMs: number }): Milvus {
  // Tries of its own would wait longer than a caller does.
  const client = new MilvusClient({ address, timeout: timeoutMs, maxRetries: 0, logLevel: "error" });

  const call = async <Answer>(what: string, work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> => {
    if (signal?.aborted) throw left();
    const abort = Promise.withResolvers<never>();
    const leave = () => abort.reject(left());
    signal?.addEventListener("abort", leave, { once: true });
    const late = setTimeout(() => abort.reject(away(what, new Error(`no answer in ${timeoutMs} ms`))), timeoutMs + 500);
    try {
      return await Promise.race([work(), abort.promise]);
    } catch (err) {
      throw err instanceof DomainError ? err : away(what, err);
    } finally {
      clearTimeout(late);
      signal?.removeEventListener("abort", leave);
    }
  };
  const checked = <Answer extends { code?: number; reason?: string }>(what: string, status: Answer) => {
    if (status.code) throw away(what, new Error(status.reason));
  };

  return {
    async hasCollection(name) {
      // Milvus Lite says of every name that it has it; its list is right.
      const { status, data } = await call("list", () => client.listCollections());
      checked("list", status);
      return data.some((one) => one.name === name);
    },
    async createCollection({ name: collection_name, fields, functions, indexes }) {
      const request = { collection_name, fields, functions, consistency_level: ConsistencyLevelEnum.Strong };
      checked("create", await call("create", () => client.createCollection(request as never)));
      for (const index of indexes)
        checked("index", await call("index", () => client.createIndex({ collection_name, ...index } as never)));
      checked("load", await call("load", () => client.loadCollectionSync({ collection_name })));
    },
    async dropCollection(collection_name) {
      checked("drop", await call("drop", () => client.dropCollection({ collection_name })));
    },
    async upsert(collection_name, data) {
      const { status } = await call("upsert", () => client.upsert({ collection_name, data: data as never }));
      checked("upsert", status);
    },
    async delete(collection_name, filter) {
      const { status } = await call("delete", () => client.delete({ collection_name, filter }));
      checked("delete", status);
    },
    async query<Row>(collection_name: string, filter: string, output_fields: string[], signal?: AbortSignal) {
      const request = { collection_name, filter, output_fields, limit: MOST_RESULTS };
      const { status, data } = await call("query", () => client.query(request), signal);
      checked("query", status);
      return data as Row[];
    },
    async search<Row>({ collection, field, data, filter, limit, fields, groupBy }: VectorSearch, signal?: AbortSignal) {
      const request = {
        collection_name: collection,
        anns_field: field,
        data,
        filter,
        limit,
        output_fields: fields,
        ...(groupBy === undefined ? {} : { group_by_field: groupBy }),
      };
      const { status, results } = await call("search", () => client.search(request as never), signal);
      checked("search", status);
      return results as unknown as (Row & { score: number })[];
    },
    async [Symbol.asyncDispose]() {
      await client.closeConnection();
    },
  };
}

const left = () => new DomainError("cancelled", "The caller left before the answer");

const away = (what: string, cause: unknown) =>
  new DomainError("unavailable", `Milvus cannot ${what}: ${messageOf(cause)}`.slice(0, 300), { cause });
