import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { DomainError } from "#kit/errors.ts";
import { detailOf, hashOf, KEY, keyNamed, keyState, NOON, openGateway } from "./open-gateway.ts";

const remaining = (response: LightMyRequestResponse) => Number(response.headers["x-ratelimit-remaining"]);
const count = (responses: LightMyRequestResponse[], status: number) =>
  responses.filter(({ statusCode }) => statusCode === status).length;

describe("gateway: the rate limit", () => {
  it("of 300 requests at once exactly 100 pass, and each that passes is one usage event", async () => {
    await using gateway = await openGateway();
    const all = await Promise.all(Array.from({ length: 300 }, () => gateway.search({ query: "q" })));
    assert.deepEqual([count(all, 200), count(all, 429)], [100, 200]);
    assert.equal(gateway.recorded.length, 100);
    const left = all.filter(({ statusCode }) => statusCode === 200).map(remaining);
    assert.deepEqual(
      left.sort((a, b) => a - b),
      Array.from({ length: 100 }, (_, i) => i),
    );
  });

  it("the 101st request is 429 with the time to wait, and passes when that time has come", async () => {
    await using gateway = await openGateway();
    await gateway.get("/api/documents");
    gateway.clock.time += 17_500;
    for (let i = 0; i < 99; i += 1) await gateway.get("/api/documents");
    const refused = await gateway.get("/api/documents");
    assert.equal(refused.statusCode, 429);
    assert.match(detailOf(refused), /100 requests a minute\. Try again in 43 s/);
    assert.equal(refused.headers["retry-after"], "43");
    assert.equal(refused.headers["x-ratelimit-limit"], "100");
    assert.equal(refused.headers["x-ratelimit-remaining"], "0");
    assert.equal(refused.headers["x-ratelimit-reset"], String(NOON / 1000 + 60));
    assert.equal(refused.headers["ratelimit-policy"], '"key";q=100;w=60');
    assert.equal(refused.headers["ratelimit"], '"key";r=0;t=43');
    gateway.clock.time = Number(refused.headers["x-ratelimit-reset"]) * 1000;
    const next = await gateway.get("/api/documents");
    assert.deepEqual([next.statusCode, remaining(next)], [200, 99]);
  });

  it("refused requests do not put off the end of the window", async () => {
    await using gateway = await openGateway({ tiers: { free: 1 } });
    await gateway.get("/api/documents");
    for (let i = 0; i < 5; i += 1) {
      gateway.clock.time += 11_000;
      const refused = await gateway.get("/api/documents");
      assert.equal(refused.headers["x-ratelimit-reset"], String(NOON / 1000 + 60));
    }
    gateway.clock.time = NOON + 60_000;
    assert.equal((await gateway.get("/api/documents")).statusCode, 200);
  });

  it("each key has a bucket of its own, also of one account", async () => {
    await using gateway = await openGateway();
    gateway.accounts.set(keyNamed("other"), keyState({ keyId: "key-2" }));
    await gateway.get("/api/documents");
    assert.equal(remaining(await gateway.get("/api/documents", { "x-api-key": keyNamed("other") })), 99);
    assert.equal(remaining(await gateway.get("/api/documents")), 98);
  });

  for (const [tier, limit] of [
    ["free", "100"],
    ["pro", "1000"],
    ["enterprise", "10000"],
    ["unheard-of", "100"],
  ] as const) {
    it(`a key of the tier "${tier}" may send ${limit} a minute`, async () => {
      await using gateway = await openGateway();
      gateway.accounts.set(KEY, keyState({ tier }));
      assert.equal((await gateway.get("/api/documents")).headers["x-ratelimit-limit"], limit);
    });
  }

  it("what is refused for its body, its parameters or its size takes from the bucket too", async () => {
    await using gateway = await openGateway();
    const responses = [
      await gateway.search({}),
      await gateway.get("/api/documents?x=1"),
      await gateway.search("x".repeat(70_000)),
    ];
    assert.deepEqual(responses.map(remaining), [99, 98, 97]);
  });

  it("unknown paths, wrong methods, bad keys, health and the description take from the address's bucket", async () => {
    await using gateway = await openGateway();
    const urls = ["/nowhere", "/api/health", "/api/openapi.json", "/api/documents/%zz", "/api/insights/search"];
    const responses = [];
    for (const url of urls) responses.push(await gateway.get(url));
    responses.push(await gateway.get("/api/documents", { "x-api-key": "bad" }));
    assert.deepEqual(responses.map(remaining), [99, 98, 97, 96, 95, 94]);
    assert.ok(responses.every(({ headers }) => headers["ratelimit-policy"] === '"address";q=100;w=60'));
  });

  it("health, the description and 401 are answered as ever when the address's bucket is empty", async () => {
    await using gateway = await openGateway({ tiers: { free: 1 } });
    await gateway.get("/api/health");
    assert.equal((await gateway.get("/api/health")).statusCode, 200);
    assert.equal((await gateway.get("/api/openapi.json")).statusCode, 200);
    const refused = await gateway.get("/api/documents", { "x-api-key": "bad" });
    assert.deepEqual([refused.statusCode, remaining(refused)], [401, 0]);
  });

  it("order: the path comes before the key, the key before the limit, the limit before size and validation", async () => {
    await using gateway = await openGateway({ tiers: { free: 1 } });
    const tooLarge = { payload: "x".repeat(70_000) };
    const bad = { "x-api-key": "bad" };
    const key = { "x-api-key": KEY };
    const statusOf = async (url: string, headers: Record<string, string>, method: "POST" | "PUT" = "POST") =>
      (await gateway.send({ method, url, headers, ...tooLarge })).statusCode;
    assert.equal(await statusOf("/nowhere", bad), 404);
    assert.equal(await statusOf("/api/insights/search", bad, "PUT"), 405);
    assert.equal(await statusOf("/api/insights/search", bad), 401);
    assert.equal(await statusOf("/api/insights/search", key), 413);
    assert.equal(await statusOf("/api/insights/search", key), 429);
  });
});

