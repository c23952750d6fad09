import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { systemClock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import { USAGE_GROUP, USAGE_STREAM } from "#kit/redis/names.ts";
import { openRedis, type Redis } from "#kit/redis/open-redis.ts";
import type { CachedKey } from "../../gateway/key-cache.ts";
import { createMemoryLimiter } from "../../gateway/limiters/memory-limiter.ts";
import { createRedisKeyCache } from "../../gateway/redis/redis-key-cache.ts";
import { createRedisLimiter } from "../../gateway/redis/redis-limiter.ts";
import { createRedisUsageRecorder } from "../../gateway/redis/redis-usage.ts";
import { createRedisAnnouncer } from "../../services/account/adapters/redis-announcer.ts";
import { readUsageStream } from "../../services/account/adapters/redis-usage-stream.ts";
import type { UsageEvent } from "../../services/account/ports.ts";
import { needing } from "./servers/process.ts";
import { hasRedis, REDIS, startRedis } from "./servers/redis.ts";

const log = pino({ level: "silent" });

needing({ [REDIS]: hasRedis() }, () => {
  describe("Redis between gateways and the account service", () => {
    let server: Awaited<ReturnType<typeof startRedis>>;
    let stack: AsyncDisposableStack;
    let redis: Redis;
    const open = async () => {
      const opened = stack.use(openRedis({ url: server.url, clock: systemClock, log }));
      while (opened.connectedForMs() < 5) await sleep(5);
      return opened;
    };
    before(async () => {
      server = await startRedis();
    });
    after(() => server[Symbol.asyncDispose]());
    beforeEach(async () => {
      stack = new AsyncDisposableStack();
      redis = await open();
      await redis.client.flushall();
    });
    afterEach(() => stack.disposeAsync());

    const hashOf = (key: string) => createHash("sha256").update(key).digest();
    const state = (isActive = true): CachedKey => ({
      keyId: "key",
      accountId: "account",
      tier: "free",
      isActive,
      countedThisMonth: 3,
      loadedAtMs: Date.now(),
    });
    const newEvent = (): UsageEvent => ({
      eventId: randomUUID(),
      accountId: "account",
      keyId: "key",
      operation: "search",
      time: Date.now(),
      tokens: [],
    });

    it("lets exactly as many of a window be seen as were taken, over two gateways", async () => {
      const meanwhile = createMemoryLimiter({ windowMs: 60_000, maxKeys: 10 });
      const limiters = [redis, await open()].map((one) => createRedisLimiter(one, { windowMs: 60_000, meanwhile }));
      const takes = Array.from({ length: 300 }, (_, at) => limiters[at % 2]?.take("key:a", 1));
      const consumed = (await Promise.all(takes)).map((taken) => taken?.consumed ?? 0);
      assert.deepEqual(
        consumed.sort((a, b) => a - b),
        Array.from({ length: 300 }, (_, at) => at + 1),
      );
    });

    it("asks the account service once for a key, and again when it was changed", async () => {
      using announcer = createRedisAnnouncer(await open());
      const caches = [redis, await open()].map((one) =>
        createRedisKeyCache(one, { clock: systemClock, distrustMs: 0 }),
      );
      const hash = hashOf("a");
      let loads = 0;
      let isActive = true;
      const load = async () => {
        loads++;
        return state(isActive);
      };
      for (const cache of caches) assert.equal((await cache.find(hash, load))?.isActive, true);
      await sleep(50);
      const before = loads;
      for (let round = 0; round < 5; round++) for (const cache of caches) await cache.find(hash, load);
      assert.equal(loads, before);
      isActive = false;
      await announcer.changed(hash);
      for (const cache of caches) assert.equal((await cache.find(hash, load))?.isActive, false);
    });

    it("never remembers what was loaded before a change", async () => {
      using announcer = createRedisAnnouncer(await open());
      const [slow, other] = [redis, await open()].map((one) =>
        createRedisKeyCache(one, { clock: systemClock, distrustMs: 0 }),
      );
      const loading = Promise.withResolvers<CachedKey>();
      const asked = slow?.find(hashOf("b"), () => loading.promise);
      await sleep(50);
      await announcer.changed(hashOf("b"));
      loading.resolve(state(true));
      await asked;
      await sleep(50);
      for (const cache of [slow, other])
        assert.equal((await cache?.find(hashOf("b"), async () => state(false)))?.isActive, false);
    });

    it("believes nothing for a while after a break", async () => {
      const cache = createRedisKeyCache(redis, { clock: systemClock, distrustMs: 300 });
      const find = async (isActive: boolean) => (await cache.find(hashOf("c"), async () => state(isActive)))?.isActive;
      await sleep(400);
      assert.equal(await find(true), true);
      await sleep(50);
      assert.equal(await find(false), true, "remembered");
      redis.client.disconnect(true);
      while (redis.connectedForMs() === 0) await sleep(5);
      assert.equal(await find(false), false, "asked");
    });

    it("is away while it hangs: one command waits for it, and none after that", async () => {
      await server.signal("SIGSTOP");
      try {
        await assert.rejects(redis.client.get("a"));
        for (let round = 0; round < 200 && redis.connectedForMs() > 0; round++) await sleep(5);
        assert.equal(redis.connectedForMs(), 0);
        // Refused here, in place of a wait for an answer.
        await assert.rejects(redis.client.get("a"), /isn't writeable/);
      } finally {
        await server.signal("SIGCONT");
      }
      while (redis.connectedForMs() < 5) await sleep(5);
      assert.equal(await redis.client.set("a", "b"), "OK");
    });

    it("takes one round trip before the work and one after it", async () => {
      const cache = createRedisKeyCache(redis, { clock: systemClock, distrustMs: 0 });
      const meanwhile = createMemoryLimiter({ windowMs: 60_000, maxKeys: 10 });
      const limiter = createRedisLimiter(redis, { windowMs: 60_000, meanwhile });
      const record = createRedisUsageRecorder(redis, () => assert.fail("went elsewhere"));
      const hash = hashOf("d");
      const admit = () => Promise.all([cache.find(hash, async () => state()), limiter.take("key:key", 1)]);
      await admit();
      await sleep(50);
      await admit();
      const { stream } = redis.client as unknown as { stream: { write(...args: unknown[]): boolean } };
      let writes = 0;
      const write = stream.write.bind(stream);
      stream.write = (...args) => {
        writes++;
        return write(...args);
      };
      const [key] = await admit();
      assert.equal(writes, 1);
      assert.equal(key?.countedThisMonth, 3);
      await record(newEvent(), true);
      assert.equal(writes, 2);
      const [counted] = await admit();
      assert.equal(counted?.countedThisMonth, 4);
    });

    it("carries every event to the ledger, also those that a dead reader took, and drops what the ledger refuses", async () => {
      const record = createRedisUsageRecorder(redis, () => assert.fail("went elsewhere"));
      const events = Array.from({ length: 50 }, newEvent);
      await Promise.all(events.map((event) => record(event, false)));
      // One that reads and dies.
      await redis.client.xgroup("CREATE", USAGE_STREAM, USAGE_GROUP, "0");
      await redis.client.xreadgroup("GROUP", USAGE_GROUP, "dead", "COUNT", 10, "STREAMS", USAGE_STREAM, ">");
      const [refused] = events;
      const ledger = new Map<string, number>();
      await using _stream = readUsageStream(await open(), {
        reader: "alive",
        log,
        async record(some) {
          if (some.some(({ eventId }) => eventId === refused?.eventId))
            throw new DomainError("invalid", "time: is odd");
          for (const { eventId } of some) ledger.set(eventId, (ledger.get(eventId) ?? 0) + 1);
        },
      });
      const until = Date.now() + 30_000;
      while ((await redis.client.xlen(USAGE_STREAM)) > 0 && Date.now() < until) await sleep(100);
      assert.equal(await redis.client.xlen(USAGE_STREAM), 0);
      const ids = events.map(({ eventId }) => eventId).filter((id) => id !== refused?.eventId);
      assert.deepEqual([...ledger.keys()].sort(), ids.sort());
    });
  });
});
