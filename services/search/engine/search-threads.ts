import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import type { SearchAnswer, SearchRequest, SearchTask, SearchThreadData } from "./search-thread.ts";
import { openThread, type Thread } from "./thread.ts";
import type { View } from "./view.ts";

const SEARCH_THREAD = new URL("./search-thread.ts", import.meta.url);

/** Search threads behind one bounded queue. Each works on one search at a time, so that a caller who left costs nothing. */
export interface SearchThreads extends AsyncDisposable {
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer>;
  /** Searches that start after the call see the view. Resolves when no search looks at an older one. */
  show(view: View): Promise<void>;
}

interface Waiting {
  request: SearchRequest;
  signal: AbortSignal | undefined;
  resolve(answer: SearchAnswer): void;
  reject(err: unknown): void;
}

interface Slot {
  thread: Thread<SearchTask, SearchAnswer | undefined>;
  isBusy: boolean;
  /** Has carried out a task. One that ends before that would end again. */
  hasWorked: boolean;
  hasEnded: boolean;
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

  const start = (number: number): Slot => {
    const data: SearchThreadData = { path, thread: number };
    const end = (cause: unknown) => {
      slot.hasEnded = true;
      if (slot.hasWorked) replace(number, cause);
      else giveUp(cause);
    };
    const thread = openThread<SearchTask, SearchAnswer | undefined>(SEARCH_THREAD, data, { end });
    const slot: Slot = { thread, isBusy: false, hasWorked: false, hasEnded: false };
    return slot;
  };
  const slots: Slot[] = Array.from({ length: threads }, (_, number) => start(number));

  const replace = (number: number, cause: unknown) => {
    log?.error({ err: cause }, "a search thread has ended; another takes its place");
    const slot = start(number);
    // Not before it has seen the index.
    slot.isBusy = true;
    slots[number] = slot;
    wholeView()
      .then((view) => show(slot, view))
      .then(() => release(slot))
      .catch((err) => log?.error({ err }, "a search thread could not be replaced: restart"));
  };

  const giveUp = (cause: unknown) => {
    log?.error({ err: cause }, "a search thread cannot work: restart");
    if (!slots.every(({ hasEnded }) => hasEnded)) return;
    for (const { reject } of waiting.splice(0)) reject(noThreads());
  };

  const show = async (slot: Slot, view: View) => {
    await slot.thread.ask({ show: view });
    slot.hasWorked = true;
  };

  const release = (slot: Slot) => {
    slot.isBusy = false;
    const next = waiting.shift();
    if (next) give(slot, next);
  };

  const give = (slot: Slot, { request, resolve, reject }: Waiting) => {
    slot.isBusy = true;
    slot.thread
      .ask({ search: request })
      .then(
        (answer) => (answer ? resolve(answer) : reject(new DomainError("internal", "a search had no answer"))),
        reject,
      )
      .finally(() => {
        if (!slot.hasEnded) release(slot);
      })
      .catch((err) => log?.error({ err }, "bug in the search queue"));
  };

  return {
    search: (request, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(cancelled());
        if (slots.every(({ hasEnded }) => hasEnded)) return reject(noThreads());
        const free = slots.find(({ isBusy, hasEnded }) => !isBusy && !hasEnded);
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
        const entry: Waiting = { request, signal, resolve: done(resolve), reject: done(reject) };
        signal?.addEventListener("abort", leave, { once: true });
        if (free) give(free, entry);
        else waiting.push(entry);
      }),
    async show(view) {
      await Promise.all(slots.filter(({ hasEnded }) => !hasEnded).map((slot) => show(slot, view)));
    },
    async [Symbol.asyncDispose]() {
      for (const { reject } of waiting.splice(0)) reject(new DomainError("unavailable", "the index is closed"));
      await Promise.all(slots.map(({ thread }) => thread[Symbol.asyncDispose]()));
    },
  };
}

const noThreads = () => new DomainError("unavailable", "no search thread works: restart, the log has the cause");

const cancelled = () => new DomainError("cancelled", "The caller left before the answer");

const overloaded = () => new DomainError("unavailable", "too many searches are waiting: try again in a second");