describe("gateway: whose address it is", () => {
  const standing = async (trustedProxies: string[], remoteAddress: string, forwarded: string[]) => {
    await using gateway = await openGateway({ trustedProxies });
    const left: number[] = [];
    for (const address of forwarded) {
      const headers = { "x-forwarded-for": address };
      left.push(remaining(await gateway.send({ method: "GET", url: "/api/health", remoteAddress, headers })));
    }
    return left;
  };

  it("X-Forwarded-For is ignored unless it comes from a trusted proxy", async () => {
    assert.deepEqual(await standing([], "203.0.113.9", ["198.51.100.1", "198.51.100.2"]), [99, 98]);
    assert.deepEqual(await standing(["10.0.0.0/8"], "203.0.113.9", ["198.51.100.1", "198.51.100.2"]), [99, 98]);
  });

  it("behind a trusted proxy each caller has a bucket of its own, and cannot choose another one", async () => {
    const forged = "192.0.2.77, 198.51.100.1";
    const got = await standing(["10.0.0.0/8"], "10.1.2.3", ["198.51.100.1", "198.51.100.2", forged]);
    assert.deepEqual(got, [99, 99, 98]);
  });

  it("what is no address is one bucket for all", async () => {
    assert.deepEqual(await standing(["10.0.0.0/8"], "10.1.2.3", ["nonsense", "more nonsense"]), [99, 98]);
  });
});

