import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { openMilvus } from "../../services/search/milvus/client.ts";
import { insightsOf, vectorsOf } from "../../services/search/milvus/schema.ts";
import { copper } from "../contract/insight-index.ts";
import { hasMilvus, MILVUS, startMilvus } from "./servers/milvus.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";
import { needing } from "./servers/process.ts";
import { DOC_ID, openWorkplace, type Workplace } from "./workplace.ts";

const SCRIPT = new URL("./killed-after.ts", import.meta.url).pathname;
const QUERY = { query: "wheat stocks of Examplia", limit: 100 };
/** More than any of the works has. */
const MOST_STEPS = 60;

onMysql(() =>
  needing({ [MILVUS]: hasMilvus() }, () => {
    describe("a process that is killed after any of its writes to MySQL and Milvus", function () {
      this.timeout(600_000);
      let milvus: Awaited<ReturnType<typeof startMilvus>>;
      let stack: AsyncDisposableStack;
      let database: Awaited<ReturnType<typeof scratchDatabase>>;
      /** What earlier cases left in Milvus. */
      let others: string[];
      before(async () => {
        milvus = await startMilvus();
      });
      after(() => milvus[Symbol.asyncDispose]());
      beforeEach(async () => {
        stack = new AsyncDisposableStack();
        database = stack.use(await scratchDatabase());
        others = await collections();
      });
      afterEach(() => stack.disposeAsync());

      const place = () => ({ mysqlUrl: database.url, milvusAddress: milvus.address });

      /** Resolves to what the process wrote, and whether it came to its end. */
      const killedAfter = (nth: number, ...work: string[]) =>
        new Promise<{ wrote: string[]; isWhole: boolean }>((resolve, reject) => {
          const { mysqlUrl, milvusAddress } = place();
          execFile(process.execPath, [SCRIPT, mysqlUrl, milvusAddress, String(nth), ...work], (err, stdout, stderr) => {
            if (err && err.signal !== "SIGKILL") reject(new Error(stderr || err.message));
            else resolve({ wrote: stdout.split("\n").filter((line) => line !== ""), isWhole: !err });
          });
        });
      /** Kills after the first write, after the second one, and so on, until there is none left. */
      const killAfterEach = async (
        work: (nth: number) => Promise<{ wrote: string[]; isWhole: boolean }>,
        check: (nth: number, wrote: string[]) => Promise<void>,
      ) => {
        for (let nth = 1; nth < MOST_STEPS; nth++) {
          const { wrote, isWhole } = await work(nth);
          await check(nth, wrote);
          if (isWhole) return wrote;
        }
        return assert.fail("does not come to an end");
      };
      /** What searches see of the document: which version, and how many insights of it. */
      const seenBy = async ({ index }: Workplace) => {
        const { insights } = await index.search(QUERY);
        assert.equal(new Set(insights.map(({ insightId }) => insightId)).size, insights.length, "one is there twice");
        const versions = new Set(insights.map(({ insight }) => /to (\d+)\d\.4 million/.exec(insight)?.[1]));
        assert.ok(versions.size <= 1, `${versions.size} versions at a time`);
        return { version: Number([...versions][0]), insights: insights.length };
      };
      /** Searches all the time until `isOver`: each answer must be one whole version. */
      const watch = async <Result>(workplace: Workplace, whole: number, work: Promise<Result>) => {
        let isOver = false;
        const searching = (async () => {
          while (!isOver) assert.equal((await seenBy(workplace)).insights, whole);
        })();
        const ended = work.finally(() => {
          isOver = true;
        });
        return (await Promise.all([ended, searching]))[0];
      };
      const collections = async () => {
        await using client = openMilvus({ address: milvus.address, timeoutMs: 20_000 });
        return client.listCollections();
      };
      /** What is in Milvus is the document's last version, once, and nothing else is left. */
      const checkNothingElse = async ({ catalogue, milvus: client, sweep }: Workplace, insights: number) => {
        await sweep();
        const { active } = await catalogue.collections();
        assert.ok(active);
        const names = [insightsOf(active), vectorsOf(active)];
        assert.deepEqual((await collections()).filter((name) => !others.includes(name)).sort(), names);
        for (const name of names) {
          const rows = await client.query<{ key: string; row: string }>(name, "key > 0", ["key", "row"]);
          assert.equal(new Set(rows.map(({ key }) => key)).size, 1, `versions in ${name}`);
          assert.equal(new Set(rows.map(({ row }) => row)).size, insights, `insights in ${name}`);
        }
      };
      /** Both stores show that version of the document, whole, and nothing else. */
      const checkWhole = async (workplace: Workplace, version: number) => {
        const { index, documents } = workplace;
        const { insights = [] } = (await documents.get(DOC_ID)) ?? {};
        assert.ok(insights.every(({ insight }) => insight.includes(` to ${version}`)));
        assert.deepEqual(await seenBy(workplace), { version, insights: insights.length });
        const { documents: count, insights: sum } = await index.status();
        assert.deepEqual({ count, sum }, { count: 1, sum: insights.length });
        await checkNothingElse(workplace, insights.length);
        return insights.length;
      };

      it("while it makes the first collection: the next process makes what is missing", async () => {
        const wrote = await killAfterEach(
          async (nth) => {
            await stack.disposeAsync();
            stack = new AsyncDisposableStack();
            database = stack.use(await scratchDatabase());
            others = await collections();
            return killedAfter(nth, "open");
          },
          async () => {
            await using workplace = await openWorkplace(place());
            assert.deepEqual((await workplace.index.search(QUERY)).insights, []);
            await workplace.index.stage(copper());
            await workplace.index.publish("doc_copper", 1);
            assert.equal(
              (await workplace.index.search({ query: "copper output of Chile", limit: 5 })).insights.length,
              1,
            );
            await checkNothingElse(workplace, 1);
          },
        );
        for (const step of [
          "catalogue createCollection",
          "Milvus createCollection",
          "Milvus createIndex",
          "Milvus load",
        ])
          assert.ok(wrote.includes(step), wrote.join());
      });

      /** A workplace with the first version of the document. */
      const begin = async () => {
        const workplace = stack.use(await openWorkplace(place()));
        await workplace.ingest(1);
        const whole = await checkWhole(workplace, 1);
        assert.ok(whole > 2, `${whole} insights`);
        return { searched: workplace, whole };
      };

      it("while it takes a document in: searches see the old or the new version, and the next process finishes", async () => {
        const { searched, whole } = await begin();
        let version = 1;
        const wrote = await killAfterEach(
          (nth) => watch(searched, whole, killedAfter(nth, "ingest", String(nth + 1))),
          async (nth, done) => {
            const before = version;
            if (done.includes("documents submit")) version = nth + 1;
            const seen = await seenBy(searched);
            assert.ok([before, version].includes(seen.version), `${seen.version} in round ${nth}`);
            await using next = await openWorkplace(place());
            await watch(searched, whole, next.ingest(undefined));
            await checkWhole(next, version);
          },
        );
        assert.deepEqual(wrote, [
          "Milvus load",
          "Milvus load",
          "documents submit",
          "catalogue begin",
          "Milvus upsert",
          "Milvus upsert",
          "catalogue finish",
          "documents replace",
          "catalogue publish",
          "documents settle",
        ]);
      });

      it("while it makes the index anew: searches are answered, and the next process finishes", async () => {
        const { searched, whole } = await begin();
        const wrote = await killAfterEach(
          (nth) => watch(searched, whole, killedAfter(nth, "reindex")),
          async () => {
            await using next = await openWorkplace(place());
            await watch(searched, whole, next.reindex());
            await checkWhole(next, 1);
          },
        );
        for (const step of [
          "catalogue createCollection",
          "Milvus load",
          "Milvus upsert",
          "catalogue filled",
          "catalogue activate",
        ])
          assert.ok(wrote.includes(step), wrote.join());
      });

      it("while it clears away what was replaced: the next process does", async () => {
        const { searched, whole } = await begin();
        const wrote = await killAfterEach(
          async (nth) => {
            await searched.ingest(nth + 1);
            await searched.reindex();
            return watch(searched, whole, killedAfter(nth, "sweep"));
          },
          async (nth) => void (await checkWhole(searched, nth + 1)),
        );
        for (const step of ["Milvus dropCollection", "catalogue forgetDropped", "Milvus delete", "catalogue forget"])
          assert.ok(wrote.includes(step), wrote.join());
      });
    });
  }),
);
