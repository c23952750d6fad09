import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteDocuments } from "../../services/document/adapters/sqlite-documents.ts";
import { documentStoreContract } from "./document-store.ts";

documentStoreContract("SQLite in memory", () => openSqliteDocuments({ path: ":memory:" }));

documentStoreContract("SQLite in a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "documents-"));
  const store = await openSqliteDocuments({ path: join(folder, "insights.db") });
  return {
    ...store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
});