describe("gateway: the monthly allowance", () => {
  it("when it is used up a search is 429 that says so, with reset at the start of next month", async () => {
    await using gateway = await openGateway({ freeMonthlyAllowance: 3 });
    for (let i = 0; i < 3; i += 1) assert.equal((await gateway.search({ query: "q" })).statusCode, 200);
    const refused = await gateway.search({ query: "q" });
    assert.equal(refused.statusCode, 429);
    assert.match(detailOf(refused), /monthly allowance of 3 searches is used up.*2026-04-01/);
    const reset = Date.UTC(2026, 3, 1);
    assert.equal(refused.headers["x-ratelimit-limit"], "3");
    assert.equal(refused.headers["x-ratelimit-remaining"], "0");
    assert.equal(refused.headers["x-ratelimit-reset"], String(reset / 1000));
    assert.equal(refused.headers["retry-after"], String((reset - NOON) / 1000));
    assert.equal(refused.headers["ratelimit-policy"], '"month";q=3;w=2678400');
    gateway.clock.time = reset;
    assert.equal((await gateway.search({ query: "q" })).statusCode, 200);
  });

  it("when it is used up a search with a wrong body is 429 too, for limits come before validation", async () => {
    await using gateway = await openGateway({ freeMonthlyAllowance: 0 });
    assert.equal((await gateway.search({ query: 5 })).statusCode, 429);
  });

  it("searches at once never overshoot it", async () => {
    await using gateway = await openGateway({ freeMonthlyAllowance: 20 });
    const all = await Promise.all(Array.from({ length: 60 }, () => gateway.search({ query: "q" })));
    assert.deepEqual([count(all, 200), count(all, 429), gateway.recorded.length], [20, 40, 20]);
  });

  it("it is one for all free keys of an account, and goes on from what was recorded before", async () => {
    await using gateway = await openGateway({ freeMonthlyAllowance: 10 });
    gateway.accounts.set(KEY, keyState({ countedThisMonth: 8 }));
    gateway.accounts.set(keyNamed("second"), keyState({ keyId: "key-2", countedThisMonth: 8 }));
    gateway.accounts.set(keyNamed("elsewhere"), keyState({ keyId: "key-3", accountId: "account-2" }));
    const statusWith = async (key: string) => (await gateway.search({ query: "q" }, { "x-api-key": key })).statusCode;
    assert.deepEqual(
      [
        await statusWith(KEY),
        await statusWith(keyNamed("second")),
        await statusWith(keyNamed("second")),
        await statusWith(KEY),
      ],
      [200, 200, 429, 429],
    );
    assert.equal(await statusWith(keyNamed("elsewhere")), 200);
  });

  it("only searches take from it", async () => {
    await using gateway = await openGateway({ freeMonthlyAllowance: 1 });
    for (const url of ["/api/documents", "/api/documents/filters", "/api/documents/doc_1", "/api/documents/doc_2"]) {
      await gateway.get(url);
    }
    assert.equal((await gateway.search({ query: "q" })).statusCode, 200);
    assert.equal((await gateway.get("/api/documents")).statusCode, 200);
  });

  it("keys of higher tiers have none", async () => {
    await using gateway = await openGateway({ freeMonthlyAllowance: 0 });
    assert.equal((await gateway.search({ query: "q" })).statusCode, 429);
    gateway.accounts.set(KEY, keyState({ tier: "pro" }));
    gateway.keys.forget(hashOf(KEY));
    assert.equal((await gateway.search({ query: "q" })).statusCode, 200);
  });

  it("a search that was not carried out, or not recorded, gives its place back", async () => {
    await using gateway = await openGateway({ freeMonthlyAllowance: 1 });
    const { search } = gateway.upstreams.search;
    const { recordUsage } = gateway.upstreams.accounts;
    await gateway.search({ query: 5 });
    gateway.upstreams.search.search = () => Promise.reject(new DomainError("unavailable", "away"));
    await gateway.search({ query: "q" });
    gateway.upstreams.search.search = search;
    gateway.upstreams.accounts.recordUsage = () => Promise.reject(new DomainError("unavailable", "away"));
    await gateway.search({ query: "q" });
    gateway.upstreams.accounts.recordUsage = recordUsage;
    assert.equal((await gateway.search({ query: "q" })).statusCode, 200);
    assert.equal((await gateway.search({ query: "q" })).statusCode, 429);
  });

  it("what was read last month does not count this month", async () => {
    await using gateway = await openGateway({ freeMonthlyAllowance: 5 });
    gateway.accounts.set(KEY, keyState({ countedThisMonth: 5 }));
    gateway.clock.time = Date.UTC(2026, 2, 31, 23, 59, 59);
    assert.equal((await gateway.search({ query: "q" })).statusCode, 429);
    gateway.clock.time += 1_000;
    assert.equal((await gateway.search({ query: "q" })).statusCode, 200);
  });
});
