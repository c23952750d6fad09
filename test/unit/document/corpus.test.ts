import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteDocuments } from "../../../services/document/adapters/sqlite-documents.ts";
import { createDocuments } from "../../../services/document/documents.ts";
import { docIdOf } from "../../../services/document/identity.ts";
import { startWorker } from "../../../services/document/ingest/worker.ts";
import type { IndexedContent } from "../../../services/document/ports.ts";
import { createLogger } from "../../../services/kit/log.ts";
import { type CorpusRow, toSubmitted, withCorpus } from "../../support/corpus.ts";

/** Every so many documents of the corpus: enough kinds of them for a test, the whole is for `insights verify`. */
const EVERY = 6;

withCorpus("real documents, taken in", "corpus/documents.jsonl", (path) => {
  it("all succeed, the text is stored code point for code point, and nothing fails the check", async () => {
    const all = readFileSync(path, "utf8").trim().split("\n");
    // The file is the project's own: its rows have these fields.
    const rows = all.map((line) => JSON.parse(line) as CorpusRow);
    assert.equal(new Set(rows.map((row) => docIdOf(row.document_url))).size, rows.length);
    const taken = rows.filter((_, at) => at % EVERY === 0);

    const folder = mkdtempSync(join(tmpdir(), "corpus-"));
    await using stack = new AsyncDisposableStack();
    stack.defer(() => rmSync(folder, { recursive: true }));
    const store = stack.use(await openSqliteDocuments({ path: join(folder, "insights.db") }));
    const clock = { now: () => Date.now() };
    const documents = createDocuments({ store, clock });
    const batchId = randomUUID();
    const submit = (row: CorpusRow) => documents.submit(toSubmitted(row, batchId));
    for (const row of taken) await submit(row);

    const staged: (IndexedContent & { docId: string })[] = [];
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const settle: typeof store.settle = async (...settled) => {
      await store.settle(...settled);
      if ((await documents.batch(batchId)).open === 0) resolve();
    };
    const worker = await startWorker({
      jobs: { ...store, settle },
      store,
      index: {
        stage: async ({ docId, content }) => {
          staged.push({ docId, ...(JSON.parse(Buffer.from(content).toString()) as IndexedContent) });
          return { model: "none", inputTokens: 0 };
        },
        publish: async () => undefined,
      },
      usage: { record: async () => undefined },
      clock,
      log: createLogger("test", "silent"),
      threads: 2,
      owner: "test",
    });
    stack.use(worker);
    await done;

    const batch = await documents.batch(batchId);
    assert.deepEqual(batch.failed, []);
    assert.equal(batch.complete, taken.length);
    for (const row of taken) assert.equal((await documents.text(docIdOf(row.document_url))).text, row.text);
    const { faults, insights } = await documents.verify({ pageSize: 200 });
    assert.deepEqual(faults, []);
    assert.equal(insights, batch.insights);
    for (const { docId, insights: indexed, passages } of staged) {
      const stored = (await documents.get(docId)).insights;
      assert.deepEqual(
        indexed.map(({ insightId }) => insightId),
        stored.map(({ insightId }) => insightId),
      );
      const { text } = await documents.text(docId);
      for (const [at, { passage }] of stored.entries()) {
        assert.equal(passages[indexed[at]?.passage ?? -1], text.slice(passage.start, passage.end));
      }
    }
    for (const row of taken) assert.equal((await submit(row)).unchanged, true);
  }).timeout(180_000);
});
