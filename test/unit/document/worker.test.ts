import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteDocuments } from "../../../services/document/adapters/sqlite-documents.ts";
import { createDocuments, type Documents } from "../../../services/document/documents.ts";
import { startWorker } from "../../../services/document/ingest/worker.ts";
import type { IngestUsage } from "../../../services/document/ports.ts";
import { DomainError } from "../../../services/kit/errors.ts";
import { createLogger } from "../../../services/kit/log.ts";
import { createFileIndex } from "./file-index.ts";

type Store = Awaited<ReturnType<typeof openSqliteDocuments>>;

const away = () => Promise.reject(new DomainError("unavailable", "the index is away"));

describe("a worker", () => {
  let folder: string;
  let store: Store;
  let documents: Documents;
  let index: ReturnType<typeof createFileIndex>;
  let used: IngestUsage[];
  let now: number;
  const clock = { now: () => now };

  beforeEach(async () => {
    now = 1_000_000;
    folder = mkdtempSync(join(tmpdir(), "worker-"));
    store = await openSqliteDocuments({ path: join(folder, "insights.db") });
    documents = createDocuments({ store, clock });
    index = createFileIndex(join(folder, "index.jsonl"));
    used = [];
  });
  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const submit = (text: string, extra = {}) =>
    documents.submit({
      batchId: randomUUID(),
      content: new TextEncoder().encode(text),
      mediaType: "text/plain",
      documentUrl: "https://example.org/a",
      sourceName: "Example Bank",
      articleTitle: "Minutes",
      publishedDate: null,
      authors: [],
      summary: "",
      ...extra,
    });

  /** A worker, and a promise of the moment when it has settled this many jobs, whatever became of them. */
  const start = async (options: Partial<Parameters<typeof startWorker>[0]> = {}, on: Store = store) => {
    let settled = 0;
    const waiting: { count: number; resolve: () => void }[] = [];
    const jobs: Store = {
      ...on,
      async settle(...parameters) {
        await on.settle(...parameters);
        settled += 1;
        for (const { count, resolve } of waiting) if (settled >= count) resolve();
      },
    };
    const record = async (event: IngestUsage) => void used.push(event);
    const log = createLogger("test", "silent");
    const thread = new URL("./plain-thread.ts", import.meta.url);
    const fixed = {
      jobs,
      store: on,
      index,
      usage: { record },
      clock,
      log,
      thread,
      threads: 2,
      owner: "local",
      pollMs: 5,
    };
    const worker = await startWorker({ ...fixed, ...options });
    const settles = (count: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ count, resolve });
        if (settled >= count) resolve();
      });
    return { worker, settles };
  };
  const jobs = async () => (await documents.jobs({})).jobs;

  it("publishes what was submitted, gives it to the index and records what embedding cost", async () => {
    const { docId } = await submit("Rates rose.\nPrices fell.");
    const { worker, settles } = await start();
    await using _worker = worker;
    await settles(1);
    const { document, insights } = await documents.get(docId);
    assert.equal(document.extractionStatus, "complete");
    assert.deepEqual(
      insights.map(({ insight }) => insight),
      ["Rates rose.", "Prices fell."],
    );
    const visible = index.visible(docId);
    assert.deepEqual(
      visible && "stage" in visible && visible.insightIds,
      insights.map(({ insightId }) => insightId),
    );
    assert.equal(used.length, 1);
    assert.deepEqual([used[0]?.operation, used[0]?.keyId, used[0]?.tokens[0]?.inputTokens], ["ingest", null, 2]);
    assert.match(used[0]?.eventId ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.notEqual(used[0]?.eventId, used[0]?.tokens[0]?.eventId);
  });

  it("fails what cannot be read at once, says why, and leaves what was there before", async () => {
    const { docId } = await submit("Rates rose.");
    const { worker, settles } = await start();
    await using _worker = worker;
    await settles(1);
    await submit("refuse me");
    await settles(2);
    const [failed] = await jobs();
    assert.deepEqual([failed?.state, failed?.attempts, failed?.reason], ["failed", 1, "it cannot be read: repair it"]);
    assert.deepEqual(
      (await documents.get(docId)).insights.map(({ insight }) => insight),
      ["Rates rose."],
    );
    assert.equal((await documents.list({})).length, 1);
    assert.equal((await submit("Rates rose.")).unchanged, true);
  });

  it("tries again later when the index is away, a bounded number of times, and then says what it waited for", async () => {
    await submit("Rates rose.");
    const { worker, settles } = await start({ index: { stage: away, publish: away }, maxAttempts: 3 });
    await using _worker = worker;
    for (const attempt of [1, 2]) {
      await settles(attempt);
      const [waiting] = await jobs();
      assert.deepEqual([waiting?.state, waiting?.attempts], ["pending", attempt]);
      now += 60_000;
    }
    await settles(3);
    const [failed] = await jobs();
    assert.deepEqual([failed?.state, failed?.attempts], ["failed", 3]);
    assert.match(failed?.reason ?? "", /the index is away.*3 times/);
    assert.deepEqual(await documents.list({}), []);
  });

  it("goes on with the publication alone when only that failed", async () => {
    await submit("Rates rose.");
    let isAway = true;
    const publish = (docId: string, version: number) => (isAway ? away() : index.publish(docId, version));
    const { worker, settles } = await start({ index: { stage: index.stage, publish } });
    await using _worker = worker;
    await settles(1);
    isAway = false;
    now += 60_000;
    await settles(2);
    assert.deepEqual(
      (await jobs()).map(({ state, insights }) => [state, insights]),
      [["complete", 1]],
    );
    assert.equal(index.told().length, 2);
  });

  it("publishes again after its document was replaced but never reached the index", async () => {
    const { docId } = await submit("Rates rose.");
    const first = await start({ index: { stage: index.stage, publish: away }, maxAttempts: 1 });
    await first.settles(1);
    await first.worker[Symbol.asyncDispose]();
    assert.equal((await jobs())[0]?.state, "failed");
    assert.equal((await submit("Rates rose.")).unchanged, false);
    const { worker, settles } = await start();
    await using _worker = worker;
    await settles(1);
    assert.notEqual(index.visible(docId), undefined);
  });

  it("does not take a document in whose use it could not record", async () => {
    await submit("Rates rose.");
    const { worker, settles } = await start({ usage: { record: away } });
    await using _worker = worker;
    await settles(1);
    assert.equal((await jobs())[0]?.state, "pending");
    assert.deepEqual(await documents.list({}), []);
  });

  it("gives back what it is at when it is stopped, and does not count it as begun", async () => {
    await submit("Rates rose.");
    const staging = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<{ model: string; inputTokens: number }>();
    const stage = () => {
      staging.resolve();
      return stopped.promise;
    };
    const { worker } = await start({ index: { stage, publish: index.publish } });
    await staging.promise;
    const ended = worker[Symbol.asyncDispose]();
    stopped.reject(new DomainError("unavailable", "the process is stopping"));
    await ended;
    assert.deepEqual(
      (await jobs()).map(({ state, attempts }) => [state, attempts]),
      [["pending", 0]],
    );
    const next = await start();
    await using _worker = next.worker;
    await next.settles(1);
    assert.equal((await jobs())[0]?.state, "complete");
  });

  it("begins nothing more when it is told to end, and goes on with what it is at", async () => {
    await submit("Rates rose.");
    await submit("Rates fell.", { documentUrl: "https://example.org/b" });
    const [staging, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stage: typeof index.stage = async (document) => {
      staging.resolve();
      await goOn.promise;
      return index.stage(document);
    };
    const draining = new AbortController();
    const { worker } = await start({ index: { ...index, stage }, draining: draining.signal, threads: 1 });
    await using _worker = worker;
    await staging.promise;
    // Whatever was begun by now is staged and stored; a third one, that comes now, waits for another worker.
    draining.abort();
    await submit("Rates stood still.", { documentUrl: "https://example.org/c" });
    goOn.resolve();
    await worker.drained;
    const states = new Map((await jobs()).map(({ documentUrl, state }) => [documentUrl, state]));
    assert.equal(states.get("https://example.org/c"), "pending");
    assert.ok([...states.values()].includes("complete"));
    for (const state of states.values()) assert.match(state, /complete|pending/);
  });

  it("the last of several submissions of a document wins, also while an earlier one is being made", async () => {
    const first = Promise.withResolvers<void>();
    const staging = Promise.withResolvers<void>();
    const stage: typeof index.stage = async (document) => {
      staging.resolve();
      await first.promise;
      return index.stage(document);
    };
    const { worker, settles } = await start({ index: { ...index, stage } });
    await using _worker = worker;
    const { docId } = await submit("First.");
    await staging.promise;
    await submit("Second.");
    await submit("Third.");
    first.resolve();
    await settles(2);
    assert.equal((await documents.text(docId)).text, "Third.");
    assert.equal((await documents.list({})).length, 1);
    assert.deepEqual(
      (await jobs()).map(({ state }) => state),
      ["complete", "complete"],
    );
  });

  it("forgets what became of jobs after 30 days, not before, and keeps their documents", async () => {
    const { docId } = await submit("First.");
    {
      const { worker, settles } = await start();
      await using _worker = worker;
      await settles(1);
    }
    const day = 24 * 60 * 60_000;
    for (const [days, kept] of [
      [30, 1],
      [1, 0],
    ] as const) {
      now += days * day;
      await submit(`After ${days} days.`, { documentUrl: `https://example.org/${days}` });
      const { worker, settles } = await start();
      await using _worker = worker;
      await settles(1);
      assert.equal((await jobs()).filter((job) => job.docId === docId).length, kept);
    }
    assert.equal((await documents.text(docId)).text, "First.");
    assert.equal((await submit("First.")).unchanged, true);
  });

  it("has the contents of few documents in memory, one more than it has threads, however many wait", async () => {
    const count = 20;
    for (let i = 0; i < count; i += 1) await submit(`Text ${i}.`, { documentUrl: `https://example.org/${i}` });
    let held = 0;
    let most = 0;
    const watched: Store = {
      ...store,
      async content(job) {
        held += 1;
        most = Math.max(most, held);
        return store.content(job);
      },
      async settle(...parameters) {
        await store.settle(...parameters);
        held -= 1;
      },
    };
    const { worker, settles } = await start({ threads: 2 }, watched);
    await using _worker = worker;
    await settles(count);
    assert.equal(held, 0);
    assert.equal(most, 3);
  });

  it("gives up a document whose process died each time", async () => {
    await submit("Rates rose.");
    for (const _ of [1, 2]) {
      await store.lease("local", now, now + 1_000);
      await store.takeOver("local");
    }
    const { worker, settles } = await start({ maxDeaths: 2 });
    await using _worker = worker;
    await settles(1);
    const [failed] = await jobs();
    assert.equal(failed?.state, "failed");
    assert.match(failed?.reason ?? "", /process ended each time.*submit it again/);
  });

  it("two processes on one database do each document once", async () => {
    const other = await openSqliteDocuments({ path: join(folder, "insights.db") });
    await using _other = other;
    const here = await start({ owner: "here" });
    const there = await start({ owner: "there" }, other);
    await using _here = here.worker;
    await using _there = there.worker;
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const count = 40;
    const told = new Set<string>();
    const check = async () => {
      if ((await documents.jobs({ states: ["complete"] })).total === count) resolve();
    };
    for (let at = 1; at <= count; at += 1) {
      told.add((await submit(`Text ${at}.`, { documentUrl: `https://example.org/${at}` })).docId);
      void here.settles(at).then(check);
      void there.settles(at).then(check);
    }
    await done;
    const staged = index.told().flatMap((event) => ("stage" in event ? [event.stage] : []));
    assert.deepEqual(staged.toSorted(), [...told].toSorted());
    assert.deepEqual(
      (await jobs()).filter(({ attempts }) => attempts !== 1),
      [],
    );
  }).timeout(20_000);
}).timeout(10_000);
