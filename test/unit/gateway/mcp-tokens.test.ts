import assert from "node:assert/strict";
import type { JWTPayload } from "jose";
import { UnsecuredJWT } from "jose";
import { pino } from "pino";
import type { GatewayDeps } from "../../../gateway/core.ts";
import { configuredIssuer, createMcpTokens, createSessions } from "../../../gateway/tokens/sessions.ts";
import { AUDIENCE, type Issuer, newSigningKey, startIssuer } from "../../support/issuer.ts";
import { callTool, post, sentenceOf } from "./mcp-messages.ts";
import { openGateway, type TestGateway } from "./open-gateway.ts";

const MCP = "research-insights-mcp";
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const KEYS = "/console/content/me/api-keys";
const METADATA = "/.well-known/oauth-protected-resource/mcp";

describe("gateway: access tokens on the MCP endpoint", () => {
  let issuer: Issuer;
  before(async () => {
    issuer = await startIssuer();
  });
  after(() => issuer[Symbol.asyncDispose]());

  const open = (change: Partial<GatewayDeps> = {}, scope?: string): Promise<TestGateway> => {
    const clock = { now: () => Date.now() };
    const audiences = { CONSOLE_AUDIENCE: AUDIENCE, MCP_AUDIENCE: MCP };
    const settings = { OIDC_ISSUER: issuer.url, OIDC_TRUST_EMAIL: true };
    const trusted = configuredIssuer(settings, { clock, log: pino({ level: "silent" }) });
    assert.ok(trusted);
    return openGateway({
      sessions: createSessions({ issuer: trusted, audiences, clock }),
      mcpSignIn: {
        tokens: createMcpTokens({ issuer: trusted, audiences, scope, clock }),
        authorizationServer: () => issuer.url,
        scope,
      },
      ...change,
    });
  };
  const tokenFor = (claims: JWTPayload = {}) => issuer.sign({ aud: MCP, client_id: "agent", ...claims });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it("open it: usage names the account and no key, and counts against its allowance", async () => {
    await using gateway = await open({ freeMonthlyAllowance: 2 });
    const headers = bearer(await tokenFor());
    const call = async (id: number) => {
      const params = { name: "search_insights", arguments: { query: "quay" } };
      return (await post(gateway, { jsonrpc: "2.0", id, method: "tools/call", params }, headers)).json().result;
    };
    assert.equal((await call(1)).isError, undefined);
    assert.equal((await call(2)).isError, undefined);
    assert.match(sentenceOf(await call(3)), /monthly allowance of 2 searches is used up/);
    const accountId = `account of ada at ${issuer.url}`;
    assert.deepEqual(
      gateway.recorded.map((event) => [event.accountId, event.keyId, event.operation]),
      [
        [accountId, null, "search"],
        [accountId, null, "search"],
      ],
    );
  });

  it("count by issuer, subject and client: a neighbour's flood is his own", async () => {
    await using gateway = await open({ tiers: { free: 2 } });
    const send = async (claims: JWTPayload) => {
      const { statusCode, headers, body } = await post(gateway, PING, bearer(await tokenFor(claims)));
      return { statusCode, policy: String(headers["ratelimit-policy"]), body };
    };
    const answers = [await send({}), await send({}), await send({})];
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 429],
    );
    assert.match(answers[2]?.body ?? "", /this client may send 2 requests a minute for your account/);
    assert.match(answers[0]?.policy ?? "", /^"client";q=2;w=60$/);
    assert.equal((await send({ client_id: "other agent" })).statusCode, 200);
    assert.equal((await send({ sub: "bob" })).statusCode, 200);
  });

  it("have the tier of the account, and what other gateways have counted", async () => {
    await using gateway = await open({ freeMonthlyAllowance: 5 });
    gateway.upstreams.accounts.checkAccount = async ({ subject }) => ({
      accountId: subject,
      tier: subject === "ada" ? "pro" : "free",
      countedThisMonth: 3,
    });
    gateway.keys.used = async (_accountId, counted) => counted + 2;
    const { headers } = await post(gateway, PING, bearer(await tokenFor()));
    assert.equal(headers["x-ratelimit-limit"], "1000");
    const params = { name: "search_insights", arguments: { query: "quay" } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const paid = await post(gateway, message, bearer(await tokenFor()));
    assert.equal(paid.json().result.isError, undefined);
    const free = await post(gateway, message, bearer(await tokenFor({ sub: "bob" })));
    assert.match(sentenceOf(free.json().result), /allowance of 5 searches is used up/);
  });

  it("take the verified e-mail address along, as the console does", async () => {
    await using gateway = await open();
    const owners: unknown[] = [];
    gateway.upstreams.accounts.checkAccount = async (owner) => {
      owners.push(owner);
      return { accountId: "a", tier: "free", countedThisMonth: 0 };
    };
    await post(gateway, PING, bearer(await tokenFor({ email: "ada@example.org", email_verified: true })));
    assert.deepEqual(owners, [{ issuer: issuer.url, subject: "ada", email: "ada@example.org" }]);
  });

  it("leave keys what they are", async () => {
    await using gateway = await open();
    assert.equal((await callTool(gateway, "2025-11-25", "list_filter_options")).isError, undefined);
    assert.equal(gateway.recorded[0]?.keyId, "key-1");
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  const refused: [name: string, token: () => Promise<string> | string, detail: RegExp][] = [
    ["expired", () => tokenFor({ exp: seconds() - 60 }), /it has expired\. Sign in again/],
    ["not valid yet", () => tokenFor({ nbf: seconds() + 600 }), /not valid yet/],
    ["for the console", () => tokenFor({ aud: AUDIENCE }), /it is for another audience\. Ask for one/],
    ["for both", () => tokenFor({ aud: [MCP, AUDIENCE] }), /for another audience as well/],
    ["for somebody else", () => tokenFor({ aud: "https://elsewhere.example/mcp" }), /for another audience/],
    ["of another issuer", () => tokenFor({ iss: "https://evil.example" }), /issuer is not the one/],
    ["without an end", () => tokenFor({ exp: undefined }), /no exp claim/],
    ["without a subject", () => tokenFor({ sub: undefined }), /no sub claim/],
    [
      "unsigned",
      () => new UnsecuredJWT({ aud: MCP, sub: "ada", iss: issuer.url, exp: seconds() + 60 }).encode(),
      /^Invalid access token: it is not signed with an algorithm|its signature/,
    ],
    [
      "signed by a stranger",
      async () => issuer.sign({ aud: MCP }, await newSigningKey("stranger")),
      /a key that its issuer does not have/,
    ],
    ["cut short", async () => (await tokenFor()).slice(0, -5), /its signature is not that of its issuer/],
    ["no token at all", () => "hello", /it is not a JSON Web Token/],
  ];
  for (const [name, token, detail] of refused) {
    it(`a token that is ${name} is 401, with the way to a good one`, async () => {
      await using gateway = await open();
      const response = await post(gateway, PING, { ...bearer(await token()), host: "127.0.0.1:8080" });
      assert.equal(response.statusCode, 401, response.body);
      assert.match(response.json().detail, detail);
      assert.equal(
        response.headers["www-authenticate"],
        `Bearer realm="research-insights", error="invalid_token", resource_metadata="http://127.0.0.1:8080${METADATA}"`,
      );
      assert.match(String(response.headers["x-ratelimit-remaining"]), /^\d+$/);
      assert.deepEqual(gateway.recorded, []);
    });
  }

  it("an access token of MCP does not open the console, and a key opens neither by the wrong door", async () => {
    await using gateway = await open();
    const console = (token: string) => gateway.send({ method: "GET", url: KEYS, headers: bearer(token) });
    assert.equal((await console(await issuer.sign())).statusCode, 200);
    const response = await console(await tokenFor());
    assert.equal(response.statusCode, 401);
    assert.match(response.json().detail, /it is for another audience/);
    const rest = await gateway.get("/api/documents", { "x-api-key": await tokenFor() });
    assert.equal(rest.statusCode, 401);
  });

  it("need every scope of MCP_SCOPE; who lacks one is told which (RFC 6750, section 3.1)", async () => {
    await using gateway = await open({}, "mcp:read mcp:search");
    const send = async (claims: JWTPayload) => post(gateway, PING, bearer(await tokenFor(claims)));
    for (const claims of [
      { scope: "openid mcp:search mcp:read" },
      { scp: ["mcp:read", "mcp:search"] },
      { scp: "mcp:read mcp:search" },
    ]) {
      assert.equal((await send(claims)).statusCode, 200, JSON.stringify(claims));
    }
    for (const claims of [{}, { scope: "mcp:read" }, { scope: "mcp:read mcp:searches" }, { scp: [["mcp:search"]] }]) {
      const response = await send(claims);
      assert.equal(response.statusCode, 403, JSON.stringify(claims));
      assert.match(response.json().detail, /was not given the scope (mcp:read )?mcp:search: sign in again/);
      assert.match(
        String(response.headers["www-authenticate"]),
        /error="insufficient_scope".*scope="mcp:read mcp:search"/,
      );
    }
    // Where a token does not matter, its scopes do not either.
    assert.equal((await post(gateway, PING)).statusCode, 200);
  });

  it("an account service that is away is 500, and takes nothing", async () => {
    await using gateway = await open();
    const { DomainError } = await import("#kit/errors.ts");
    gateway.upstreams.accounts.checkAccount = () => Promise.reject(new DomainError("unavailable", "away"));
    const response = await post(gateway, PING, bearer(await tokenFor()));
    assert.deepEqual([response.statusCode, response.headers["retry-after"]], [500, "2"]);
  });

  describe("metadata of the protected resource (RFC 9728)", () => {
    it("name the issuer, with the address that the caller used, where the operator named none", async () => {
      await using gateway = await open({}, "mcp:read mcp:search");
      const unsigned = await post(gateway, PING, { authorization: "", host: "localhost:8080" });
      assert.equal(unsigned.statusCode, 401);
      const challenge = String(unsigned.headers["www-authenticate"]);
      assert.equal(
        challenge,
        `Bearer realm="research-insights", resource_metadata="http://localhost:8080${METADATA}", scope="mcp:read mcp:search"`,
      );
      for (const url of [METADATA, "/.well-known/oauth-protected-resource"]) {
        const response = await gateway.send({ method: "GET", url, headers: { host: "localhost:8080" } });
        assert.deepEqual(response.json(), {
          resource: "http://localhost:8080/mcp",
          resource_name: "research-insights",
          authorization_servers: [issuer.url],
          bearer_methods_supported: ["header"],
          scopes_supported: ["mcp:read", "mcp:search"],
        });
        assert.equal(response.headers["access-control-allow-origin"], "*");
        assert.ok(response.headers["x-ratelimit-limit"]);
      }
    });

    it("stand at PUBLIC_URL, whatever the Host header says", async () => {
      await using gateway = await open({ publicUrl: "https://api.example.org/insights" });
      const response = await gateway.send({ method: "GET", url: METADATA, headers: { host: "evil.example" } });
      assert.equal(response.json().resource, "https://api.example.org/insights/mcp");
      // Where a client that follows the standard looks for it: the path of the resource goes behind the well-known one.
      const inserted = await gateway.send({ method: "GET", url: `${METADATA.replace("/mcp", "/insights/mcp")}` });
      assert.equal(inserted.json().resource, "https://api.example.org/insights/mcp");
      assert.equal(response.json().scopes_supported, undefined);
    });

    it("put nothing of a Host header into the challenge that is no name of a server", async () => {
      await using gateway = await open();
      const host = 'a", scope="everything';
      const response = await gateway.send({ method: "GET", url: METADATA, headers: { host } });
      assert.equal(response.statusCode, 400);
      assert.match(response.json().detail, /Host header/);
    });

    it("are not there where nobody can sign in, and the challenge names none", async () => {
      await using gateway = await open({ mcpSignIn: undefined });
      const response = await gateway.send({ method: "GET", url: METADATA });
      assert.equal(response.statusCode, 404);
      assert.match(response.json().detail, /send an API key as Authorization: Bearer KEY.*OIDC_ISSUER/);
      const unsigned = await post(gateway, PING, { authorization: "" });
      assert.equal(unsigned.headers["www-authenticate"], 'Bearer realm="research-insights"');
    });
  });
});
