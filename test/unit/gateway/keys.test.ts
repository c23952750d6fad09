import assert from "node:assert/strict";
import { DomainError } from "#kit/errors.ts";
import { UNKNOWN_KEYS_A_MINUTE } from "../../../gateway/auth.ts";
import { detailOf, hashOf, KEY, keyNamed, keyState, openGateway } from "./open-gateway.ts";

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

  it("an address that keeps sending unknown keys is refused without a look-up, until a minute later", async () => {
    await using gateway = await openGateway();
    const invented = (i: number) => gateway.get("/api/documents", { "x-api-key": keyNamed(`invented${i}`) });
    for (let i = 0; i < UNKNOWN_KEYS_A_MINUTE; i += 1) await invented(i);
    gateway.upstreams.accounts.checkKey = () => Promise.reject(new DomainError("internal", "looked up"));
    const response = await invented(1_000);
    assert.equal(response.statusCode, 401);
    assert.match(detailOf(response), /too many unknown keys came from this address/);
    gateway.clock.time += 60_000;
    assert.equal((await invented(1_001)).statusCode, 500);
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
