import { ConsistencyLevelEnum, LoadState, MilvusClient } from "@zilliz/milvus2-sdk-node";
import { DomainError, messageOf } from "#kit/errors.ts";

/**
 * The calls of Milvus that the index makes. Each rejects with `unavailable` when Milvus is away, slow or says no. What makes
 * or drops something does nothing when that was done already, also by another process at the same moment.
 */
export interface Milvus extends AsyncDisposable {
  listCollections(): Promise<string[]>;
  createCollection(schema: CollectionSchema): Promise<void>;
  indexedFields(collection: string): Promise<string[]>;
  createIndex(collection: string, index: FieldIndex): Promise<void>;
  /** Into memory, where it is searched. */
  load(collection: string): Promise<void>;
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
  indexes: FieldIndex[];
}

export interface FieldIndex {
  field_name: string;
  index_type: string;
  metric_type: string;
  params?: object;
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

/** What a call may take that makes something: Milvus loads a large collection for minutes, and goes on with it by itself. */
const MAKING_MS = 60_000;
/** How long to wait at most, when Milvus was away, before it is looked for again. */
const RECONNECT_MS = 2_000;
/** Milvus' code for "index not found". */
const NO_INDEX = 700;

/**
 * `address`: host:port. `timeoutMs`: what a call may take. `token`: user:password or an API key. `ca`: the authority of its
 * certificate, in PEM; without one nothing is encrypted.
 */
export function openMilvus(options: {
  address: string;
  timeoutMs: number;
  token?: string | undefined;
  ca?: Buffer | undefined;
}): Milvus {
  const { address, timeoutMs, token, ca } = options;
  const client = new MilvusClient({
    address,
    ...(token === undefined ? {} : { token }),
    ...(ca === undefined ? {} : { ssl: true, tls: { rootCert: ca } }),
    timeout: timeoutMs,
    // Tries of its own would wait longer than a caller does.
    maxRetries: 0,
    logLevel: "error",
    // The greeting tells nothing that we need. Where Milvus is away at the start, its failure would end the process, and
    // nothing could be made later.
    __SKIP_CONNECT__: true,
    channelOptions: { "grpc.max_reconnect_backoff_ms": RECONNECT_MS },
  });

  const call = async <Answer>(
    what: string,
    work: () => Promise<Answer>,
    { signal, mayTakeMs = timeoutMs }: { signal?: AbortSignal | undefined; mayTakeMs?: number } = {},
  ): Promise<Answer> => {
    if (signal?.aborted) throw left();
    const abort = Promise.withResolvers<never>();
    const leave = () => abort.reject(left());
    signal?.addEventListener("abort", leave, { once: true });
    const late = setTimeout(() => abort.reject(away(what, new Error(`no answer in ${mayTakeMs} ms`))), mayTakeMs + 500);
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

  const make = async (what: string, work: () => Promise<{ code?: number; reason?: string }>) =>
    checked(what, await call(what, work, { mayTakeMs: MAKING_MS }));
  const unless = async (isDone: () => Promise<boolean>, work: () => Promise<void>) => {
    try {
      await work();
    } catch (err) {
      if (!(await isDone())) throw err;
    }
  };
  // Milvus Lite says of every name that it has it; its list is right.
  const listCollections = async () => {
    const { status, data } = await call("list", () => client.listCollections());
    checked("list", status);
    return data.map(({ name }) => name);
  };
  const indexedFields = async (collection_name: string) => {
    const described = await call("describe", () => client.describeIndex({ collection_name }));
    if (described.status.code === NO_INDEX) return [];
    checked("describe", described.status);
    return described.index_descriptions.map(({ field_name }) => field_name);
  };

  const timeout = MAKING_MS;
  return {
    listCollections,
    indexedFields,
    async createCollection({ name: collection_name, fields, functions }) {
      const request = { collection_name, fields, functions, consistency_level: ConsistencyLevelEnum.Strong, timeout };
      await unless(
        async () => (await listCollections()).includes(collection_name),
        () => make("create", () => client.createCollection(request as never)),
      );
    },
    async createIndex(collection_name, index) {
      await unless(
        async () => (await indexedFields(collection_name)).includes(index.field_name),
        () => make("index", () => client.createIndex({ collection_name, ...index, timeout })),
      );
    },
    async load(collection_name) {
      const { status, state } = await call("load", () => client.getLoadState({ collection_name }));
      checked("load", status);
      if (state === LoadState.LoadStateLoaded) return;
      await make("load", () => client.loadCollectionSync({ collection_name, timeout }));
    },
    async dropCollection(collection_name) {
      await unless(
        async () => !(await listCollections()).includes(collection_name),
        () => make("drop", () => client.dropCollection({ collection_name, timeout })),
      );
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
      const { status, data } = await call("query", () => client.query(request), { signal });
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
      const { status, results } = await call("search", () => client.search(request as never), { signal });
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
