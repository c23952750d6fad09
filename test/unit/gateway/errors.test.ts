import assert from "node:assert/strict";
import { DomainError, type Kind } from "#kit/errors.ts";
import { detailOf, openGateway } from "./open-gateway.ts";

/** On every answer, whatever its status. */
const ALWAYS = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit",
  "ratelimit-policy",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cache-control",
  "content-security-policy",
  "referrer-policy",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
];

describe("gateway: headers", () => {
  it("every answer carries all of them, whatever its status", async () => {
    await using gateway = await openGateway();
    gateway.upstreams.documents.sourceNames = () => Promise.reject(new Error("bug"));
    gateway.upstreams.documents.list = () => Promise.reject(new DomainError("unavailable", "away"));
    const answers = [
      [200, await gateway.search({ query: "q" })],
      [200, await gateway.get("/api/health")],
      [200, await gateway.get("/api/openapi.json")],
      [204, await gateway.send({ method: "OPTIONS", url: "/api/documents" })],
      [400, await gateway.search({})],
      [400, await gateway.get("/api/documents/%zz")],
      [401, await gateway.get("/api/documents", { "x-api-key": "bad" })],
      [404, await gateway.get("/api/documents/none")],
      [404, await gateway.get("/nowhere")],
      [405, await gateway.get("/api/insights/search")],
      [413, await gateway.search("x".repeat(70_000))],
      [500, await gateway.get("/api/documents")],
      [500, await gateway.get("/api/documents/filters")],
    ] as const;
    for (const [status, { statusCode, headers }] of answers) {
      assert.equal(statusCode, status);
      for (const name of ALWAYS) assert.ok(headers[name] !== undefined, `${name} is missing on ${status}`);
      if (status >= 400) assert.equal(headers["content-type"], "application/json; charset=utf-8");
      if (status === 500) assert.ok(Number(headers["retry-after"]) >= 1);
    }
  });

  it("a page of any origin may send a key and read the limits, but no credentials", async () => {
    await using gateway = await openGateway();
    const headers = { origin: "https://page.example", "access-control-request-method": "POST" };
    const preflight = await gateway.send({ method: "OPTIONS", url: "/api/insights/search", headers });
    assert.equal(preflight.statusCode, 204);
    assert.equal(preflight.headers["access-control-allow-origin"], "*");
    assert.equal(preflight.headers["access-control-allow-credentials"], undefined);
    assert.match(String(preflight.headers["access-control-allow-headers"]), /X-API-Key, Authorization, Content-Type/);
    assert.match(String(preflight.headers["access-control-allow-methods"]), /POST/);
    const answer = await gateway.search({ query: "q" }, { origin: "https://page.example" });
    assert.match(String(answer.headers["access-control-expose-headers"]), /X-RateLimit-Reset.*Retry-After/);
  });
});

describe("gateway: errors", () => {
  const kinds: [kind: Kind, status: number, detail: RegExp][] = [
    ["invalid", 400, /^secret$/],
    ["denied", 403, /^secret$/],
    ["notFound", 404, /^secret$/],
    ["conflict", 409, /^secret$/],
    ["exhausted", 429, /^secret$/],
    ["unavailable", 500, /^The service cannot answer at the moment\. Try again/],
    ["deadline", 500, /^The service cannot answer at the moment\. Try again/],
    ["internal", 500, /^Internal error\. Try again/],
    ["unimplemented", 500, /^Internal error\. Try again/],
  ];
  for (const [kind, status, detail] of kinds) {
    it(`"${kind}" of a service is ${status}`, async () => {
      await using gateway = await openGateway();
      const cause = new Error("SELECT hash FROM api_key at db-7.internal");
      gateway.upstreams.search.search = () => Promise.reject(new DomainError(kind, "secret", { cause }));
      const response = await gateway.search({ query: "q" });
      assert.equal(response.statusCode, status);
      assert.match(detailOf(response), detail);
      assert.doesNotMatch(response.body, /SELECT|db-7/);
      assert.equal(/db-7/.test(gateway.logged.join()), status === 500, "the operator sees the cause of ours, only");
    });
  }

  for (const thrown of [new TypeError("x is undefined at /srv/app.ts"), "a string", undefined]) {
    it(`${thrown} thrown by a service is 500 and shows nothing of it`, async () => {
      await using gateway = await openGateway();
      gateway.upstreams.search.search = () => Promise.reject(thrown);
      const response = await gateway.search({ query: "q" });
      assert.equal(response.statusCode, 500);
      assert.match(detailOf(response), /^Internal error/);
    });
  }

  it("when the limiter is away the answer is 500, not a pass", async () => {
    const limiter = { take: () => Promise.reject(new DomainError("unavailable", "away")) };
    await using gateway = await openGateway({ limiter });
    for (const url of ["/api/documents", "/nowhere"]) {
      const response = await gateway.get(url);
      assert.equal(response.statusCode, 500);
      assert.match(detailOf(response), /^The service cannot answer/);
    }
  });
});

