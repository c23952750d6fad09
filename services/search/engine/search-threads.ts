import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import type { IndexAnswer, IndexQuery } from "../ports.ts";
import type { SearchTask, SearchThreadData } from "./search-thread.ts";
import { openThread, type Thread } from "./thread.ts";
import type { View } from "./view.ts";

/** Search threads behind one bounded queue. Each works on one search at a time, so that a caller who left costs nothing. */
export interface SearchThreads extends AsyncDisposable {
  search(query: IndexQuery, signal?: AbortSignal): Promise<IndexAnswer>;
  /** Searches that start after the call see the view. Resolves when no search looks at an older one. */
  show(view: View): Promise<void>;
}

interface Waiting {
  query: IndexQuery;
  signal: AbortSignal | undefined;
  resolve(answer: IndexAnswer): void;
  reject(err: unknown): void;
}

interface Slot {
  number: number;
  thread: Thread<SearchTask, IndexAnswer | undefined>;
  isBusy: boolean;
}

/** `wholeView` gives the present view with the whole dictionary, for a thread that takes the place of one that ended. */
export function openSearchThreads(options: {
  path: string;
  threads: number;
  searchesWaiting: number;
  log: Logger | undefined;
  wholeView(): Promise<View>;
}): SearchThreads {
  const { path, threads, searchesWaiting, log, wholeView } = options;
  const waiting: Waiting[] = [];
  const start = (number: number): Slot => ({
    number,
    isBusy: false,
    thread: openThread(
      new URL("./search-thread.ts", import.meta.url),
      { path, thread: number } satisfies SearchThreadData,
      { end: (cause) => replace(number, cause) },
    ),
  });
  const slots: Slot[] = Array.from({ length: threads }, (_, number) => start(number));

  const replace = (number: number, cause: unknown) => {
    log?.error({ err: cause }, "a search thread has ended; another takes its place");
    const slot = start(number);
    // Not before it has seen the index.
    slot.isBusy = true;
    slots[number] = slot;
    wholeView()
      .then((view) => slot.thread.ask({ show: view }))
      .then(() => release(slot))
      .catch((err) => log?.error({ err }, "a search thread could not be replaced: restart"));
  };

  const release = (slot: Slot) => {
    slot.isBusy = false;
    const next = waiting.shift();
    if (next) give(slot, next);
  };

  const give = (slot: Slot, { query, resolve, reject }: Waiting) => {
    slot.isBusy = true;
    slot.thread
      .ask({ search: query })
      .then(
        (answer) => (answer ? resolve(answer) : reject(new DomainError("internal", "a search had no answer"))),
        reject,
      )
      .finally(() => {
        if (slots[slot.number] === slot) release(slot);
      })
      .catch((err) => log?.error({ err }, "bug in the search queue"));
  };

  return {
    search: (query, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(cancelled());
        const free = slots.find(({ isBusy }) => !isBusy);
        if (!free && waiting.length >= searchesWaiting) return reject(overloaded());
        const leave = () => {
          const at = waiting.indexOf(entry);
          if (at >= 0) waiting.splice(at, 1);
          reject(cancelled());
        };
        const done =
          <Value>(settle: (value: Value) => void) =>
          (value: Value) => {
            signal?.removeEventListener("abort", leave);
            settle(value);
          };
        const entry: Waiting = { query, signal, resolve: done(resolve), reject: done(reject) };
        signal?.addEventListener("abort", leave, { once: true });
        if (free) give(free, entry);
        else waiting.push(entry);
      }),
    async show(view) {
      await Promise.all(slots.map(({ thread }) => thread.ask({ show: view })));
    },
    async [Symbol.asyncDispose]() {
      for (const { reject } of waiting.splice(0)) reject(new DomainError("unavailable", "the index is closed"));
      await Promise.all(slots.map(({ thread }) => thread[Symbol.asyncDispose]()));
    },
  };
}

const cancelled = () => new DomainError("cancelled", "The caller left before the answer");

const overloaded = () => new DomainError("unavailable", "too many searches are waiting: try again in a second");
