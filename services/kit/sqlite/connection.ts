import { tracingChannel } from "node:diagnostics_channel";
import { basename } from "node:path";
import { Worker } from "node:worker_threads";
import { DomainError } from "../errors.ts";
import { toDomainError } from "./failure.ts";
import type { Reply, Statement, StatementResult, Task, ThreadOptions } from "./messages.ts";

/**
 * One SQLite connection, in a thread of its own, which starts at the first statement: it costs 40 ms of a processor, and a
 * command needs few. Statements run in the order in which they were given.
 */
export interface SqliteConnection extends AsyncDisposable {
  /** Runs statements in one round trip; with `atomic`, all of them or none; with `isConditional`, none after a first that changes nothing. */
  run(statements: Statement[], atomic: boolean, isConditional?: boolean): Promise<StatementResult[]>;
}

/** Where it is told what statements take, as drivers of databases do on channels of theirs. */
export const SQLITE_CHANNEL = "research-insights:sqlite";
const calls = tracingChannel<{ query: string | undefined }>(SQLITE_CHANNEL);

export function openConnection(options: ThreadOptions): SqliteConnection {
  let thread: Worker | undefined;
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (err: unknown) => void }>();
  let lastId = 0;
  let ended: DomainError | undefined;

  const end = (cause: unknown) => {
    ended ??= closedError(options.path, cause);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL("./sqlite-thread.ts", import.meta.url), { workerData: options, stdin: false });
    started.on("error", end);
    started.on("exit", () => end(undefined));
    started.on("message", (reply: Reply) => {
      waiting.get(reply.id)?.resolve(reply);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
    });
    return started;
  };

  const send = (task: Omit<Task, "id">) =>
    new Promise<Reply>((resolve, reject) => {
      if (ended) return reject(ended);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      thread ??= start();
      thread.ref();
      thread.postMessage({ id: lastId, ...task });
    });

  return {
    run(statements, atomic, isConditional = false) {
      const work = async () => {
        const { results, failure } = await send({ statements, atomic, isConditional });
        if (failure || !results) throw toDomainError(failure ?? { message: "no result" }, options.path);
        return results;
      };
      if (!calls.hasSubscribers) return work();
      return calls.tracePromise(work, { query: atomic ? "commit" : statements[0]?.sql });
    },
    async [Symbol.asyncDispose]() {
      if (ended) return;
      if (!thread) {
        ended = closedError(options.path, undefined);
        return;
      }
      const closed = send({ statements: [], atomic: false, close: true });
      // What was given before is still carried out; what comes now is told that the database is closed.
      ended = closedError(options.path, undefined);
      await closed;
      await thread.terminate();
    },
  };
}

const closedError = (path: string, cause: unknown) =>
  new DomainError("unavailable", `The database ${basename(path)} is closed`, { cause });