describe("gateway: paths and methods", () => {
  const unknown = [
    "/",
    "/api",
    "/api/health/",
    "/api/documents/doc_1/",
    "//api/health",
    "/api/insights",
    "/API/health",
  ];
  for (const url of [
    ...unknown,
    "/api/documents/doc_1/insights",
    "/api/openapi.yaml",
    "/%2e%2e/etc/passwd",
    "/api/health%00",
  ]) {
    it(`${url} is 404`, async () => {
      await using gateway = await openGateway();
      const response = await gateway.get(url);
      assert.equal(response.statusCode, 404);
      assert.match(detailOf(response), /^No such path: \/api\/openapi\.json/);
    });
  }

  const wrong = [
    ["GET", "/api/insights/search", "OPTIONS, POST"],
    ["HEAD", "/api/insights/search", "OPTIONS, POST"],
    ["POST", "/api/documents", "GET, HEAD, OPTIONS"],
    ["DELETE", "/api/documents/doc_1", "GET, HEAD, OPTIONS"],
    ["PUT", "/api/documents/filters", "GET, HEAD, OPTIONS"],
    ["PATCH", "/api/health", "GET, HEAD, OPTIONS"],
    ["POST", "/api/%68ealth", "GET, HEAD, OPTIONS"],
    ["POST", "/api/openapi.json?x", "GET, HEAD, OPTIONS"],
  ] as const;
  for (const [method, url, allow] of wrong) {
    it(`${method} ${url} is 405 with Allow`, async () => {
      await using gateway = await openGateway();
      const response = await gateway.send({ method, url });
      assert.equal(response.statusCode, 405);
      assert.equal(response.headers["allow"], allow);
      if (method !== "HEAD")
        assert.match(detailOf(response), new RegExp(`^${method} is not possible here: use ${allow}`));
    });
  }
});

describe("gateway: health", () => {
  it("says ok and the version, without a key, whatever the query string", async () => {
    await using gateway = await openGateway();
    for (const url of ["/api/health", "/api/health?probe=1"]) {
      const response = await gateway.send({ method: "GET", url });
      assert.deepEqual([response.statusCode, response.json()], [200, { status: "ok", version: "0.1.0" }]);
    }
  });

  it("is 503 and names the parts that are away", async () => {
    await using gateway = await openGateway();
    gateway.upstreams.search.check = () => Promise.reject(new DomainError("unavailable", "10.0.0.7"));
    gateway.upstreams.accounts.check = () => Promise.reject(new DomainError("deadline", "10.0.0.8"));
    const response = await gateway.send({ method: "GET", url: "/api/health" });
    assert.equal(response.statusCode, 503);
    assert.deepEqual(response.json(), {
      detail: "Not available at the moment: search, accounts. Try again in a few seconds.",
      status: "degraded",
      version: "0.1.0",
    });
    assert.ok(Number(response.headers["retry-after"]) >= 1);
  });

  it("a thousand who ask at once make one check, and the next one after it makes another", async () => {
    await using gateway = await openGateway();
    const checked = Promise.withResolvers<void>();
    gateway.upstreams.search.check = () => checked.promise;
    const ask = () => gateway.send({ method: "GET", url: "/api/health" });
    const first = ask();
    await new Promise(setImmediate);
    gateway.upstreams.search.check = () => Promise.reject(new Error("a second check"));
    const others = Array.from({ length: 999 }, ask);
    await new Promise(setImmediate);
    checked.resolve();
    assert.ok((await Promise.all([first, ...others])).every(({ statusCode }) => statusCode === 200));
    assert.equal((await ask()).statusCode, 503);
  });
});
