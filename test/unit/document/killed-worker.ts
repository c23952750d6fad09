import { openSqliteDocuments } from "../../../services/document/adapters/sqlite-documents.ts";
import { startWorker } from "../../../services/document/ingest/worker.ts";
import { createLogger } from "../../../services/kit/log.ts";
import { createFileIndex } from "./file-index.ts";

/** A worker's process that kills itself before or after one call of a port: DATABASE INDEX METHOD before|after. */
const [path = "", indexPath = "", method = "", when = ""] = process.argv.slice(2);

function killing<Port extends object>(port: Port): Port {
  const die = (name: string, moment: string) => {
    if (name === method && moment === when) process.kill(process.pid, "SIGKILL");
  };
  return new Proxy(port, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function" || typeof name !== "string") return call;
      return async (...parameters: unknown[]) => {
        die(name, "before");
        const answer: unknown = await call.apply(target, parameters);
        // An idle worker asks for jobs all the time: only an answer counts as a step.
        if (answer !== undefined || name !== "lease") die(name, "after");
        return answer;
      };
    },
  });
}

const store = killing(await openSqliteDocuments({ path }));
await startWorker({
  jobs: store,
  store,
  index: killing(createFileIndex(indexPath)),
  usage: killing({ record: async () => undefined }),
  clock: { now: () => Date.now() },
  log: createLogger("killed-worker", "silent"),
  threads: 1,
  owner: "local",
  thread: new URL("./plain-thread.ts", import.meta.url),
});
setTimeout(() => process.exit(0), 20_000);
