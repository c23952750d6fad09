import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "#kit/errors.ts";
import { openMilvusIndex } from "../../services/search/adapters/milvus-index.ts";
import { openMysqlCatalogue } from "../../services/search/adapters/mysql-catalogue.ts";
import { type Milvus, openMilvus } from "../../services/search/milvus/client.ts";
import { insightsOf, vectorsOf } from "../../services/search/milvus/schema.ts";
import { copper, insightIndexContract } from "../contract/insight-index.ts";
import { hasMilvus, MILVUS, startMilvus } from "./servers/milvus.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";
import { needing } from "./servers/process.ts";

onMysql(() =>
  needing({ [MILVUS]: hasMilvus() }, () => {
    /** One for all: each case has a catalogue of its own, and so collections of its own. */
    let milvus: Awaited<ReturnType<typeof startMilvus>> | undefined;
    after(() => milvus?.[Symbol.asyncDispose]());

    insightIndexContract("Milvus and MySQL", async () => {
      milvus ??= await startMilvus();
      const { address } = milvus;
      const database = await scratchDatabase();
      return {
        async open() {
          await using stack = new AsyncDisposableStack();
          const client = stack.use(openMilvus({ address, timeoutMs: 20_000 }));
          const catalogue = stack.use(await openMysqlCatalogue({ url: database.url }));
          const index = stack.use(await openMilvusIndex({ milvus: client, catalogue }));
          const opened = stack.move();
          return { ...index, [Symbol.asyncDispose]: () => opened.disposeAsync() };
        },
        [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
      };
    });

    it("removes the rows of a replaced version once no search can want them, and no others", async () => {
      milvus ??= await startMilvus();
      await using stack = new AsyncDisposableStack();
      const database = stack.use(await scratchDatabase());
      const client = stack.use(openMilvus({ address: milvus.address, timeoutMs: 20_000 }));
      const catalogue = stack.use(await openMysqlCatalogue({ url: database.url }));
      const index = stack.use(await openMilvusIndex({ milvus: client, catalogue, graceMs: 1_000, sweepMs: 100 }));
      const put = async (version: number) => {
        await index.stage({ ...copper(), version });
        await index.publish("doc_copper", version);
      };
      await put(1);
      await put(2);
      const { active } = await catalogue.collections();
      assert.ok(active);
      const keysIn = async (collection: string) => {
        const rows = await client.query<{ key: string }>(collection, "key > 0", ["key"]);
        return new Set(rows.map(({ key }) => Number(key)));
      };
      assert.equal((await keysIn(insightsOf(active))).size, 2, "kept for searches that are under way");
      const until = Date.now() + 20_000;
      for (const name of [insightsOf(active), vectorsOf(active)]) {
        while ((await keysIn(name)).size > 1 && Date.now() < until) await sleep(100);
        assert.equal((await keysIn(name)).size, 1, name);
      }
      const { insights } = await index.search({ query: "copper output of Chile", limit: 5 });
      assert.deepEqual(
        insights.map(({ insightId }) => insightId),
        ["ins_copper"],
      );
    });

    it("has searched before it is handed over; where that fails, whoever searches first is told", async () => {
      milvus ??= await startMilvus();
      await using stack = new AsyncDisposableStack();
      const database = stack.use(await scratchDatabase());
      const client = stack.use(openMilvus({ address: milvus.address, timeoutMs: 20_000 }));
      const catalogue = stack.use(await openMysqlCatalogue({ url: database.url }));
      let searches = 0;
      let isAway = false;
      let slow = 0;
      const watched: Milvus = {
        ...client,
        async search(...args) {
          searches += 1;
          if (isAway) throw new DomainError("unavailable", "Milvus is away");
          slow -= 1;
          if (slow >= 0) await sleep(600);
          return client.search(...args);
        },
      };
      const first = stack.use(await openMilvusIndex({ milvus: watched, catalogue }));
      await first.stage({ ...copper(), version: 1 });
      await first.publish("doc_copper", 1);
      searches = 0;
      stack.use(await openMilvusIndex({ milvus: watched, catalogue }));
      assert.ok(searches > 0, "a replica that joins has searched");
      const usual = searches;
      slow = 6;
      searches = 0;
      stack.use(await openMilvusIndex({ milvus: watched, catalogue }));
      assert.ok(searches > usual, "and goes on until it is quick");
      isAway = true;
      searches = 0;
      const late = stack.use(await openMilvusIndex({ milvus: watched, catalogue }));
      assert.ok(searches > 0);
      await assert.rejects(late.search({ query: "copper", limit: 5 }), /Milvus is away/);
      isAway = false;
      assert.equal((await late.search({ query: "copper output of Chile", limit: 5 })).insights.length, 1);
    });
  }),
);
