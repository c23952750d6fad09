import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { openMilvusIndex } from "../../services/search/adapters/milvus-index.ts";
import { openMysqlCatalogue } from "../../services/search/adapters/mysql-catalogue.ts";
import { openMilvus } from "../../services/search/milvus/client.ts";
import { insightsOf, vectorsOf } from "../../services/search/milvus/schema.ts";
import { copper, lemons } from "../contract/insight-index.ts";
import { hasMilvus, MILVUS, startMilvus } from "./servers/milvus.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";
import { needing } from "./servers/process.ts";

const COPPER = { query: "copper output of Chile", limit: 5 };

onMysql(() =>
  needing({ [MILVUS]: hasMilvus() }, () => {
    describe("the collections of an index in Milvus", () => {
      let milvus: Awaited<ReturnType<typeof startMilvus>>;
      let stack: AsyncDisposableStack;
      let mysqlUrl: string;
      before(async () => {
        milvus = await startMilvus();
      });
      after(() => milvus[Symbol.asyncDispose]());
      beforeEach(async () => {
        stack = new AsyncDisposableStack();
        mysqlUrl = stack.use(await scratchDatabase()).url;
      });
      afterEach(() => stack.disposeAsync());

      const open = async (address = milvus.address, timeoutMs = 20_000) => {
        const client = stack.use(openMilvus({ address, timeoutMs }));
        const catalogue = stack.use(await openMysqlCatalogue({ url: mysqlUrl }));
        const index = stack.use(await openMilvusIndex({ milvus: client, catalogue, graceMs: 500, sweepMs: 100 }));
        return { client, catalogue, index };
      };
      const put = async ({ index }: Awaited<ReturnType<typeof open>>, document = copper()) => {
        await index.stage(document);
        await index.publish(document.docId, document.version);
      };
      const idsFound = async ({ index }: Awaited<ReturnType<typeof open>>, query = COPPER) =>
        (await index.search(query)).insights.map(({ insightId }) => insightId);

      it("are made anew by one run at a time, whichever process each comes to", async () => {
        const [first, second] = [await open(), await open()];
        await put(first);
        assert.equal(await first.catalogue.claim("one", 60_000), true);
        const refused = { kind: "conflict", message: /already/ };
        await assert.rejects(second.index.reindex({ run: "two" }), refused);
        assert.equal((await second.catalogue.collections()).building, undefined);
        while (!(await second.index.reindex({ run: "one" })).isDone);
        while (!(await second.index.reindex({ run: "two" })).isDone);
        assert.deepEqual(await idsFound(first), ["ins_copper"]);
      });

      it("are taken up by another run when the one before has stopped", async () => {
        const one = await open();
        assert.equal(await one.catalogue.claim("one", 200), true);
        assert.equal(await one.catalogue.claim("two", 200), false);
        await sleep(300);
        assert.equal(await one.catalogue.claim("two", 200), true);
        assert.equal(await one.catalogue.claim("one", 200), false);
      });

      it("are made once by several processes that start at the same moment, and serve all of them", async () => {
        for (let round = 0; round < 3; round++) {
          mysqlUrl = stack.use(await scratchDatabase()).url;
          const [first, second, third] = await Promise.all([open(), open(), open()]);
          await Promise.all([put(first), put(second, lemons())]);
          for (const one of [first, second, third]) {
            assert.deepEqual(await idsFound(one), ["ins_copper"]);
            assert.deepEqual(await idsFound(one, { query: "lemon harvest", limit: 5 }), ["ins_lemons"]);
          }
          const { active } = await third.catalogue.collections();
          const own = (await third.client.listCollections()).filter((name) => active && name.endsWith(active.place));
          assert.equal(own.length, 2);
        }
      });

      it("are made by the first search that finds Milvus there, when it was away at the start", async () => {
        await using late = await startMilvus();
        await late.stop();
        const one = await open(late.address, 2_000);
        await assert.rejects(one.index.search(COPPER), { kind: "unavailable" });
        await late.start();
        const until = Date.now() + 20_000;
        // The client waits longer and longer before it connects again.
        while (Date.now() < until && !(await one.index.search(COPPER).catch(() => undefined))) await sleep(200);
        await put(one);
        assert.deepEqual(await idsFound(one), ["ins_copper"]);
      });

      it("are not made anew without what they held: the search says so, and a reindex brings it back", async () => {
        await put(await open());
        const { client, catalogue } = await open();
        const { active } = await catalogue.collections();
        assert.ok(active);
        for (const name of [insightsOf(active), vectorsOf(active)]) await client.dropCollection(name);
        const one = await open();
        for (let times = 0; times < 2; times++) {
          await assert.rejects(one.index.search(COPPER), { kind: "unavailable", message: /insights reindex/ });
        }
        while (!(await one.index.reindex({ run: "again" })).isDone);
        assert.deepEqual(await idsFound(one), ["ins_copper"]);
      });

      it("that another process has dropped are let go of, with the threads of their models", async () => {
        const running = new Set<Worker>();
        const note = (message: unknown) => {
          const { worker } = message as { worker: Worker };
          running.add(worker);
          worker.once("exit", () => running.delete(worker));
        };
        subscribe("worker_threads", note);
        stack.defer(() => void unsubscribe("worker_threads", note));
        const [first, second] = [await open(), await open()];
        await put(first);
        await put(second, lemons());
        const before = running.size;
        for (const run of ["one", "two", "three"]) {
          while (!(await first.index.reindex({ run })).isDone);
          for (const one of [first, second]) assert.deepEqual(await idsFound(one), ["ins_copper"]);
          await put(second, { ...lemons(), version: Number(`${run.length}`) + before });
        }
        const until = Date.now() + 20_000;
        while (running.size > before && Date.now() < until) await sleep(50);
        assert.ok(running.size <= before, `${running.size} threads, ${before} before`);
        assert.deepEqual(await idsFound(second), ["ins_copper"]);
      });
    });
  }),
);
