import { openSqliteIndex } from "../../../services/search/adapters/sqlite-index.ts";

/** Makes an index anew with a model until it is killed, and says so when a call came back. */
const [path = "", model = ""] = process.argv.slice(2);
await using index = await openSqliteIndex({ path, threads: 1 });
process.stdout.write("begun\n");
for (;;) {
  const { isDone, documentsDone } = await index.reindex({ model, run: "killed" });
  process.stdout.write(`${documentsDone} done\n`);
  if (isDone) break;
}
