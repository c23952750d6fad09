import assert from "node:assert/strict";
import { DomainError } from "#kit/errors.ts";
import { createAuthenticator, LOOK_UPS_WAITING, UNKNOWN_KEYS_A_MINUTE } from "../../../gateway/auth.ts";
import { createMemoryKeyCache } from "../../../gateway/key-cache.ts";
import { createMemoryLimiter } from "../../../gateway/limiters/memory-limiter.ts";
import type { AccountUpstream } from "../../../gateway/upstreams.ts";
import { detailOf, handClock, hashOf, KEY, keyNamed, keyState, openGateway } from "./open-gateway.ts";

describe("gateway: API keys", () => {
  const refused: [name: string, key: string | undefined, detail: RegExp][] = [
    ["no key", undefined, /^Missing API key: send one in the X-API-Key header/],
    ["an empty key", "", /^Missing API key/],
    ["half a key", KEY.slice(0, 20), /^Invalid API key: send the whole key/],
    ["a key with another prefix", KEY.replace("fri_", "abc_"), /^Invalid API key: send the whole key/],
    ["two keys", `${KEY}, ${KEY}`, /^Invalid API key: send the whole key/],
    ["an unknown key", keyNamed("unknown"), /^Invalid API key: it is not known here/],
    ["a key of the right form with other letter case", KEY.replace("main", "MAIN"), /^Invalid API key/],
  ];
  for (const [name, key, detail] of refused) {
    it(`${name} is 401 on every keyed path, with WWW-Authenticate`, async () => {
      await using gateway = await openGateway();
      const headers = key === undefined ? {} : { "x-api-key": key };
      for (const url of ["/api/documents", "/api/documents/filters", "/api/documents/doc_1"]) {
        const response = await gateway.send({ method: "GET", url, headers });
        assert.equal(response.statusCode, 401);
        assert.match(detailOf(response), detail);
        assert.match(String(response.headers["www-authenticate"]), /^ApiKey /);
      }
      const search = await gateway.send({ method: "POST", url: "/api/insights/search", headers, payload: {} });
      assert.equal(search.statusCode, 401);
      assert.deepEqual(gateway.recorded, []);
    });
  }

  it("a key sent as a bearer token is no key of the REST API", async () => {
    await using gateway = await openGateway();
    const headers = { authorization: `Bearer ${KEY}` };
    assert.equal((await gateway.send({ method: "GET", url: "/api/documents", headers })).statusCode, 401);
  });

  it("a revoked key is refused on its very next request once it is forgotten", async () => {
    await using gateway = await openGateway();
    assert.equal((await gateway.get("/api/documents")).statusCode, 200);
    gateway.accounts.set(KEY, keyState({ isActive: false }));
    gateway.keys.forget(hashOf(KEY));
    const response = await gateway.get("/api/documents");
    assert.equal(response.statusCode, 401);
    assert.match(detailOf(response), /was revoked/);
  });

  it("a revocation beats a look-up that is under way", async () => {
    await using gateway = await openGateway();
    const lookUp = Promise.withResolvers<void>();
    const checkKey = gateway.upstreams.accounts.checkKey;
    gateway.upstreams.accounts.checkKey = async (hash, call) => {
      const state = await checkKey(hash, call);
      await lookUp.promise;
      return state;
    };
    const before = gateway.get("/api/documents");
    await new Promise(setImmediate);
    gateway.accounts.set(KEY, keyState({ isActive: false }));
    gateway.keys.forget(hashOf(KEY));
    const after = gateway.get("/api/documents");
    await new Promise(setImmediate);
    lookUp.resolve();
    assert.equal((await before).statusCode, 200);
    assert.equal((await after).statusCode, 401);
    assert.equal((await gateway.get("/api/documents")).statusCode, 401);
  });

  it("a change of tier counts from the next request once the key is forgotten", async () => {
    await using gateway = await openGateway();
    await gateway.get("/api/documents");
    gateway.accounts.set(KEY, keyState({ tier: "pro" }));
    gateway.keys.forget(hashOf(KEY));
    assert.equal((await gateway.get("/api/documents")).headers["x-ratelimit-limit"], "1000");
  });

  it("a change that nobody announced is seen within a minute", async () => {
    await using gateway = await openGateway();
    await gateway.get("/api/documents");
    gateway.accounts.set(KEY, keyState({ isActive: false }));
    gateway.clock.time += 60_000;
    assert.equal((await gateway.get("/api/documents")).statusCode, 401);
  });

  it("a key made after it was asked for is accepted some seconds later", async () => {
    await using gateway = await openGateway();
    const key = keyNamed("late");
    assert.equal((await gateway.get("/api/documents", { "x-api-key": key })).statusCode, 401);
    gateway.accounts.set(key, keyState({ keyId: "key-2" }));
    gateway.clock.time += 5_000;
    assert.equal((await gateway.get("/api/documents", { "x-api-key": key })).statusCode, 200);
  });

  it("a good key that is new here is accepted from an address that keeps sending unknown ones", async () => {
    await using gateway = await openGateway();
    for (let i = 0; i < 3 * UNKNOWN_KEYS_A_MINUTE; i += 1) {
      await gateway.get("/api/documents", { "x-api-key": keyNamed(`invented${i}`) });
    }
    assert.equal((await gateway.get("/api/documents")).statusCode, 200);
  });

  it("an address that keeps sending unknown keys has one look-up at a time, until a minute later", async () => {
    await using gateway = await openGateway();
    const invented = (i: number) => gateway.get("/api/documents", { "x-api-key": keyNamed(`invented${i}`) });
    for (let i = 0; i < UNKNOWN_KEYS_A_MINUTE; i += 1) await invented(i);
    let underWay = 0;
    let most = 0;
    gateway.upstreams.accounts.checkKey = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      throw new DomainError("notFound", "API key not found");
    };
    const twentyFrom = (first: number) => Promise.all(Array.from({ length: 20 }, (_, i) => invented(first + i)));
    for (const { statusCode } of await twentyFrom(1_000)) assert.equal(statusCode, 401);
    assert.equal(most, 1);
    gateway.clock.time += 60_000;
    await twentyFrom(2_000);
    assert.ok(most > 1);
  });

  it("no more unknown keys wait for a look-up than the bound, and a failed one holds up none", async () => {
    const clock = handClock();
    const unknownKeys = createMemoryLimiter({ windowMs: 60_000, maxKeys: 10 });
    await unknownKeys.take("192.0.2.1", UNKNOWN_KEYS_A_MINUTE);
    const started = Promise.withResolvers<void>();
    let asked = 0;
    const accounts: AccountUpstream = {
      async checkKey() {
        asked += 1;
        await started.promise;
        if (asked === 1) throw new DomainError("unavailable", "away");
        throw new DomainError("notFound", "API key not found");
      },
      checkAccount: () => Promise.reject(new Error("unused")),
      recordUsage: async () => undefined,
      check: async () => undefined,
    };
    const keys = createMemoryKeyCache({ clock });
    const authenticator = createAuthenticator({ accounts, keys, unknownKeys, clock });
    const calls = Array.from({ length: LOOK_UPS_WAITING + 5 }, (_, i) =>
      authenticator.authenticate(keyNamed(`invented${i}`), "192.0.2.1", "here").catch((err: Error) => err.message),
    );
    for (const call of calls.slice(LOOK_UPS_WAITING)) assert.match(String(await call), /too many unknown keys/);
    started.resolve();
    const [first, ...others] = await Promise.all(calls.slice(0, LOOK_UPS_WAITING));
    assert.equal(first, "away");
    for (const other of others) assert.match(String(other), /it is not known here/);
    assert.equal(asked, LOOK_UPS_WAITING);
  });

  it("a key known before is accepted from an address that keeps sending unknown ones", async () => {
    await using gateway = await openGateway();
    await gateway.get("/api/documents");
    gateway.clock.time += 61_000;
    for (let i = 0; i < UNKNOWN_KEYS_A_MINUTE; i += 1) {
      await gateway.get("/api/documents", { "x-api-key": keyNamed(`invented${i}`) });
    }
    assert.equal((await gateway.get("/api/documents")).statusCode, 200);
  });

  it("when keys cannot be checked the answer is 500 with Retry-After, never a pass, and nothing is remembered", async () => {
    await using gateway = await openGateway();
    const { checkKey } = gateway.upstreams.accounts;
    gateway.upstreams.accounts.checkKey = () => Promise.reject(new DomainError("unavailable", "10.0.0.7 refused"));
    const response = await gateway.get("/api/documents");
    assert.equal(response.statusCode, 500);
    assert.ok(Number(response.headers["retry-after"]) >= 1);
    assert.doesNotMatch(response.body, /10\.0\.0\.7/);
    gateway.upstreams.accounts.checkKey = checkKey;
    assert.equal((await gateway.get("/api/documents")).statusCode, 200);
  });

  it("no raw key is logged or handed on, only its SHA-256", async () => {
    await using gateway = await openGateway();
    const asked: Uint8Array[] = [];
    gateway.upstreams.accounts.checkKey = async (hash) => {
      asked.push(hash);
      throw new DomainError("internal", "boom");
    };
    await gateway.get(`/api/documents?x=${KEY}`);
    assert.ok(gateway.logged.length > 0);
    assert.doesNotMatch(gateway.logged.join(), new RegExp(KEY));
    assert.deepEqual(
      asked.map((hash) => Buffer.from(hash).toString("hex")),
      [hashOf(KEY).toString("hex")],
    );
  });
});
