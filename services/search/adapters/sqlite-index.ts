import { availableParallelism } from "node:os";
import { DomainError, messageOf } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { openSqlite } from "#kit/sqlite/open-sqlite.ts";
import {
  BUNDLED,
  chooseModel,
  type EmbeddingSettings,
  type ModelChoice,
  modelBefore,
  nameOf,
} from "../embedding/model-choice.ts";
import type { Collection } from "../engine/collections.ts";
import { openIndexer } from "../engine/indexer.ts";
import { createReindexing } from "../engine/reindexing.ts";
import { openSearchThreads } from "../engine/search-threads.ts";
import { openServedModel, type ServedModel } from "../engine/served-model.ts";
import type { View } from "../engine/view.ts";
import { createIndex } from "../migrations/0001-index.ts";
import { rememberAnalysis } from "../migrations/0002-analysis.ts";
import { keepCollections } from "../migrations/0003-collections.ts";
import { showQuestions } from "../migrations/0004-questions.ts";
import type {
  EmbeddingUsage,
  IndexAnswer,
  IndexedDocument,
  IndexQuery,
  InsightIndex,
  PackedDocument,
} from "../ports.ts";

/** Fewer rows of replaced documents than this are not worth building the columns anew. */
const COMPACT_ABOVE_ROWS = 5_000;
/** More than one thread carries out in the seconds that callers are given: those beyond are refused at once. */
const SEARCHES_WAITING = 1_000;
/** How often a call starts over because another collection took the place of the one that it began with. */
const STARTS_OVER = 3;

/** An index with what callers may want to know of how it was opened. */
export interface SqliteIndex extends InsightIndex, AsyncDisposable {
  /** Why it can do nothing but be made anew; only when it was opened `evenUnusable`. */
  readonly problem: DomainError | undefined;
}

/**
 * The embedded index, in the SQLite file at `path`, which other services may share. One thread writes; `threads` search,
 * at the same time: the default leaves one core to the event loop, up to 4; a helper of each takes half of a large scan
 * when a core is idle. Loads all that is published: some seconds for
 * 100,000 insights. The model is the one that the index was made with, whatever is wished: vectors of two are never mixed,
 * and `reindex` is what changes it. Throws `unavailable` when that model cannot be used, or when the index was made with
 * another text analysis; `evenUnusable`: such an index opens too, and rejects all but `reindex`.
 */
