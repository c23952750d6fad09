import assert from "node:assert/strict";
import type { IndexedDocument, IndexQuery, InsightIndex } from "../../../services/search/ports.ts";
import { createSearch } from "../../../services/search/search.ts";
import { document } from "./documents.ts";

describe("search use cases", () => {
  let asked: IndexQuery | undefined;
  const index: InsightIndex = {
    search: async (query) => {
      asked = query;
      return { insights: [], embedding: { model: "none", inputTokens: 0 } };
    },
    stage: async () => ({ model: "none", inputTokens: 0 }),
    reindex: () => Promise.reject(new Error("not in this test")),
    publish: async () => undefined,
    status: async () => ({ documents: 0, insights: 0, vectors: 0, modelFingerprint: "", memoryBytes: 0 }),
  };
  const search = createSearch({ index });
  const ask = (query: Partial<IndexQuery>) => search.search({ query: "copper", limit: 20, ...query });
  const refused = (query: Partial<IndexQuery>, message: RegExp) =>
    assert.rejects(ask(query), (err: Error & { kind?: string }) => err.kind === "invalid" && message.test(err.message));

  it("trims the query", async () => {
    await ask({ query: " \n copper\t" });
    assert.equal(asked?.query, "copper");
  });

  it("takes 1 to 1,000 code points, however many bytes they have", async () => {
    await ask({ query: "🌵".repeat(1000) });
    await refused({ query: "🌵".repeat(1001) }, /^query .*1,000.*concept/);
    await refused({ query: "a".repeat(1001) }, /^query/);
    await refused({ query: " \n " }, /^query is empty/);
  });

  it("takes a limit of 1 to 100", async () => {
    for (const limit of [1, 100]) await ask({ limit });
    for (const limit of [0, 101, -1, 1.5, Number.NaN]) await refused({ limit }, /^limit .*1 to 100/);
  });

  it("refuses an empty publisher: it would widen the search unseen", async () => {
    for (const sourceName of ["", "  "]) await refused({ sourceName }, /^source_name .*leave it out/);
    await ask({ sourceName: "%" });
  });

  it("takes real days only", async () => {
    for (const since of ["2024-02-29", "0001-01-01"]) await ask({ since });
    for (const since of ["2023-02-29", "2024-13-01", "2024-1-1", "yesterday", "", "2024-01-01T00:00:00Z"]) {
      await refused({ since }, /^since .*YYYY-MM-DD/);
    }
  });

  it("refuses documents that could not be found or told apart", async () => {
    const stage = (change: Partial<IndexedDocument>) => search.stage({ ...document(3), ...change });
    const [first, second] = document(3).insights;
    assert.ok(first && second);
    await stage({});
    const wrong: Partial<IndexedDocument>[] = [
      { docId: "" },
      { version: 0 },
      { version: 1.5 },
      { publishedDate: "2020-02-30" },
      { insights: [first, { ...second, insightId: first.insightId }] },
      { insights: [{ ...first, passage: 2 }] },
      { insights: [{ ...first, passage: -1 }] },
      { insights: [{ ...first, insightId: "" }] },
    ];
    for (const change of wrong) await assert.rejects(stage(change), { kind: "invalid" }, JSON.stringify(change));
  });
});
