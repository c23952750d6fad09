import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { startWorker } from "../../services/document/ingest/worker.ts";
import { openMilvusIndex } from "../../services/search/adapters/milvus-index.ts";
import { openMysqlCatalogue } from "../../services/search/adapters/mysql-catalogue.ts";
import { openMilvus } from "../../services/search/milvus/client.ts";
import { submission } from "../contract/document-store.ts";

/** What changes something in MySQL or Milvus. */
const WRITES = {
  Milvus: ["createCollection", "createIndex", "load", "dropCollection", "upsert", "delete"],
  catalogue: [
    ...["createCollection", "takeOver", "activate", "drop", "forgetDropped"],
    ...["begin", "finish", "filled", "publish", "forget"],
  ],
  documents: ["submit", "replace", "settle"],
};
const LIMIT = { jobs: 1_000, bytes: 1 << 30 };
/** Of the catalogue's clock: whatever was replaced or given up counts as long past. */
const BEHIND_MS = 3 * 60 * 60_000;

export const DOC_ID = "doc_wheat";
/** Each sentence becomes an insight that names the version. */
export const textOf = (version: number): string =>
  ["May", "June", "July", "August"]
    .map(
      (month, at) =>
        `Wheat stocks of Examplia fell to ${version}${at + 1}.4 million tonnes at the end of ${month} 2023 because exports rose by ${at + 2} percent.`,
    )
    .join("\n\n");

/** What a worker and a search service do, in one process. `wrote` is told of each write once it is done. */
export async function openWorkplace({
  mysqlUrl,
  milvusAddress,
  wrote = () => undefined,
}: {
  mysqlUrl: string;
  milvusAddress: string;
  wrote?: (what: string) => void;
}) {
  await using stack = new AsyncDisposableStack();
  const milvus = stack.use(openMilvus({ address: milvusAddress, timeoutMs: 20_000 }));
  const catalogue = stack.use(await openMysqlCatalogue({ url: mysqlUrl }, () => Date.now() - BEHIND_MS));
  const documents = stack.use(await openMysqlDocumentStore({ url: mysqlUrl }));
  const parts = { milvus: watched("Milvus", milvus, wrote), catalogue: watched("catalogue", catalogue, wrote) };
  const open = (sweepMs: number) => openMilvusIndex({ ...parts, graceMs: 0, sweepMs, patienceMs: 0 });
  const index = stack.use(await open(600_000));
  const store = watched("documents", documents, wrote);
  const opened = stack.move();
  return {
    milvus,
    catalogue,
    documents,
    index,
    /** Submits a version, if there is one, and takes in whatever waits. */
    async ingest(version: number | undefined) {
      if (version !== undefined)
        await store.submit(randomUUID(), submission(DOC_ID, textOf(version)), LIMIT, Date.now());
      const usage = { record: async () => undefined };
      await using _worker = await startWorker({
        jobs: store,
        store,
        index,
        usage,
        clock: { now: Date.now },
        log: pino({ level: "silent" }),
        threads: 1,
        owner: "here",
        pollMs: 20,
      });
      const states = ["pending", "extracting", "indexing"] as const;
      while ((await documents.jobs({ states: [...states], limit: 1 })).total > 0) await sleep(20);
    },
    async reindex() {
      const run = randomUUID();
      while (!(await index.reindex({ run })).isDone);
    },
    /** Until nothing is left of what was replaced, given up or dropped. */
    async sweep() {
      await using _sweeping = await open(20);
      const left = async () => [...(await catalogue.outdated(Date.now(), 1)), ...(await catalogue.dropped(Date.now()))];
      while ((await left()).length > 0) await sleep(20);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;

/** The same port, and `wrote` is told of each write once it is done. */
function watched<Port extends object>(name: keyof typeof WRITES, port: Port, wrote: (what: string) => void): Port {
  return new Proxy(port, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== "function" || !WRITES[name].includes(String(property))) return value;
      return async (...args: unknown[]) => {
        const answer: unknown = await value.apply(target, args);
        wrote(`${name} ${String(property)}`);
        return answer;
      };
    },
  });
}
