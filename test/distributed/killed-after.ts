import { writeSync } from "node:fs";
import { openWorkplace } from "./workplace.ts";

/** A process that is killed right after its nth write to MySQL or Milvus; it says each on stdout. Ends by itself after its last. */
const [mysqlUrl = "", milvusAddress = "", nth = "", work = "", version = ""] = process.argv.slice(2);
let writes = 0;
await using workplace = await openWorkplace({
  mysqlUrl,
  milvusAddress,
  wrote(what) {
    writeSync(1, `${what}\n`);
    if (++writes === Number(nth)) process.kill(process.pid, "SIGKILL");
  },
});
if (work === "ingest") await workplace.ingest(Number(version));
if (work === "reindex") await workplace.reindex();
if (work === "sweep") await workplace.sweep();
