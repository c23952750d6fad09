import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { openMysqlAccountStore } from "../../services/account/adapters/mysql-accounts.ts";
import type { UsageEvent } from "../../services/account/ports.ts";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { submission } from "../contract/document-store.ts";
import { type Mariadb, startMariadb } from "./servers/mariadb.ts";
import { onOwnMariadb, scratchDatabase } from "./servers/mysql.ts";

const LIMITS = { connectTimeoutMs: 1_000, statementTimeoutMs: 1_000 };
/** What nobody has to wait longer for: a connection, a statement, and what is allowed beyond. */
const BOUND_MS = 6_000;
const EVER = { firstDay: 0, lastDay: 50_000 };

onOwnMariadb(() =>
  describe("a MySQL server that goes away and comes back", () => {
    let stack: AsyncDisposableStack;
    let server: Mariadb;
    let accounts: Awaited<ReturnType<typeof openMysqlAccountStore>>;
    let documents: Awaited<ReturnType<typeof openMysqlDocumentStore>>;
    let url: string;
    before(async () => {
      stack = new AsyncDisposableStack();
      server = stack.use(await startMariadb());
      ({ url } = stack.use(await scratchDatabase(server.url)));
      accounts = stack.use(await openMysqlAccountStore({ url, ...LIMITS }));
      documents = stack.use(await openMysqlDocumentStore({ url, ...LIMITS }));
    });
    after(() => stack.disposeAsync());

    const accountId = randomUUID();
    const newEvent = (): UsageEvent => ({
      eventId: randomUUID(),
      accountId,
      keyId: null,
      operation: "search",
      time: 1_700_000_000_000,
      tokens: [],
    });
    const calls = (): [string, () => Promise<unknown>][] => [
      ["record", () => accounts.record([newEvent()])],
      ["check", () => accounts.check()],
      ["findKey", () => accounts.findKey(new Uint8Array(32), EVER)],
      ["list", () => documents.list({ limit: 1 })],
      ["lease", () => documents.lease("here", 1, 2)],
      ["submit", () => documents.submit(randomUUID(), submission("doc_a"), { jobs: 100, bytes: 1_000_000 }, 1)],
      ["reserveTokens", () => documents.reserveTokens(1, 1, 100)],
    ];
    const allAnswer = async () => {
      for (const [, call] of calls()) await call();
    };
    /** Every call is refused within the bound, in words that name nothing that must not be known. */
    const allAreRefused = () =>
      Promise.all(
        calls().map(async ([name, call]) => {
          const startedMs = performance.now();
          const err = await call().then(
            () => assert.fail(`${name} was answered`),
            (thrown: Error) => thrown,
          );
          assert.ok(performance.now() - startedMs < BOUND_MS, `${name} took too long`);
          assert.equal(Reflect.get(err, "kind"), "unavailable", `${name}: ${err.message}`);
          assert.doesNotMatch(`${err.message} ${err.cause}`, /127\.0\.0\.1|select|insert|update|s3cret/i);
        }),
      );

    for (const how of ["stop", "kill"] as const) {
      it(`${how}: every call is refused at once, and answered when it is back, without a restart`, async () => {
        await allAnswer();
        await server[how]();
        await allAreRefused();
        const refused = openMysqlAccountStore({ url, ...LIMITS });
        await assert.rejects(refused, { kind: "unavailable", message: /cannot be reached/ });
        await server.start();
        await untilAnswered(() => accounts.check());
        await allAnswer();
      });
    }

    it("hanging: nobody waits for it longer than the bound, and it is used again when it goes on", async () => {
      await allAnswer();
      await server.signal("SIGSTOP");
      await allAreRefused();
      await server.signal("SIGCONT");
      await untilAnswered(() => accounts.check());
      await allAnswer();
    });

    it("hanging: whoever leaves is let go at once", async () => {
      await server.signal("SIGSTOP");
      try {
        const startedMs = performance.now();
        const left = documents.list({ limit: 1 }, AbortSignal.timeout(100));
        await assert.rejects(left, { kind: "cancelled" });
        assert.ok(performance.now() - startedMs < 1_900);
      } finally {
        await server.signal("SIGCONT");
      }
      await untilAnswered(() => accounts.check());
    });

    it("killed under load: what was recorded is there once, also when it was recorded again", async () => {
      const recorder = stack.use(await openMysqlAccountStore({ url, ...LIMITS }));
      const before = (await recorder.sumUsage(accountId, EVER))[0]?.requestCount ?? 0;
      let promised = 0;
      let isOver = false;
      const record = async () => {
        while (!isOver) {
          const event = newEvent();
          // As a gateway does: until it is stored.
          await untilAnswered(() => recorder.record([event]));
          promised += 1;
        }
      };
      const recording = Array.from({ length: 16 }, record);
      for (let times = 0; times < 2; times += 1) {
        const enough = promised + 300;
        await untilTrue(() => promised > enough);
        await server.kill();
        await server.start();
      }
      const enough = promised + 300;
      await untilTrue(() => promised > enough);
      isOver = true;
      await Promise.all(recording);
      const [sum] = await recorder.sumUsage(accountId, EVER);
      assert.equal(sum?.requestCount, before + promised);
    });
  }),
);

/** Asks again, for half a minute at most. */
async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const endMs = performance.now() + 30_000;
  for (;;) {
    try {
      return await ask();
    } catch (err) {
      if (performance.now() > endMs) throw err;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const untilTrue = (isTrue: () => boolean) =>
  untilAnswered(async () => assert.ok(isTrue(), "it did not happen within half a minute"));
