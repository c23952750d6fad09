import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { openMysqlAccountStore } from "../../services/account/adapters/mysql-accounts.ts";
import type { UsageEvent } from "../../services/account/ports.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";

const TIME = Date.UTC(2026, 2, 1);
const EVER = { firstDay: 0, lastDay: 50_000 };

onMysql(() =>
  describe("the ledger of several processes on MySQL", () => {
    let stack: AsyncDisposableStack;
    let stores: Awaited<ReturnType<typeof openMysqlAccountStore>>[];
    let database: Awaited<ReturnType<typeof scratchDatabase>>;
    const accountId = randomUUID();
    const keyId = randomUUID();
    const hash = new Uint8Array(randomBytes(32));

    beforeEach(async () => {
      stack = new AsyncDisposableStack();
      database = stack.use(await scratchDatabase());
      stores = [];
      for (let at = 0; at < 4; at += 1) stores.push(stack.use(await openMysqlAccountStore({ url: database.url })));
      const account = { accountId, issuer: "local", subject: "ana", email: null, createdAt: 1 };
      const key = { keyId, accountId, name: "k", prefix: "fri_", tier: "free", createdAt: 1, lastUsedAt: null };
      await at(0).ensureAccount(account);
      await at(0).insertKey({ ...key, isActive: true }, hash);
    });
    afterEach(() => stack.disposeAsync());
    const at = (index: number) => stores[index % stores.length] ?? assert.fail("no store");

    const newEvent = (): UsageEvent => ({
      eventId: randomUUID(),
      accountId,
      keyId,
      operation: "search",
      time: TIME,
      tokens: [{ eventId: randomUUID(), model: "m", inputTokens: 7, outputTokens: 2 }],
    });
    const shuffled = <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => ({ item, order: Math.random() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item);

    it("counts each of 1,000 events once when every process records all of them, in any order and company", async () => {
      const events = Array.from({ length: 1_000 }, newEvent);
      const calls = stores.flatMap((store) => {
        const order = shuffled(events);
        return Array.from({ length: 50 }, (_, part) => () => store.record(order.slice(part * 20, part * 20 + 20)));
      });
      await Promise.all(calls.map((call) => call()));
      const [sum] = await at(0).sumUsage(accountId, EVER);
      assert.deepEqual(sum, {
        day: TIME / 86_400_000,
        operation: "search",
        requestCount: 1_000,
        inputTokens: 7_000,
        outputTokens: 2_000,
      });
      assert.equal((await at(1).findKey(hash, EVER))?.counted, 1_000);
      assert.deepEqual(
        await database.run("select count(*) as n from usage_request union all select count(*) from usage_token"),
        [{ n: 1_000 }, { n: 1_000 }],
      );
    });

    it("gives the same account to all processes that ask for an identity at once", async () => {
      const asked = Array.from({ length: 40 }, (_, index) =>
        at(index).ensureAccount({ accountId: randomUUID(), issuer: "i", subject: "s", email: null, createdAt: 1 }),
      );
      assert.equal(new Set((await Promise.all(asked)).map((account) => account.accountId)).size, 1);
    });

    it("does not take an account's id that is another's for the same account", async () => {
      const other = { accountId, issuer: "other", subject: "ben", email: null, createdAt: 1 };
      await assert.rejects(at(0).ensureAccount(other), { kind: "conflict" });
    });
  }),
);
