import { DomainError } from "#kit/errors.ts";
import type { Compacted, IndexerAnswer, IndexerData, IndexerTask } from "./indexer-tasks.ts";
import { openThread } from "./thread.ts";

/** The thread that writes, as the rest of the index calls it. */
export interface Indexer extends AsyncDisposable {
  /** The answer, which must be of one of the kinds that belong to the task. */
  ask<Kind extends IndexerAnswer["kind"]>(
    task: IndexerTask,
    ...kinds: Kind[]
  ): Promise<Extract<IndexerAnswer, { kind: Kind }>>;
}

export function openIndexer(
  data: IndexerData,
  on: { event: (compacted: Compacted) => void; end: (cause: unknown) => void },
): Indexer {
  const thread = openThread<IndexerTask, IndexerAnswer, Compacted>(
    new URL("./indexer-thread.ts", import.meta.url),
    data,
    on,
  );
  return {
    async ask<Kind extends IndexerAnswer["kind"]>(task: IndexerTask, ...kinds: Kind[]) {
      const given = await thread.ask(task);
      const isAsked = (one: IndexerAnswer): one is Extract<IndexerAnswer, { kind: Kind }> =>
        kinds.some((kind) => kind === one.kind);
      if (!isAsked(given))
        throw new DomainError("internal", `the indexing thread answered ${given.kind} to ${task.kind}`);
      return given;
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}
