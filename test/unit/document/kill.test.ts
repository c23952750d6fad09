import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteDocuments } from "../../../services/document/adapters/sqlite-documents.ts";
import { createDocuments } from "../../../services/document/documents.ts";
import { startWorker } from "../../../services/document/ingest/worker.ts";
import { createLogger } from "../../../services/kit/log.ts";
import { createFileIndex } from "./file-index.ts";

const clock = { now: () => Date.now() };
const OLD = "Rates rose to 4 percent.\nPrices fell.";
const NEW = "Rates rose to 5 percent.\nPrices fell.\nJobs grew.";

describe("a worker killed at any moment loses nothing", () => {
  let folder: string;
  const submitted = (text: string, batchId: string) => ({
    batchId,
    content: new TextEncoder().encode(text),
    mediaType: "text/plain",
    documentUrl: "https://example.org/a",
    sourceName: "Example Bank",
    articleTitle: "Minutes",
    publishedDate: null,
    authors: [],
    summary: "",
  });
  const open = async () => {
    const store = await openSqliteDocuments({ path: join(folder, "insights.db") });
    const index = createFileIndex(join(folder, "index.jsonl"));
    return { store, index, documents: createDocuments({ store, clock }) };
  };
  /** Works until nothing of the batch is open. */
  const work = async ({ store, index, documents }: Awaited<ReturnType<typeof open>>, batchId: string) => {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const check = async () => {
      if ((await documents.batch(batchId)).open === 0) resolve();
    };
    const settle: typeof store.settle = (...settled) => store.settle(...settled).then(check);
    const thread = new URL("./plain-thread.ts", import.meta.url);
    const usage = { record: async () => undefined };
    const log = createLogger("test", "silent");
    await using _worker = await startWorker({
      ...{ jobs: { ...store, settle }, store, index, usage, clock, log, thread },
      threads: 1,
      owner: "local",
    });
    await check();
    await done;
  };
  const killedAt = async (method: string, when: string) => {
    const script = new URL("./killed-worker.ts", import.meta.url).pathname;
    const files = [join(folder, "insights.db"), join(folder, "index.jsonl")];
    const child = spawn(process.execPath, [script, ...files, method, when], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [, signal] = await once(child, "exit");
    assert.equal(signal, "SIGKILL");
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "killed-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  // Before a step is after the one before it.
  const moments = ["lease", "content", "hold", "stage", "record", "replace", "publish", "settle"].map((step) => [
    step,
    "before",
  ]);
  for (const [step = "", when = ""] of [...moments, ["settle", "after"]]) {
    it(`${when} ${step}: the old version or the new one is seen, whole, and the next run completes the new one`, async () => {
      const batchId = randomUUID();
      let docId: string;
      {
        const first = await open();
        await using _store = first.store;
        const oldBatch = randomUUID();
        ({ docId } = await first.documents.submit(submitted(OLD, oldBatch)));
        await work(first, oldBatch);
        await first.documents.submit(submitted(NEW, batchId));
      }
      await killedAt(step, when);

      const second = await open();
      await using _store = second.store;
      const { text } = await second.documents.text(docId);
      assert.ok([OLD, NEW].includes(text));
      const seen = (await second.documents.get(docId)).insights.map(({ insight }) => insight);
      assert.deepEqual(seen, text.split("\n"));
      assert.notEqual(second.index.visible(docId), undefined);

      await work(second, batchId);
      const { document, insights } = await second.documents.get(docId);
      assert.deepEqual(
        insights.map(({ insight }) => insight),
        NEW.split("\n"),
      );
      assert.ok(document.ingestedAt < document.extractedAt);
      assert.deepEqual(await second.documents.verify({}), {
        documents: 1,
        insights: 3,
        excerpts: 3,
        faults: [],
        nextPageToken: "",
      });
      const visible = second.index.visible(docId);
      assert.deepEqual(
        visible && "stage" in visible && visible.insightIds,
        insights.map(({ insightId }) => insightId),
      );
      const { failed, failedCount, ...counts } = await second.documents.batch(batchId);
      const bytes = NEW.length;
      assert.deepEqual(counts, { open: 0, complete: 1, insights: 3, submittedBytes: bytes, finishedBytes: bytes });
      assert.deepEqual([failed, failedCount], [[], 0]);
      assert.equal((await second.documents.submit(submitted(NEW, randomUUID()))).unchanged, true);
    }).timeout(20_000);
  }
});
