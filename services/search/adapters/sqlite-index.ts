import { availableParallelism } from "node:os";
import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import { openSqlite } from "#kit/sqlite/open-sqlite.ts";
import type { Compacted, IndexerAnswer, IndexerData, IndexerTask } from "../engine/indexer-thread.ts";
import { openSearchThreads } from "../engine/search-threads.ts";
import { openThread } from "../engine/thread.ts";
import type { View } from "../engine/view.ts";
import { createIndex } from "../migrations/0001-index.ts";
import { rememberAnalysis } from "../migrations/0002-analysis.ts";
import type { InsightIndex } from "../ports.ts";

/** Fewer rows of replaced documents than this are not worth building the columns anew. */
const COMPACT_ABOVE_ROWS = 5_000;
/** More than one thread carries out in the seconds that callers are given: those beyond are refused at once. */
const SEARCHES_WAITING = 1_000;

/**
 * The embedded index, in the SQLite file at `path`, which other services may share. One thread writes; `threads` search,
 * at the same time: the default leaves one core to the event loop, up to 4; a helper of each takes half of a large scan
 * when a core is idle. Loads all that is published: some seconds for
 * 100,000 insights. Throws `unavailable` when the index was made with another embedding model or text analysis.
 */
export async function openSqliteIndex(options: {
  path: string;
  threads?: number | undefined;
  log?: Logger | undefined;
  /** For tests: smaller numbers than an index that is used has. */
  compactAboveRows?: number | undefined;
  searchesWaiting?: number | undefined;
}): Promise<InsightIndex & AsyncDisposable> {
  const { path, log, compactAboveRows = COMPACT_ABOVE_ROWS, searchesWaiting = SEARCHES_WAITING } = options;
  const threads = options.threads ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  if (path === ":memory:") throw new DomainError("invalid", "the index is shared by threads: it needs a file");
  await using stack = new AsyncDisposableStack();
  {
    const migrations = { "0001-index": createIndex, "0002-analysis": rememberAnalysis };
    await using _migrated = await openSqlite({ path, owner: "search", migrations });
  }
  const indexer = stack.use(
    openThread<IndexerTask, IndexerAnswer, Compacted>(
      new URL("../engine/indexer-thread.ts", import.meta.url),
      { path, threads, compactAboveRows } satisfies IndexerData,
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
  const first = await askFor(indexer.ask({ kind: "open" }), "view");
  let shown: View = first.view;
  const wholeView = async () => (await askFor(indexer.ask({ kind: "view" }), "view")).view;
  const searches = stack.use(openSearchThreads({ path, threads, searchesWaiting, log, wholeView }));
  await searches.show(first.view);

  /** Resolves when searches that start from now on see the view; rows that no search reads any more are dropped later. */
  const show = (view: View, replaced: number[]): void => {
    shown = view;
    const seen = searches.show(view);
    if (replaced.length === 0) return;
    seen
      .then(() => indexer.ask({ kind: "collect", keys: replaced }))
      .catch((err) => log?.warn({ err }, "replaced documents are kept until the next start"));
  };

  const opened = stack.move();
  return {
    search: (query, signal) => searches.search(query, signal),
    async stage(document) {
      return (await askFor(indexer.ask({ kind: "stage", document }), "staged")).usage;
    },
    async publish(docId, version) {
      const { view, replaced } = await askFor(indexer.ask({ kind: "publish", docId, version }), "published");
      if (view) show(view, replaced);
    },
    async status() {
      const { aliveDocuments, aliveRows, aliveVectors, memoryBytes } = shown;
      return {
        documents: aliveDocuments,
        insights: aliveRows,
        vectors: aliveVectors,
        modelFingerprint: first.modelFingerprint,
        memoryBytes,
      };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The answer, if it is of the kind that belongs to the question. */
async function askFor<Kind extends IndexerAnswer["kind"]>(
  answer: Promise<IndexerAnswer>,
  kind: Kind,
): Promise<Extract<IndexerAnswer, { kind: Kind }>> {
  const given = await answer;
  const isAsked = (one: IndexerAnswer): one is Extract<IndexerAnswer, { kind: Kind }> => one.kind === kind;
  if (!isAsked(given)) throw new DomainError("internal", `the indexing thread answered ${given.kind}, not ${kind}`);
  return given;
}
