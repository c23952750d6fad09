import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { ERAS, messageOf } from "../../support/mcp-message.ts";
import { post, send } from "./mcp-messages.ts";
import { hashOf, KEY, keyNamed, keyState, openGateway } from "./open-gateway.ts";

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const detailOf = (response: LightMyRequestResponse): string => response.json().detail;

describe("gateway: the MCP endpoint", () => {
  it("a client of 2025-11-25 opens without a session, and its notifications are taken", async () => {
    await using gateway = await openGateway();
    const hello = await post(gateway, {
      ...PING,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    });
    assert.equal(hello.statusCode, 200);
    assert.equal(hello.headers["mcp-session-id"], undefined);
    const { result } = hello.json();
    assert.equal(result.protocolVersion, "2025-11-25");
    assert.deepEqual(result.capabilities, { tools: {} });
    assert.match(result.instructions, /one focused concept/);
    const noted = await post(gateway, { jsonrpc: "2.0", method: "notifications/initialized" });
    assert.deepEqual([noted.statusCode, noted.body], [202, ""]);
  });

  it("a client of 2026-07-28 discovers the versions, and listening ends at once: nothing ever changes", async () => {
    await using gateway = await openGateway();
    const { result } = (await send(gateway, "2026-07-28", "server/discover")).json();
    assert.deepEqual([result.supportedVersions, result.capabilities], [["2026-07-28"], { tools: {} }]);
    const listened = await send(gateway, "2026-07-28", "subscriptions/listen", {
      notifications: { toolsListChanged: true },
    });
    assert.match(listened.body, /subscriptions\/acknowledged.*"resultType":"complete"/s);
  });

  for (const era of ERAS) {
    it(`every tool has a title, a description, schemas that are objects, and says that it only reads: ${era}`, async () => {
      await using gateway = await openGateway();
      const { result } = (await send(gateway, era, "tools/list")).json();
      assert.deepEqual(
        result.tools.map(({ name }: { name: string }) => name),
        ["search_insights", "list_filter_options", "list_documents", "get_document", "search_web"],
      );
      for (const tool of result.tools) {
        assert.ok(tool.title && tool.description.length > 80, tool.name);
        assert.deepEqual([tool.inputSchema.type, tool.inputSchema.additionalProperties], ["object", false]);
        assert.equal(tool.outputSchema.type, "object");
        assert.deepEqual([tool.annotations.readOnlyHint, tool.annotations.destructiveHint], [true, false]);
        assert.ok(!JSON.stringify(tool).includes("$ref"), "a client has nothing to look it up in");
      }
      const [search] = result.tools;
      assert.deepEqual(search.inputSchema.required, ["query"]);
      assert.deepEqual(
        [search.inputSchema.properties.limit.maximum, search.inputSchema.properties.limit.default],
        [100, 20],
      );
    });

    it(`what neither era nor server knows is JSON-RPC's error, and is no operation: ${era}`, async () => {
      await using gateway = await openGateway();
      assert.equal((await send(gateway, era, "resources/list")).json().error.code, -32601);
      const unknown = (await send(gateway, era, "tools/call", { name: "drop_tables", arguments: {} })).json();
      assert.equal(unknown.error.code, -32602);
      assert.match(unknown.error.message, /^Unknown tool drop_tables: use search_insights, /);
      assert.deepEqual(gateway.recorded, []);
    });
  }

  it("a call without the form of one is told what is wrong with it, and is no operation", async () => {
    await using gateway = await openGateway({ tiers: { free: 11 } });
    const call = (params?: unknown) => post(gateway, { ...PING, method: "tools/call", params });
    const name = "search_insights";
    for (const [params, sentence] of [
      ...[5, "x", null, [], true].map((one) => [
        { name, arguments: one },
        /^arguments must be a JSON object: send \{"/,
      ]),
      ...[{}, { name: 5 }, { name: null }].map((one) => [one, /^name must be the name of a tool: send \{"name"/]),
      ...[undefined, 5, []].map((one) => [one, /^params must be a JSON object: send \{"name"/]),
    ] as [unknown, RegExp][]) {
      const answer = await call(params);
      const { id, error } = answer.json();
      assert.deepEqual([answer.statusCode, id, error.code], [200, 1, -32602], answer.body);
      assert.match(error.message, sentence);
      assert.equal(answer.headers["x-ratelimit-limit"], "11");
    }
    assert.match(detailOf(await call(5)), /^Rate limit exceeded/);
    assert.deepEqual(gateway.recorded, []);
  });

  it("a client of an older line gets the version that it asks for", async () => {
    await using gateway = await openGateway();
    for (const [asked, given] of [
      ["2025-06-18", "2025-06-18"],
      ["2024-11-05", "2024-11-05"],
      ["2031-01-01", "2025-11-25"],
    ]) {
      const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: "test", version: "1" } };
      const hello = await post(gateway, { ...PING, method: "initialize", params });
      assert.equal(hello.json().result.protocolVersion, given);
    }
  });

  it("a call that wants no answer is not carried out", async () => {
    await using gateway = await openGateway();
    const { body } = messageOf("2025-11-25", "tools/call", { name: "search_insights", arguments: { query: "q" } });
    const { id: _, ...silent } = body;
    assert.equal((await post(gateway, silent)).statusCode, 202);
    assert.deepEqual(gateway.recorded, []);
  });

  it("a version that there is not is refused with those there are", async () => {
    await using gateway = await openGateway();
    const { body, headers } = messageOf("2026-07-28", "tools/list");
    const renamed = JSON.parse(JSON.stringify(body).replaceAll("2026-07-28", "2031-01-01"));
    const response = await post(gateway, renamed, { ...headers, "mcp-protocol-version": "2031-01-01" });
    assert.equal(response.statusCode, 400);
    assert.deepEqual(response.json().error.data.supported, ["2026-07-28"]);
  });

  it("there is nothing to get and no session to delete", async () => {
    await using gateway = await openGateway();
    for (const method of ["GET", "DELETE"] as const) {
      const response = await gateway.send({ method, url: "/mcp", headers: { authorization: `Bearer ${KEY}` } });
      assert.deepEqual([response.statusCode, response.headers["allow"]], [405, "OPTIONS, POST"]);
      assert.match(detailOf(response), new RegExp(`^${method} is not possible here`));
    }
  });

  it("every answer carries the rate limit, whatever its status", async () => {
    await using gateway = await openGateway();
    const answers = [
      await post(gateway, PING),
      await post(gateway, "{"),
      await post(gateway, PING, { authorization: "" }),
      await post(gateway, PING, { origin: "https://evil.example" }),
      await post(gateway, { ...PING, method: "x".repeat(70_000) }),
      await gateway.send({ method: "GET", url: "/mcp" }),
    ];
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 400, 401, 403, 413, 405],
    );
    for (const { headers, statusCode } of answers) {
      for (const name of ["limit", "remaining", "reset"]) {
        assert.match(String(headers[`x-ratelimit-${name}`]), /^\d+$/, `${statusCode} ${name}`);
      }
    }
  });
});

