import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { pino } from "pino";
import { createMcpTokens, createSessions } from "../../../gateway/tokens/sessions.ts";
import { createPublicFetch } from "../../../services/all-in-one/identity/fetch-public.ts";
import { MCP_SCOPE, openLocalIdentity } from "../../../services/all-in-one/identity/local-identity.ts";
import { CALLBACK, createSigningInClient } from "../../support/mcp-client.ts";
import { openSignIn, signInAs } from "../../support/sign-in.ts";
import { type ListeningGateway, openListening } from "../gateway/open-listening.ts";

const AGENT = "https://agent.example/oauth/client.json";
const clock = { now: () => Date.now() };
const log = pino({ level: "silent" });

const DOCUMENT = {
  client_id: AGENT,
  client_name: "Agent of example",
  redirect_uris: [CALLBACK],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

interface Opened extends AsyncDisposable {
  gateway: ListeningGateway;
  /** What was fetched. */
  fetched: string[];
}

/** A gateway with the local provider, for which the network has one document. Undefined: the real network. */
async function open(answer?: () => Response): Promise<Opened> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "insights-"));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const audiences = { CONSOLE_AUDIENCE: "console", MCP_AUDIENCE: "mcp" };
  const fetched: string[] = [];
  const local = stack.use(
    await openLocalIdentity({
      folder,
      host: "127.0.0.1",
      publicUrl: undefined,
      hasTrustedProxies: false,
      password: undefined,
      consoleAudience: "console",
      mcpAudience: "mcp",
      ...(answer && {
        fetch: async (url) => {
          fetched.push(String(url));
          return answer();
        },
      }),
      clock,
      log,
    }),
  );
  const { issuer } = local;
  const gateway = stack.use(
    await openListening({
      sessions: createSessions({ issuer, audiences, clock }),
      mcpSignIn: {
        tokens: createMcpTokens({ issuer, audiences, clock }),
        authorizationServer: local.authorizationServer,
        scope: MCP_SCOPE,
      },
      signIn: local.signIn,
    }),
  );
  local.listensAt(gateway.url);
  const opened = stack.move();
  return { gateway, fetched, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const authorize = (url: string, clientId: string) =>
  fetch(
    `${url}/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: "code",
      scope: "mcp",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    })}`,
    { redirect: "manual" },
  );

describe("client id metadata documents", () => {
  it("the SDK's client signs in by one: the page says who published it, and a call names the account", async () => {
    await using opened = await open(() => Response.json(DOCUMENT));
    const { gateway, fetched } = opened;
    const client = createSigningInClient(`${gateway.url}/mcp`, { metadataUrl: AGENT });
    await assert.rejects(client.connect(), UnauthorizedError);
    assert.equal(client.sentTo?.searchParams.get("client_id"), AGENT);
    const { html } = await openSignIn(gateway.url, client.sentTo?.href ?? "");
    assert.match(html, /<strong>Agent of example<\/strong> asks to search.*It is published by agent\.example\./);
    await client.finish(await signInAs(gateway.url, client.sentTo?.href ?? "", "ada@example.org"));
    const connected = await client.connect();
    const answer = await connected.callTool({ name: "list_filter_options", arguments: {} });
    assert.deepEqual(answer.structuredContent, { source_names: ["Harbour Office", "Ministry of Tides"] });
    assert.deepEqual(
      gateway.recorded.map(({ accountId, keyId, operation }) => [accountId, keyId, operation]),
      [["account of ada@example.org at local", null, "list_filter_options"]],
    );
    assert.deepEqual(fetched, [AGENT], "once, and then remembered");
    await connected.close();
  });

  const refused: [name: string, answer: () => Response][] = [
    ["is another's", () => Response.json({ ...DOCUMENT, client_id: "https://other.example/client.json" })],
    ["is not there", () => new Response("", { status: 404 })],
    ["leads elsewhere", () => new Response("", { status: 302, headers: { location: "http://127.0.0.1/" } })],
    ["is no JSON", () => new Response("<html>")],
    ["is larger than 5 KiB", () => Response.json({ ...DOCUMENT, padding: "x".repeat(6_000) })],
    ["has a secret", () => Response.json({ ...DOCUMENT, client_secret: "s" })],
    [
      "sends codes in plain text over the network",
      () => Response.json({ ...DOCUMENT, redirect_uris: [CALLBACK, "http://evil.example/"] }),
    ],
    ["has a name that turns the page round", () => Response.json({ ...DOCUMENT, client_name: "\u202Egpj.exe" })],
    [
      "does not have the address that the browser should go to",
      () => Response.json({ ...DOCUMENT, redirect_uris: ["https://agent.example/callback"] }),
    ],
  ];
  for (const [name, answer] of refused) {
    it(`one that ${name} signs nobody in, and sends the browser nowhere`, async () => {
      await using opened = await open(answer);
      const response = await authorize(opened.gateway.url, AGENT);
      assert.deepEqual([response.status, response.headers.get("location")], [400, null]);
      assert.match(await response.text(), /Sign-in is not possible/);
    });
  }

  it("none is fetched from addresses that are no https, nor by a name with a password or a way up", async () => {
    await using opened = await open(() => Response.json(DOCUMENT));
    for (const clientId of [
      "http://agent.example/client.json",
      "https://user:secret@agent.example/client.json",
      "https://agent.example/a/../client.json",
      "file:///etc/passwd",
    ]) {
      assert.equal((await authorize(opened.gateway.url, clientId)).status, 400, clientId);
    }
    assert.deepEqual(opened.fetched, []);
  });

  it("none is asked of this machine or a private network, whatever its name resolves to", async () => {
    const server = createServer();
    let connections = 0;
    server.on("connection", () => {
      connections += 1;
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    try {
      await using opened = await open();
      for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"]) {
        const response = await authorize(opened.gateway.url, `https://${host}:${port}/client.json`);
        assert.equal(response.status, 400, host);
      }
    } finally {
      server.close();
    }
    assert.equal(connections, 0);
  });

  it("a name with one address that is not public is not asked at all, and one of the public Internet is", async () => {
    const asked: string[] = [];
    const fetchIt = (async (url) => {
      asked.push(String(url));
      return new Response("{}");
    }) as typeof fetch;
    const names: Record<string, string[]> = {
      "good.example": ["93.184.216.34", "2606:2800:220:1::1"],
      "half.example": ["93.184.216.34", "10.0.0.1"],
      "metadata.example": ["169.254.169.254"],
      "nothing.example": [],
    };
    const publicFetch = createPublicFetch(fetchIt, async (host) =>
      (names[host] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
    for (const host of ["half.example", "metadata.example", "nothing.example"]) {
      await assert.rejects(publicFetch(`https://${host}/c.json`), /is not on the public Internet/);
    }
    await publicFetch("https://good.example/c.json");
    assert.deepEqual(asked, ["https://good.example/c.json"]);
  });
});
