import { type MessagePort, Worker } from "node:worker_threads";
import { DomainError, type Kind, messageOf } from "#kit/errors.ts";

/** A worker thread that answers tasks, and may tell things by itself. */
export interface Thread<Task, Answer> extends AsyncDisposable {
  /**
   * Rejects with the `DomainError` that the task failed with, or `unavailable` when the thread has ended. When the signal
   * fires, the thread is told; what becomes of the task is up to it.
   */
  ask(task: Task, signal?: AbortSignal): Promise<Answer>;
}

interface Request<Task> {
  id: number;
  task: Task;
}
/** Nobody waits for that task any more. */
interface Leave {
  leave: number;
}
interface Reply<Answer> {
  id: number;
  answer?: Answer;
  failure?: { kind: Kind; message: string };
}
/** What a thread tells by itself. */
interface News<Event> {
  event: Event;
}

/**
 * What a thread's heap has for new objects. Left to itself it takes several times as much while documents are taken in, and
 * keeps it: the writer's thread had 164 MB of heap after the corpus, and has 86.
 */
const YOUNG_GENERATION_MIB = 48;

/** `data` reaches the thread as its `workerData`. The thread keeps the process alive only while a task is under way. */
export function openThread<Task, Answer, Event = never>(
  file: URL,
  data: unknown,
  on: { event?: (event: Event) => void; end?: (cause: unknown) => void } = {},
): Thread<Task, Answer> {
  const worker = new Worker(file, {
    workerData: data,
    stdin: false,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
  });
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let lastId = 0;
  let ended: DomainError | undefined;
  let isClosing = false;

  const end = (cause: unknown) => {
    ended ??= new DomainError("unavailable", "a thread of the index has ended", { cause });
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    if (!isClosing) on.end?.(cause);
    isClosing = true;
  };
  worker.on("error", end);
  worker.on("exit", (code) => end(new Error(`exit ${code}`)));
  worker.on("message", (message: Reply<Answer> | News<Event>) => {
    if ("event" in message) return on.event?.(message.event);
    const { id, answer, failure } = message;
    const asked = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (failure) asked?.reject(new DomainError(failure.kind, failure.message));
    else asked?.resolve(answer as Answer);
  });

  return {
    ask(task, signal) {
      const asked = Promise.withResolvers<Answer>();
      if (ended) asked.reject(ended);
      else {
        const id = ++lastId;
        waiting.set(id, asked);
        worker.ref();
        worker.postMessage({ id, task } satisfies Request<Task>);
        if (signal) {
          const leave = () => worker.postMessage({ leave: id } satisfies Leave);
          if (signal.aborted) leave();
          signal.addEventListener("abort", leave, { once: true });
          return asked.promise.finally(() => signal.removeEventListener("abort", leave));
        }
      }
      return asked.promise;
    },
    async [Symbol.asyncDispose]() {
      isClosing = true;
      ended ??= new DomainError("unavailable", "the index is closed");
      // What was given before is still carried out.
      await Promise.allSettled([...waiting.values()].map(({ promise }) => promise));
      await worker.terminate();
    },
  };
}

/**
 * The thread's side: answers each task, one at a time in the order in which they were given, or with `sideBySide` each as
 * it comes. Returns how to tell something without being asked.
 */
export function serveThread<Task, Answer, Event = never>(
  port: MessagePort | null,
  handle: (task: Task, signal: AbortSignal) => Promise<Answer>,
  { sideBySide = false } = {},
): (event: Event) => void {
  if (!port) throw new Error("runs as a worker thread");
  const running = new Map<number, AbortController>();
  const answer = async (id: number, task: Task, signal: AbortSignal) => {
    const reply: Reply<Answer> = { id };
    try {
      reply.answer = await handle(task, signal);
    } catch (err) {
      reply.failure = { kind: err instanceof DomainError ? err.kind : "internal", message: messageOf(err) };
    }
    running.delete(id);
    port.postMessage(reply);
  };
  let turn: Promise<void> = Promise.resolve();
  port.on("message", (message: Request<Task> | Leave) => {
    if ("leave" in message) return running.get(message.leave)?.abort();
    const { id, task } = message;
    const controller = new AbortController();
    running.set(id, controller);
    const start = () => answer(id, task, controller.signal);
    turn = sideBySide ? start() : turn.then(start);
  });
  return (event) => port.postMessage({ event } satisfies News<Event>);
}