describe("gateway: keys of the MCP endpoint", () => {
  const refused: [name: string, headers: Record<string, string>, detail: RegExp, challenge: RegExp][] = [
    ["no key", { authorization: "" }, /^Missing API key: send one as Authorization: Bearer KEY\./, /^Bearer realm=/],
    ["a key in REST's header", { authorization: "", "x-api-key": KEY }, /^Missing API key/, /^Bearer realm=/],
    ["another scheme", { authorization: `Basic ${KEY}` }, /^Missing API key/, /error="invalid_token"/],
    ["half a key", { authorization: `Bearer ${KEY.slice(0, 20)}` }, /send the whole key/, /error="invalid_token"/],
    ["an unknown key", { authorization: `Bearer ${keyNamed("nobody")}` }, /is not known here/, /error="invalid_token"/],
    ["a token of the console", { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." }, /whole key/, /invalid_token/],
  ];
  for (const [name, headers, detail, challenge] of refused) {
    it(`${name} is 401, with the way to authenticate`, async () => {
      await using gateway = await openGateway();
      const response = await post(gateway, PING, headers);
      assert.equal(response.statusCode, 401);
      assert.match(detailOf(response), detail);
      assert.match(String(response.headers["www-authenticate"]), challenge);
      assert.deepEqual(Object.keys(response.json()), ["detail"]);
    });
  }

  it("a revoked key is refused on its very next request once it is forgotten", async () => {
    await using gateway = await openGateway();
    assert.equal((await post(gateway, PING)).statusCode, 200);
    gateway.accounts.set(KEY, keyState({ isActive: false }));
    gateway.keys.forget(hashOf(KEY));
    assert.match(detailOf(await post(gateway, PING)), /was revoked/);
  });
});

describe("gateway: what MCP does not take", () => {
  const bodies: [name: string, body: string | Buffer, detail: RegExp][] = [
    ["malformed JSON", '{"jsonrpc": "2.0",', /^Malformed JSON/],
    ["nothing", "", /^The body is empty: send a JSON object, for example \{"jsonrpc"/],
    ["a batch", JSON.stringify([PING, PING]), /^Batches are not possible: send each message by itself\./],
    ["an empty batch", "[]", /^Batches are not possible/],
    ["a number", "5", /^The body must be a JSON-RPC message/],
    ["null", "null", /^The body must be a JSON-RPC message/],
    ["an object that is no message", "{}", /^The body must be a JSON-RPC message/],
    ["a message without a version", '{"id": 1, "method": "ping"}', /^The body must be a JSON-RPC message/],
    ["an id that is an object", '{"jsonrpc": "2.0", "id": {}, "method": "ping"}', /^The body must be a JSON-RPC/],
    [
      "an argument given twice",
      JSON.stringify(
        messageOf("2025-11-25", "tools/call", { name: "search_insights", arguments: { query: "a" } }).body,
      ).replace('"query":"a"', '"since":"2024-01-01","since":null,"query":"a"'),
      /^The body has a name twice/,
    ],
    ["brackets deeper than the stack", "[".repeat(30_000) + "]".repeat(30_000), /^Batches are not possible/],
    ["Latin-1", Buffer.from('{"jsonrpc": "2.0", "id": 1, "method": "é"}', "latin1"), /^The body is not UTF-8/],
  ];
  for (const [name, body, detail] of bodies) {
    it(`${name} is 400, in JSON-RPC's words and with {detail}`, async () => {
      await using gateway = await openGateway();
      const response = await post(gateway, body);
      assert.equal(response.statusCode, 400, response.body);
      assert.match(detailOf(response), detail);
      const { jsonrpc, id, error } = response.json();
      assert.deepEqual([jsonrpc, id, error.message], ["2.0", null, detailOf(response)]);
    });
  }

  it("another content type is 400, and a body over 64 KiB 413", async () => {
    await using gateway = await openGateway();
    assert.match(detailOf(await post(gateway, PING, { "content-type": "text/plain" })), /^Wrong content type/);
    const large = await post(gateway, { ...PING, params: { x: "x".repeat(64 * 1024) } });
    assert.equal(large.statusCode, 413);
    assert.match(detailOf(large), /^The body is larger than 65536 bytes/);
  });

  const foreign: [name: string, headers: Record<string, string>][] = [
    ["a page of another site", { origin: "https://evil.example" }],
    ["a page whose name begins like ours", { origin: "http://localhost.evil.example" }],
    ["a page whose address begins like ours", { origin: "http://127.0.0.1.evil.example" }],
    ["a sandboxed page", { origin: "null" }],
    ["a page of another port of the public name", { origin: "https://api.example.org:8443" }],
    ["a rebound name", { host: "evil.example:8080", origin: "http://evil.example:8080" }],
    ["a rebound name without an origin", { host: "evil.example:8080" }],
  ];
  for (const [name, headers] of foreign) {
    it(`${name} is 403, with or without a key`, async () => {
      await using gateway = await openGateway({ publicUrl: "https://api.example.org" });
      for (const authorization of [`Bearer ${KEY}`, ""]) {
        const response = await post(gateway, PING, { ...headers, authorization });
        assert.equal(response.statusCode, 403, response.body);
        assert.match(detailOf(response), /^(Pages of this origin may not|The Host header names another server)/);
      }
    });
  }

  it("a trusted proxy on this machine may have any name for the server; one that is not trusted may not", async () => {
    const headers = { host: "insights.example.org", "x-forwarded-for": "203.0.113.5" };
    await using trusting = await openGateway({ trustedProxies: ["127.0.0.1"] });
    assert.equal((await post(trusting, PING, headers)).statusCode, 200);
    await using wary = await openGateway();
    const response = await post(wary, PING, headers);
    assert.equal(response.statusCode, 403);
    assert.match(detailOf(response), /the operator sets PUBLIC_URL/);
  });

  it("pages of this machine and of the public address are taken, and the public address as Host", async () => {
    await using gateway = await openGateway({ publicUrl: "https://api.example.org" });
    const taken: Record<string, string>[] = [
      { origin: "http://localhost:6274" },
      { origin: "http://127.0.0.1:3000", host: "127.0.0.1:8080" },
      { origin: "http://[::1]:3000", host: "[::1]:8080" },
      { origin: "https://api.example.org", host: "api.example.org" },
      { host: "localhost" },
      { host: "api.example.org:443" },
    ];
    for (const headers of taken) {
      const response = await post(gateway, PING, headers);
      assert.equal(response.statusCode, 200, JSON.stringify(headers) + response.body);
    }
  });
});
