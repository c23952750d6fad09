import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteIndex } from "../../services/search/adapters/sqlite-index.ts";
import { insightIndexContract } from "./insight-index.ts";

insightIndexContract("sqlite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "index-"));
  return {
    open: () => openSqliteIndex({ path: join(folder, "index.db"), threads: 2 }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
});
