import assert from "node:assert/strict";
import { DomainError } from "#kit/errors.ts";
import { ADA, detailOf, KEY, KEY_RECORD, openGateway, type TestGateway, TOKEN } from "./open-gateway.ts";

const KEYS = "/console/content/me/api-keys";
const USAGE = "/console/content/me/usage";
const EVERY = [
  ["GET", KEYS],
  ["POST", KEYS],
  ["DELETE", `${KEYS}/${KEY_RECORD.keyId}`],
  ["GET", USAGE],
] as const;

const bearer = (token = TOKEN) => ({ authorization: `Bearer ${token}` });
const post = (gateway: TestGateway, payload: unknown, headers: Record<string, string> = {}) =>
  gateway.send({
    method: "POST",
    url: KEYS,
    headers: { ...bearer(), "content-type": "application/json", ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });

describe("gateway: console", () => {
  const refused: [name: string, headers: Record<string, string>, detail: RegExp, challenge: RegExp][] = [
    ["no token", {}, /^Missing session token: send one as Authorization: Bearer/, /^Bearer realm="[^"]+"$/],
    ["an API key in its header", { "x-api-key": KEY }, /^Missing session token.*no API key/, /^Bearer /],
    ["a token that is not accepted", bearer("x"), /^Invalid session token/, /error="invalid_token"$/],
    ["another scheme", { authorization: `Basic ${TOKEN}` }, /^Invalid session token/, /error="invalid_token"$/],
    ["two tokens", { authorization: `Bearer ${TOKEN}, Bearer ${TOKEN}` }, /^Invalid session token/, /invalid_token/],
  ];
  for (const [name, headers, detail, challenge] of refused) {
    it(`${name} is 401 everywhere, with WWW-Authenticate and the headers of the address`, async () => {
      await using gateway = await openGateway();
      for (const [method, url] of EVERY) {
        const response = await gateway.send({ method, url, headers });
        assert.equal(response.statusCode, 401, `${method} ${url}`);
        assert.match(detailOf(response), detail);
        assert.match(String(response.headers["www-authenticate"]), challenge);
        assert.match(String(response.headers["ratelimit-policy"]), /^"address";q=100;/);
      }
    });
  }

  it("a session token opens no other endpoint, in either header", async () => {
    await using gateway = await openGateway();
    for (const headers of [bearer(), { "x-api-key": TOKEN }]) {
      const response = await gateway.send({ method: "GET", url: "/api/documents", headers });
      assert.equal(response.statusCode, 401);
      assert.match(String(response.headers["www-authenticate"]), /^ApiKey /);
    }
  });

  it("when tokens cannot be verified the answer is 500 with Retry-After, never a pass", async () => {
    const away = () => Promise.reject(new DomainError("unavailable", "10.0.0.7 refused"));
    await using gateway = await openGateway({ sessions: { verify: away } });
    const response = await gateway.send({ method: "GET", url: KEYS, headers: bearer() });
    assert.equal(response.statusCode, 500);
    assert.ok(Number(response.headers["retry-after"]) >= 1);
    assert.doesNotMatch(response.body, /10\.0\.0\.7/);
  });

  it("makes a key for the account of the token, and shows it once", async () => {
    await using gateway = await openGateway();
    const owners: unknown[] = [];
    const { createKey } = gateway.upstreams.console;
    gateway.upstreams.console.createKey = (owner, name, call) => {
      owners.push(owner);
      return createKey(owner, name, call);
    };
    const response = await post(gateway, { name: "  work laptop " });
    assert.equal(response.statusCode, 201);
    assert.deepEqual(response.json(), {
      key_id: KEY_RECORD.keyId,
      name: "work laptop",
      prefix: "fri_mainxxxx",
      tier: "free",
      is_active: true,
      created_at: "2026-03-01T08:30:00.005Z",
      last_used_at: null,
      raw_key: KEY,
    });
    const { clientId: _, ...owner } = ADA;
    assert.deepEqual(owners, [owner]);
    assert.doesNotMatch(gateway.logged.join(), new RegExp(KEY));
  });

  it("answers 409 with the remedy when the account has as many keys as it may", async () => {
    await using gateway = await openGateway();
    const full = "The account has 1000 API keys, revoked ones included. Use one of them.";
    gateway.upstreams.console.createKey = () => Promise.reject(new DomainError("conflict", full));
    const response = await post(gateway, { name: "one more" });
    assert.deepEqual([response.statusCode, detailOf(response)], [409, full]);
  });

  it("lists keys without the keys themselves", async () => {
    await using gateway = await openGateway();
    gateway.upstreams.console.listKeys = async () => [{ ...KEY_RECORD, lastUsedAt: 5 }, KEY_RECORD];
    const response = await gateway.send({ method: "GET", url: KEYS, headers: bearer() });
    assert.equal(response.statusCode, 200);
    const [used, unused] = response.json();
    assert.equal(used.last_used_at, "1970-01-01T00:00:00.005Z");
    assert.equal(unused.last_used_at, null);
    assert.ok(!("raw_key" in used));
  });

  it("revokes a key with 204 and no body, also with a content type and without a body", async () => {
    await using gateway = await openGateway();
    for (const more of [{}, { "content-type": "application/json" }]) {
      const url = `${KEYS}/${KEY_RECORD.keyId}`;
      const response = await gateway.send({ method: "DELETE", url, headers: { ...bearer(), ...more } });
      assert.deepEqual([response.statusCode, response.body], [204, ""]);
      assert.equal(response.headers["x-ratelimit-limit"], "100");
    }
    for (const id of ["unknown", "%00", "x".repeat(5_000), `${KEY_RECORD.keyId}%2F`]) {
      const response = await gateway.send({ method: "DELETE", url: `${KEYS}/${id}`, headers: bearer() });
      assert.equal(response.statusCode, 404, id);
      assert.equal(detailOf(response), "API key not found");
    }
  });

  it("answers 500 with Retry-After when a revocation is not known everywhere yet", async () => {
    await using gateway = await openGateway();
    gateway.upstreams.console.revokeKey = () => Promise.reject(new DomainError("unavailable", "Redis is away"));
    const response = await gateway.send({ method: "DELETE", url: `${KEYS}/x`, headers: bearer() });
    assert.equal(response.statusCode, 500);
    assert.ok(Number(response.headers["retry-after"]) >= 1);
  });

  it("reports usage with totals that are the sums of the days", async () => {
    await using gateway = await openGateway();
    const asked: number[] = [];
    gateway.upstreams.console.usage = async (_owner, days) => {
      asked.push(days);
      return {
        startDate: "2026-03-09",
        endDate: "2026-03-10",
        daily: [
          { name: "2026-03-09", inputTokens: 7, outputTokens: 1, requestCount: 2 },
          { name: "2026-03-10", inputTokens: 0, outputTokens: 0, requestCount: 0 },
        ],
        operations: [{ name: "search", inputTokens: 7, outputTokens: 1, requestCount: 2 }],
      };
    };
    const response = await gateway.send({ method: "GET", url: `${USAGE}?days=2`, headers: bearer() });
    const sums = { input_tokens: 7, output_tokens: 1, total_tokens: 8, request_count: 2 };
    assert.deepEqual(response.json(), {
      days: 2,
      start_date: "2026-03-09",
      end_date: "2026-03-10",
      total_input_tokens: 7,
      total_output_tokens: 1,
      total_tokens: 8,
      total_requests: 2,
      daily: [
        { date: "2026-03-09", ...sums },
        { date: "2026-03-10", input_tokens: 0, output_tokens: 0, total_tokens: 0, request_count: 0 },
      ],
      operations: [{ operation: "search", ...sums }],
    });
    await gateway.send({ method: "GET", url: USAGE, headers: bearer() });
    assert.deepEqual(asked, [2, 30]);
  });

  it("records no usage for what is done in the console", async () => {
    await using gateway = await openGateway();
    for (const [method, url] of EVERY) await gateway.send({ method, url, headers: bearer() });
    assert.deepEqual(gateway.recorded, []);
  });

  it("counts requests by account, apart from its keys and other accounts, and refuses the 101st of a minute", async () => {
    await using gateway = await openGateway();
    const eve = { ...ADA, issuer: "https://other.example" };
    gateway.sessions.set("eve", eve);
    const ask = (token?: string) => gateway.send({ method: "GET", url: KEYS, headers: bearer(token) });
    const statuses = [];
    for (let i = 0; i < 101; i += 1) statuses.push((await ask()).statusCode);
    assert.deepEqual([statuses.lastIndexOf(200), statuses.at(-1)], [99, 429]);
    const refusal = await ask();
    assert.match(detailOf(refusal), /^Rate limit exceeded: this account may send 100 requests a minute/);
    assert.ok(Number(refusal.headers["retry-after"]) >= 1);
    assert.match(String(refusal.headers["ratelimit-policy"]), /^"account";q=100;w=60/);
    assert.equal((await ask("eve")).statusCode, 200);
    assert.equal((await gateway.get("/api/documents")).headers["x-ratelimit-remaining"], "99");
    gateway.clock.time += 60_000;
    assert.equal((await ask()).statusCode, 200);
  });

  const badBodies: [name: string, body: unknown, detail: RegExp][] = [
    ["no name", {}, /^name is missing: send a label/],
    ["an empty name", { name: " " }, /^name is empty/],
    ["101 characters", { name: "🌾".repeat(101) }, /^name is longer than 100 characters/],
    ["a number", { name: 5 }, /^name must be a string/],
    ["null", { name: null }, /^name must be a string/],
    ["a line break", { name: "one\ntwo" }, /^name has a line break or a tab/],
    ["a control character", { name: "bell\u0007" }, /^name has a control character/],
    ["half a surrogate pair", '{"name": "\\ud800"}', /^name is not valid Unicode/],
    ["another field", { name: "a", tier: "enterprise" }, /^Unknown field tier: use name\.$/],
    ["a list", [], /for example \{"name": "laptop"\}/],
    ["nothing", "", /^The body is empty.*\{"name": "laptop"\}/],
    ["malformed JSON", '{"name"', /^Malformed JSON/],
    ["a name twice", '{"name": "a", "name": "b"}', /^The body has a name twice/],
  ];
  for (const [name, body, detail] of badBodies) {
    it(`a body with ${name} is 400 and makes no key`, async () => {
      await using gateway = await openGateway();
      gateway.upstreams.console.createKey = () => assert.fail("made a key");
      const response = await post(gateway, body);
      assert.equal(response.statusCode, 400);
      assert.match(detailOf(response), detail);
    });
  }

  it("a body of another type is 400, one that is too large 413", async () => {
    await using gateway = await openGateway();
    assert.equal((await post(gateway, { name: "a" }, { "content-type": "text/plain" })).statusCode, 400);
    assert.equal((await post(gateway, { name: "x".repeat(70_000) })).statusCode, 413);
  });

  for (const query of ["days=0", "days=366", "days=-1", "days=1.5", "days=x", "days=", "days=1e2", "days=1&days=2"]) {
    it(`usage with ${query} is 400 and names the parameter`, async () => {
      await using gateway = await openGateway();
      const response = await gateway.send({ method: "GET", url: `${USAGE}?${query}`, headers: bearer() });
      assert.equal(response.statusCode, 400);
      assert.match(detailOf(response), /^days (must be a whole number from 1 to 365|is given twice)/);
    });
  }

  it("an unknown parameter is 400, another method 405 with Allow, another path 404", async () => {
    await using gateway = await openGateway();
    for (const url of [`${KEYS}?limit=5`, `${USAGE}?day=5`]) {
      const response = await gateway.send({ method: "GET", url, headers: bearer() });
      assert.equal(response.statusCode, 400, url);
      assert.match(detailOf(response), /^Unknown query parameter/);
    }
    const wrongMethod = await gateway.send({ method: "PUT", url: KEYS, headers: bearer() });
    assert.deepEqual([wrongMethod.statusCode, wrongMethod.headers.allow], [405, "GET, HEAD, OPTIONS, POST"]);
    const nowhere = await gateway.send({ method: "GET", url: "/console/content/you/usage", headers: bearer() });
    assert.equal(nowhere.statusCode, 404);
  });

  it("pages of other origins may send the token", async () => {
    await using gateway = await openGateway();
    const response = await gateway.send({ method: "OPTIONS", url: KEYS });
    assert.match(String(response.headers["access-control-allow-headers"]), /Authorization/);
  });
});
