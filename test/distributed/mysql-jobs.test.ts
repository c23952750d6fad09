import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { submission, version } from "../contract/document-store.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";

const LIMIT = { jobs: 10_000, bytes: 1 << 30 };

onMysql(() =>
  describe("jobs of several processes on MySQL", () => {
    let stack: AsyncDisposableStack;
    let stores: Awaited<ReturnType<typeof openMysqlDocumentStore>>[];

    /** As many stores as there are processes: each has connections of its own. */
    const openStores = async (count: number) => {
      stack = new AsyncDisposableStack();
      const { url } = stack.use(await scratchDatabase());
      stores = [];
      for (let at = 0; at < count; at += 1)
        stores.push(stack.use(await openMysqlDocumentStore({ url, connections: 4 })));
      return stores;
    };
    afterEach(() => stack.disposeAsync());
    const at = (index: number) => stores[index % stores.length] ?? assert.fail("no store");

    it("are leased by one of 8 workers each, and done once, 200 of them", async () => {
      await openStores(8);
      const submitted = Array.from({ length: 200 }, (_, index) => submission(`doc_${index}`));
      await Promise.all(submitted.map((one, index) => at(index).submit(randomUUID(), one, LIMIT, 1)));
      const held = new Set<string>();
      const done: string[] = [];
      await Promise.all(
        stores.map(async (store, worker) => {
          for (;;) {
            const job = await store.lease(`worker ${worker}`, 10, 1_000);
            if (!job) return;
            assert.equal(held.has(job.jobId), false, "two workers held one job");
            held.add(job.jobId);
            await pause(Math.random() * 5);
            assert.equal(await store.replace(version(job, `Text of ${job.docId}.`), job, 10), true);
            await store.settle(job, { state: "complete" }, 10);
            held.delete(job.jobId);
            done.push(job.docId);
          }
        }),
      );
      assert.equal(done.length, 200);
      assert.deepEqual(new Set(done), new Set(submitted.map(({ docId }) => docId)));
      assert.equal((await at(0).jobs({ states: ["complete"], limit: 1 })).total, 200);
    });

    it("that expire are given to one of those who ask, and to nobody again", async () => {
      await openStores(8);
      for (let index = 0; index < 20; index += 1)
        await at(0).submit(randomUUID(), submission(`doc_${index}`), LIMIT, 1);
      for (let index = 0; index < 20; index += 1) assert.ok(await at(0).lease("died", 2, 5));
      const asked = await Promise.all(Array.from({ length: 40 }, (_, index) => at(index).lease("here", 10, 1_000)));
      const leased = asked.flatMap((job) => (job ? [job] : []));
      assert.deepEqual([leased.length, new Set(leased.map(({ jobId }) => jobId)).size], [20, 20]);
      assert.ok(leased.every(({ deaths, attempts }) => deaths === 1 && attempts === 2));
    });

    it("of one document, submitted by all at once, leave the last one and no other", async () => {
      await openStores(6);
      const docId = `doc_${randomUUID().replaceAll("-", "")}`;
      const submitted = Array.from({ length: 60 }, (_, index) => submission(docId, `Text ${index}.`));
      await Promise.all(submitted.map((one, index) => at(index).submit(randomUUID(), one, LIMIT, 1)));
      assert.equal((await at(0).jobs({ states: [], limit: 1 })).total, 1);
      const job = await at(1).lease("here", 10, 1_000);
      assert.ok(job);
      // Versions are given in the order of their submissions: nothing greater was there and is gone.
      await at(2).submit(randomUUID(), submission(docId, "Later."), LIMIT, 11);
      await at(1).settle(job, { state: "complete" }, 12);
      const later = await at(3).lease("there", 12, 1_000);
      assert.equal(later?.version, job.version + 1);
    });

    it("are counted by every batch at every moment, also while they move from one to another", async () => {
      await openStores(4);
      const [first, second] = [randomUUID(), randomUUID()];
      await at(0).submit(randomUUID(), submission("doc_a", "x", first), LIMIT, 1);
      let isMoving = true;
      const moving = (async () => {
        for (let index = 0; index < 100; index += 1) {
          await at(1).submit(randomUUID(), submission("doc_a", "x", index % 2 ? first : second), LIMIT, 1);
        }
        isMoving = false;
      })();
      while (isMoving) assert.equal((await at(2).batch(first)).open, 1);
      await moving;
    });

    it("keep documents of 64 MiB whole", async () => {
      await openStores(2);
      const content = Buffer.alloc(64 * 1024 * 1024, "Prices rose by 3 percent.\u0000\u00ff\n");
      await at(0).submit(randomUUID(), submission("doc_a", content), LIMIT, 1);
      const job = await at(1).lease("here", 2, 1_000);
      assert.ok(job);
      assert.ok(content.equals(await at(1).content(job)));
      const text = { bytes: new Uint8Array(content), textHash: "hash", repairs: [] };
      assert.equal(await at(1).replace(version(job, "short", { text }), job, 3), true);
      assert.ok(content.equals((await at(0).text("doc_a"))?.bytes ?? new Uint8Array()));
    });
  }),
);