export async function openSqliteIndex(options: {
  path: string;
  embedding?: EmbeddingSettings | undefined;
  evenUnusable?: boolean | undefined;
  threads?: number | undefined;
  log?: Logger | undefined;
  /** For tests: smaller numbers than an index that is used has. */
  compactAboveRows?: number | undefined;
  searchesWaiting?: number | undefined;
}): Promise<SqliteIndex> {
  const { path, log, compactAboveRows = COMPACT_ABOVE_ROWS, searchesWaiting = SEARCHES_WAITING } = options;
  const { name: wished, endpoint } = options.embedding ?? {};
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  if (path === ":memory:") throw new DomainError("invalid", "the index is shared by threads: it needs a file");
  await using stack = new AsyncDisposableStack();
  {
    const migrations = {
      "0001-index": createIndex,
      "0002-analysis": rememberAnalysis,
      "0003-collections": keepCollections,
      "0004-questions": showQuestions,
    };
    await using _migrated = await openSqlite({ path, owner: "search", sharedWith: ["document"], migrations });
  }
  const indexer = stack.use(
    openIndexer(
      { path, threads, compactAboveRows },
      {
        event: (compacted) => {
          if ("view" in compacted) show(compacted.view, []);
          else
            log?.warn(
              { problem: compacted.problem },
              "the memory of replaced documents was not given back; the next replacement tries again",
            );
        },
        end: (cause) => log?.error({ err: cause }, "the indexing thread has ended: restart to ingest again"),
      },
    ),
  );
  const wholeView = async () => (await indexer.ask({ kind: "view" }, "view")).view;
  const searches = stack.use(openSearchThreads({ path, threads, searchesWaiting, log, wholeView }));
  /** What answers; absent when the index can only be made anew. */
  let active: { served: ServedModel; view: View } | undefined;
  let problem: DomainError | undefined;
  stack.defer(async () => active?.served[Symbol.asyncDispose]());

  /** Resolves when searches that start from now on see the view; rows that no search reads any more are dropped later. */
  const show = (view: View, replaced: number[]): void => {
    if (active) active.view = view;
    const seen = searches.show(view);
    if (replaced.length === 0) return;
    seen
      .then(() => indexer.ask({ kind: "collect", keys: replaced }, "done"))
      .catch((err) => log?.warn({ err }, "replaced documents are kept until the next start"));
  };

  const modelFor = (asked: string | undefined, collection: Collection | undefined): ModelChoice =>
    asked === undefined && collection ? modelBefore(collection, endpoint) : chooseModel(asked ?? BUNDLED, endpoint);

  const openActive = async () => {
    const { collection } = await indexer.ask({ kind: "active" }, "active");
    const choice = collection ? modelFor(undefined, collection) : modelFor(wished, undefined);
    const served = await openServedModel(choice, collection);
    try {
      const { view } = await indexer.ask({ kind: "open", model: served.model }, "view");
      active = { served, view };
      await searches.show(view);
    } catch (err) {
      active = undefined;
      await served[Symbol.asyncDispose]();
      throw err;
    }
    if (wished !== undefined && nameOf(choice) !== nameOf(chooseModel(wished, endpoint))) {
      log?.warn(
        { model: nameOf(choice), wished },
        "the index was made with another embedding model than EMBEDDING_MODEL names, and answers with it: run `insights reindex` to change it",
      );
    }
  };
  try {
    await openActive();
  } catch (err) {
    problem = err instanceof DomainError ? err : new DomainError("internal", messageOf(err), { cause: err });
    if (!options.evenUnusable) throw err;
  }

  const reindexing = stack.use(
    createReindexing({
      indexer,
      modelFor: (asked, collection) => modelFor(asked ?? wished, collection),
      async activate(served, view) {
        const before = active?.served;
        active = { served, view };
        problem = undefined;
        // Searches that come from here on are embedded by the new model, and stand behind the view in every thread's queue.
        await searches.show(view);
        await before?.[Symbol.asyncDispose]();
      },
    }),
  );
  const usable = () => {
    if (active) return active;
    throw problem ?? new DomainError("unavailable", "the index is not open");
  };
  let embedding = 0;

  async function search(query: IndexQuery, signal?: AbortSignal): Promise<IndexAnswer> {
    for (let start = 0; start <= STARTS_OVER; start++) {
      const { served, view } = usable();
      const embedded = await embedQuery(served, query.query, signal);
      const request = { query, collection: view.collection, vector: embedded?.vector };
      const answer = await searches.search(request, signal);
      if ("isStale" in answer) continue;
      const inputTokens = embedded?.inputTokens ?? answer.inputTokens;
      return { insights: answer.insights, embedding: { model: served.accountedAs, inputTokens } };
    }
    throw startedOver();
  }

  async function embedQuery({ queries }: ServedModel, text: string, signal: AbortSignal | undefined) {
    if (!queries) return undefined;
    if (embedding >= searchesWaiting) {
      throw new DomainError("unavailable", "too many searches are waiting: try again in a second");
    }
    embedding += 1;
    try {
      return await queries.query(text, signal);
    } finally {
      embedding -= 1;
    }
  }

  async function stage(document: IndexedDocument | PackedDocument, signal?: AbortSignal): Promise<EmbeddingUsage> {
    for (let start = 0; start <= STARTS_OVER; start++) {
      const { served, view } = usable();
      const embedded = served.choice.kind === BUNDLED ? undefined : await served.documents.document(document, signal);
      const task = { kind: "stage", document, collection: view.collection, vectors: embedded?.vectors } as const;
      const staged = await indexer.ask(task, "staged", "stale");
      if (staged.kind === "stale") continue;
      await reindexing.staged(document, signal);
      return { model: served.accountedAs, inputTokens: embedded?.inputTokens ?? staged.inputTokens };
    }
    throw startedOver();
  }

  const opened = stack.move();
  return {
    get problem() {
      return problem;
    },
    search,
    stage,
    async publish(docId, version) {
      usable();
      const { view, replaced } = await indexer.ask({ kind: "publish", docId, version }, "published");
      if (view) show(view, replaced);
    },
    reindex: (request, signal) => reindexing.step(request, signal),
    async status() {
      const { served, view } = usable();
      const { aliveDocuments, aliveRows, aliveVectors, memoryBytes } = view;
      return {
        documents: aliveDocuments,
        insights: aliveRows,
        vectors: aliveVectors,
        modelFingerprint: served.model.fingerprint,
        memoryBytes,
      };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const startedOver = () =>
  new DomainError("unavailable", "the index was made anew several times meanwhile: try again in a second");
