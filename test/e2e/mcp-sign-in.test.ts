import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { createBrowser } from "../support/browser.ts";
import { killLeftovers } from "../support/command.ts";
import { CALLBACK, createSigningInClient } from "../support/mcp-client.ts";
import { createInstallation, type Installation, type RunningServer } from "../support/server.ts";
import { locationOf, openSignIn, signInAs } from "../support/sign-in.ts";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_filter_options", arguments: {} } };

describe("signing in to MCP by its URL alone", function () {
  this.timeout(120_000);
  let installation: Installation;
  let server: RunningServer;
  let origin: string;
  const serve = async (env: Record<string, string> = {}) => {
    server = await installation.serve({ RATE_LIMIT_FREE: "10000", ...env });
    origin = server.urls[0] ?? "";
  };
  before(async () => {
    installation = createInstallation();
    await serve();
  });
  after(async () => {
    await installation.remove();
    killLeftovers();
  });

  const call = (token: string) =>
    fetch(`${origin}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(LIST),
    });
  const register = (metadata: object) =>
    fetch(`${origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(metadata),
    });
  const registered = async (redirect = CALLBACK, more: object = {}): Promise<string> => {
    const grants = { grant_types: ["authorization_code", "refresh_token"] };
    const response = await register({ redirect_uris: [redirect], ...grants, ...more });
    const body = (await response.json()) as Record<string, string>;
    assert.equal(response.status, 201, JSON.stringify(body));
    return body["client_id"] ?? "";
  };

  /** What a client does by hand, for what the SDK would never do. */
  const flow = (clientId: string, change: Record<string, string> = {}) => {
    const verifier = randomBytes(32).toString("base64url");
    const parameters: Record<string, string> = {
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "mcp",
      resource: `${origin}/mcp`,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...change,
    };
    return {
      authorize: `/oauth/authorize?${new URLSearchParams(parameters)}`,
      redeem: (code: string, other: Record<string, string> = {}) =>
        tokenOf({
          grant_type: "authorization_code",
          client_id: clientId,
          redirect_uri: parameters["redirect_uri"] ?? "",
          code,
          code_verifier: verifier,
          ...other,
        }),
    };
  };
  const tokenOf = async (form: Record<string, string>) => {
    const response = await fetch(`${origin}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  it("the SDK's client registers, sends the person to the page, and searches as the account", async () => {
    const client = createSigningInClient(`${origin}/mcp`);
    await assert.rejects(client.connect(), UnauthorizedError);
    const sentTo = client.sentTo;
    assert.ok(sentTo);
    assert.equal(sentTo.searchParams.get("resource"), `${origin}/mcp`);
    assert.equal(sentTo.searchParams.get("scope"), "mcp");
    const { html } = await openSignIn(origin, sentTo.href);
    assert.match(html, /<strong>Test agent<\/strong> asks to search and read the documents here/);
    assert.match(html, /That is what it calls itself; nobody has checked it\./);
    assert.match(html, /Afterwards you go to http:\/\/127\.0\.0\.1:39998, an application on this computer\./);
    const back = await signInAs(origin, sentTo.href, "Ada@example.org");
    assert.equal(back.origin + back.pathname, CALLBACK);
    assert.equal(back.searchParams.get("iss"), origin, "RFC 9207");
    await client.finish(back);
    const connected = await client.connect();
    const { tools } = await connected.listTools();
    assert.equal(tools.length, 5);
    const answer = await connected.callTool({ name: "search_insights", arguments: { query: "wheat" } });
    assert.deepEqual(answer.structuredContent, { insights: [] });
    await connected.close();
    const usage = await installation.insights("usage", "--email", "ada@example.org");
    assert.equal((usage as { total_requests: number }).total_requests, 1, "the account is that of the address");
    assert.equal(
      (await call(client.tokens?.access_token ?? "")).headers.get("ratelimit-policy"),
      '"client";q=10000;w=60',
    );
  });

  it("stays signed in by refresh tokens, each good once, also after a restart", async () => {
    const client = createSigningInClient(`${origin}/mcp`);
    await assert.rejects(client.connect(), UnauthorizedError);
    await client.finish(await signInAs(origin, client.sentTo?.href ?? "", "grace@example.org"));
    const first = client.tokens;
    const clientId = client.clientInformation?.client_id ?? "";
    const refresh = (token: string | undefined) =>
      tokenOf({ grant_type: "refresh_token", client_id: clientId, refresh_token: token ?? "" });
    const port = new URL(origin).port;
    await server.end();
    await serve({ PORT: port });
    const second = await refresh(first?.refresh_token);
    assert.equal(second.status, 200, JSON.stringify(second));
    assert.notEqual(second.body["refresh_token"], first?.refresh_token);
    assert.equal((await call(second.body["access_token"] ?? "")).status, 200);
    // One that comes twice was stolen from somebody: nobody goes on with what came of it.
    assert.equal((await refresh(first?.refresh_token)).status, 400);
    assert.equal((await refresh(second.body["refresh_token"])).status, 400);
  });

  it("a token of MCP does not open the console, nor a console's MCP, and no key signs anybody in", async () => {
    const client = flow(await registered());
    const back = await signInAs(origin, client.authorize, "ada@example.org");
    const { body } = await client.redeem(back.searchParams.get("code") ?? "");
    const token = body["access_token"] ?? "";
    assert.equal((await call(token)).status, 200);
    const keys = await fetch(`${origin}/console/content/me/api-keys`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(keys.status, 401);
    const console = (await installation.insights("token", "--email", "ada@example.org")) as { token: string };
    const refused = await call(console.token);
    assert.equal(refused.status, 401);
    assert.match(
      refused.headers.get("www-authenticate") ?? "",
      /error="invalid_token", resource_metadata="http.*", scope="mcp"$/,
    );
    assert.match(((await refused.json()) as { detail: string }).detail, /it is for another audience/);
  });

  it("an application cannot ask for the console, nor for somebody else's resource", async () => {
    const clientId = await registered();
    for (const resource of [`${origin}/console`, "https://elsewhere.example/mcp"]) {
      const response = await createBrowser(origin).visit(flow(clientId, { resource, scope: "console" }).authorize);
      assert.equal(new URL(locationOf(response)).searchParams.get("error"), "invalid_target", resource);
    }
  });

  it("one that names no resource gets a token for MCP, as clients from before RFC 8707 expect", async () => {
    const clientId = await registered();
    const { authorize, redeem } = flow(clientId);
    const url = new URL(authorize, origin);
    url.searchParams.delete("resource");
    const back = await signInAs(origin, url.href, "ada@example.org");
    const { body } = await redeem(back.searchParams.get("code") ?? "");
    const token = body["access_token"] ?? "";
    assert.equal((await call(token)).status, 200);
  });

  it("whoever is signed in is asked again by every application, also by one that asks for nothing", async () => {
    const { browser, page } = await openSignIn(origin, flow(await registered()).authorize);
    const resumed = await browser.submit(page, { action: "sign-in", email: "ada@example.org" });
    assert.match(locationOf(await browser.visit(locationOf(resumed))), /code=/);
    // Of an application on a server somewhere the provider by itself would ask once for each scope, and not for none.
    const stranger = await registered("https://stranger.example/callback", { application_type: "web" });
    const silent = { redirect_uri: "https://stranger.example/callback" };
    for (const change of [silent, { ...silent, scope: "" }, { ...silent, scope: "openid" }]) {
      const again = await browser.visit(flow(stranger, change).authorize);
      assert.match(locationOf(again), /\/oauth\/sign-in\//, JSON.stringify(change));
      const html = await (await browser.visit(locationOf(again))).text();
      assert.match(html, /Afterwards you go to https:\/\/stranger\.example\. Cancel/);
    }
    const unasked = await browser.visit(flow(stranger, { ...silent, prompt: "none" }).authorize);
    assert.equal(new URL(locationOf(unasked)).searchParams.get("code"), null);
  });

  it("codes are good once, with their verifier, for their application and their address", async () => {
    const clientId = await registered();
    const other = await registered();
    const wrongs: Record<string, string>[] = [
      { code_verifier: "x".repeat(43) },
      { client_id: other },
      { redirect_uri: "http://127.0.0.1:39998/elsewhere" },
    ];
    for (const wrong of wrongs) {
      const { authorize, redeem } = flow(clientId);
      const code = (await signInAs(origin, authorize, "ada@example.org")).searchParams.get("code") ?? "";
      assert.equal((await redeem(code, wrong)).body["error"], "invalid_grant", JSON.stringify(wrong));
    }
    const { authorize, redeem } = flow(clientId);
    const code = (await signInAs(origin, authorize, "ada@example.org")).searchParams.get("code") ?? "";
    const tokens = await redeem(code);
    assert.equal(tokens.status, 200);
    assert.equal((await redeem(code)).body["error"], "invalid_grant");
    const refreshed = await tokenOf({
      grant_type: "refresh_token",
      client_id: clientId,
      refresh_token: tokens.body["refresh_token"] ?? "",
    });
    assert.equal(refreshed.body["error"], "invalid_grant", "what came of a code that was used twice is void");
  });

  it("an application on this machine comes back at any port, and nobody at another address", async () => {
    const clientId = await registered("http://127.0.0.1/callback");
    const started = await createBrowser(origin).visit(
      flow(clientId, { redirect_uri: "http://127.0.0.1:51234/callback" }).authorize,
    );
    assert.match(locationOf(started), /\/oauth\/sign-in\//);
    for (const hostile of [
      "https://evil.example/callback",
      "http://127.0.0.1/elsewhere",
      "http://127.0.0.1.evil.example/callback",
      "http://127.0.0.1@evil.example/callback",
      "javascript:alert(1)",
    ]) {
      const response = await createBrowser(origin).visit(flow(clientId, { redirect_uri: hostile }).authorize);
      assert.deepEqual([response.status, response.headers.get("location")], [400, null], hostile);
      assert.match(await response.text(), /Sign-in is not possible/);
    }
  });

  it("refuses to register what is hostile, too large or cannot be shown, and says what is wrong", async () => {
    const good = { redirect_uris: [CALLBACK] };
    const refused: [object, RegExp][] = [
      [{ redirect_uris: ["http://evil.example/callback"] }, /http/],
      [
        { redirect_uris: ["http://evil.example/callback"], application_type: "web" },
        /must be https, http on this machine/,
      ],
      [{ redirect_uris: ["javascript:alert(1)"] }, /redirect_uris/],
      [{ redirect_uris: ["data:text/html,x"] }, /redirect_uris/],
      [{ redirect_uris: [`${CALLBACK}#fragment`] }, /fragment/],
      [{ redirect_uris: ["https://user:secret@client.example/"] }, /without a password/],
      [{ redirect_uris: Array.from({ length: 21 }, (_, i) => `${CALLBACK}/${i}`) }, /at most 20/],
      [{}, /redirect_uris/],
      [{ ...good, client_name: "a".repeat(101) }, /client_name/],
      [{ ...good, client_name: "\u202Egpj.exe" }, /client_name/],
      [{ ...good, software_id: "x".repeat(9_000) }, /larger than/],
      [{ ...good, token_endpoint_auth_method: "private_key_jwt", jwks_uri: "http://127.0.0.1:1/" }, /./],
      [{ ...good, grant_types: ["client_credentials"] }, /grant_types/],
    ];
    for (const [metadata, detail] of refused) {
      const response = await register(metadata);
      const body = (await response.json()) as Record<string, string>;
      assert.equal(response.status, 400, JSON.stringify(metadata).slice(0, 200));
      assert.match(body["error"] ?? "", /^invalid_(client_metadata|redirect_uri)$/);
      assert.match(body["error_description"] ?? "", detail);
    }
    assert.equal((await register({ ...good, client_name: "x".repeat(80_000) })).status, 400);
  });

  it("a page in a browser may do all that a client does", async () => {
    const headers = { origin: "http://localhost:6274" };
    const preflight = await fetch(`${origin}/oauth/token`, {
      method: "OPTIONS",
      headers: { ...headers, "access-control-request-method": "POST" },
    });
    assert.equal(preflight.status, 204);
    for (const path of ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"]) {
      const response = await fetch(origin + path, { headers });
      assert.ok(["*", headers.origin].includes(response.headers.get("access-control-allow-origin") ?? ""), path);
    }
  });

  it("the metadata tell what there is (RFC 8414), and name no place to sign in that is closed", async () => {
    const metadata = (await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()) as Record<
      string,
      unknown
    >;
    assert.equal(metadata["registration_endpoint"], `${origin}/oauth/register`);
    assert.equal(metadata["client_id_metadata_document_supported"], true);
    assert.equal(metadata["authorization_response_iss_parameter_supported"], true);
    assert.deepEqual(metadata["code_challenge_methods_supported"], ["S256"]);
    assert.deepEqual(metadata["grant_types_supported"], ["authorization_code", "refresh_token"]);
    const other = createInstallation();
    try {
      const [url = ""] = (await other.serve({ PUBLIC_URL: "https://api.example.org" })).urls;
      assert.equal((await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)).status, 404);
      const { headers } = await fetch(`${url}/mcp`, { method: "POST" });
      assert.equal(headers.get("www-authenticate"), 'Bearer realm="research-insights"');
    } finally {
      await other.remove();
    }
  });
});
