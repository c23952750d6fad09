import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import { createLogger } from "#kit/log.ts";
import { openSqliteDocuments } from "../../document/adapters/sqlite-documents.ts";
import { createDocuments, type Documents } from "../../document/documents.ts";
import { startWorker } from "../../document/ingest/worker.ts";
import { openSqliteIndex } from "../../search/adapters/sqlite-index.ts";
import { unpacked } from "../../search/checked-document.ts";
import { openBundledEmbedder } from "../../search/embedding/bundled-embedder.ts";
import type { Embedder } from "../../search/embedding/embedder.ts";
import type { EmbeddingSettings } from "../../search/embedding/model-choice.ts";
import type { IndexedDocument, InsightIndex, PackedDocument } from "../../search/ports.ts";
import { createSearch, type Search } from "../../search/search.ts";
import type { BenchmarkDocument } from "./benchmark.ts";
import { withoutLostQuestions } from "./round-trip.ts";

/** What an index is given of a document. */
export type Variant = "all" | "no-questions" | "no-passages" | "no-titles" | "round-trip";

/** Read once, and only where it is needed. */
const bundled = (() => {
  let embedder: Embedder | undefined;
  return () => {
    embedder ??= openBundledEmbedder();
    return embedder;
  };
})();

const VARIANTS: Record<Variant, (document: IndexedDocument) => IndexedDocument | Promise<IndexedDocument>> = {
  all: (document) => document,
  "no-questions": (document) => ({
    ...document,
    insights: document.insights.map((insight) => ({ ...insight, questions: [] })),
  }),
  "no-passages": (document) => ({ ...document, passages: document.passages.map(() => "") }),
  "no-titles": (document) => ({
    ...document,
    insights: document.insights.map((insight) => ({ ...insight, title: "" })),
  }),
  "round-trip": (document) => withoutLostQuestions(document, bundled()),
};

/** The documents of a benchmark, taken in as the product takes them in, searchable in each variant. */
export interface Trial extends AsyncDisposable {
  searches: Map<Variant, Search>;
  /** The index of a variant, as a file. */
  indexPath(variant: Variant): string;
  insights: number;
  /** Why each document that was not taken in was not. */
  failures: { id: string; reason: string }[];
}

export interface TrialOptions {
  variants: Variant[];
  /** Absent: the bundled model. */
  embedding?: EmbeddingSettings | undefined;
  /** Opens the index of a variant. Absent: the embedded one, with its file at that path. */
  openIndex?: ((path: string) => Promise<InsightIndex & AsyncDisposable>) | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, insights: number) => void) | undefined;
}

/** Opens the product's services on a temporary database and takes the documents in. Disposal removes it. */
export async function openTrial(documents: BenchmarkDocument[], options: TrialOptions): Promise<Trial> {
  const { variants, embedding, signal, onProgress } = options;
  const { openIndex = (path: string) => openSqliteIndex({ path, embedding, log }) } = options;
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "insights-eval-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const log = createLogger("insights eval", "error");

  const store = stack.use(await openSqliteDocuments({ path: join(folder, "documents.db") }));
  const searches = new Map<Variant, Search>();
  const indexPath = (variant: Variant) => join(folder, `${variant}.db`);
  for (const variant of variants) {
    searches.set(variant, createSearch({ index: stack.use(await openIndex(indexPath(variant))) }));
  }
  const worker = await startWorker({
    jobs: store,
    store,
    index: toAll(searches),
    usage: { record: async () => undefined },
    clock: systemClock,
    log,
    threads: availableParallelism(),
    owner: "eval",
  });
  stack.use(worker);
  const taken = await takeIn(documents, createDocuments({ store, clock: systemClock }), { signal, onProgress });
  const opened = stack.move();
  return { searches, indexPath, ...taken, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** One extraction feeds the index of every variant. */
const toAll = (searches: Map<Variant, Search>) => ({
  async stage(packed: PackedDocument) {
    const document = unpacked(packed);
    const used = [];
    for (const [variant, search] of searches) used.push(await search.stage(await VARIANTS[variant](document)));
    return used[0] ?? { model: "bundled", inputTokens: 0 };
  },
  async publish(docId: string, version: number) {
    for (const search of searches.values()) await search.publish(docId, version);
  },
});

async function takeIn(
  given: BenchmarkDocument[],
  documents: Documents,
  { signal, onProgress }: Omit<TrialOptions, "variants">,
): Promise<Pick<Trial, "insights" | "failures">> {
  const batchId = randomUUID();
  const failures: Trial["failures"] = [];
  for (const document of given) {
    try {
      await submit(documents, batchId, document, signal);
    } catch (err) {
      if (!(err instanceof DomainError && err.kind === "invalid")) throw err;
      failures.push({ id: document.id, reason: err.message });
    }
  }
  for (;;) {
    signal?.throwIfAborted();
    const { open, complete, insights, failed } = await documents.batch(batchId);
    onProgress?.(complete + failed.length, insights);
    if (open === 0) {
      failures.push(...failed.map(({ documentUrl, reason }) => ({ id: documentUrl, reason })));
      return { insights, failures };
    }
    await pause(100);
  }
}

/** Waits for room in the queue. */
async function submit(
  documents: Documents,
  batchId: string,
  { id, text, sourceName, title, publishedDate, authors }: BenchmarkDocument,
  signal: AbortSignal | undefined,
): Promise<void> {
  const content = new TextEncoder().encode(text);
  const given = { sourceName, articleTitle: title, publishedDate, authors, summary: "" };
  for (;;) {
    signal?.throwIfAborted();
    try {
      await documents.submit({ batchId, content, mediaType: "text/plain", documentUrl: id, ...given });
      return;
    } catch (err) {
      if (!(err instanceof DomainError && err.kind === "exhausted")) throw err;
    }
  }
}
