import { openSqliteIndex } from "../../../services/search/adapters/sqlite-index.ts";
import { version } from "./versions.ts";

/** Publishes one version after the other, says so, and goes on until it is killed. */
const [path = ""] = process.argv.slice(2);
await using index = await openSqliteIndex({ path, threads: 1 });
for (let number = 1; ; number++) {
  await index.stage(version(number));
  process.stdout.write(`staged ${number}\n`);
  await index.publish("doc_versions", number);
  process.stdout.write(`published ${number}\n`);
}
