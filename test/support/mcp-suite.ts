import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Issuer, startIssuer } from "./issuer.ts";
import { callMessage, ERAS, type Era, messageOf } from "./mcp-message.ts";
import { DOCUMENTS } from "./rest-suite.ts";
import type { Installation, RunningServer } from "./server.ts";
import { countedOf, rest } from "./suite-calls.ts";

type Json = Record<string, unknown>;

interface Result {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: Json;
}

interface Answer {
  status: number;
  headers: Headers;
  body: { detail?: string; error?: { code: number; message: string }; result?: Result };
}

const TOOLS = ["search_insights", "list_filter_options", "list_documents", "get_document", "search_web"];

/** What agents see that call tools, beside REST, whatever the product runs on. `install` gives an empty one. */
export function mcpSuite(name: string, install: () => Promise<Installation>): void {
  describe(`MCP of ${name}`, () => {
    let installation: Installation;
    let server: RunningServer;
    let issuer: Issuer;

    const newKey = async (...more: string[]) =>
      (await installation.insights("keys", "create", "--name", "agent", ...more)) as {
        raw_key: string;
        key_id: string;
      };
    const send = async (
      url: string,
      bearer: string,
      { body, headers }: ReturnType<typeof messageOf>,
    ): Promise<Answer> => {
      const answer = await fetch(`${url}/mcp`, {
        method: "POST",
        headers: {
          ...headers,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(bearer && { authorization: `Bearer ${bearer}` }),
        },
        body: JSON.stringify(body),
      });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer["body"] };
    };
    const call = async (
      url: string,
      bearer: string,
      tool: string,
      args: Json = {},
      era: Era = ERAS[0],
    ): Promise<Result> => {
      const { status, body } = await send(url, bearer, callMessage(era, tool, args));
      assert.equal(status, 200, JSON.stringify(body));
      return body.result ?? assert.fail(JSON.stringify(body));
    };
    /** Every gateway, in both eras of the protocol. */
    const ways = () => server.urls.flatMap((url) => ERAS.map((era) => ({ url, era, called: `${era} at ${url}` })));
    before(async function () {
      this.timeout(300_000);
      installation = await install();
      const file = join(installation.folder, "documents.jsonl");
      writeFileSync(file, DOCUMENTS.map((row) => JSON.stringify(row)).join("\n"));
      await installation.insights("ingest", file);
      issuer = await startIssuer(undefined, installation.issuerAt);
      server = await installation.serve({
        RATE_LIMIT_PRO: "100000",
        OIDC_ISSUER: issuer.url,
        OIDC_TRUST_EMAIL: "true",
      });
    });
    after(async () => {
      await installation?.remove();
      await issuer?.[Symbol.asyncDispose]();
    });

    it("offers its tools in both eras, and answers each as REST does, field by field", async () => {
      const { raw_key: key } = await newKey("--tier", "pro");
      for (const { url, era, called } of ways()) {
        const listed = (await send(url, key, messageOf(era, "tools/list"))).body.result as unknown as { tools: Json[] };
        assert.deepEqual(
          listed.tools.map((tool) => tool["name"]),
          TOOLS,
          called,
        );
        const asked = { query: "policy rate of Examplia", since: "2023-01-01", source_name: "bank", limit: 5 };
        const found = await rest(url, "/api/insights/search", key, asked);
        assert.notEqual((found["insights"] as Json[]).length, 0);
        const documents = await rest(url, "/api/documents?source_name=grain&limit=2", key);
        const [first] = documents["documents"] as { doc_id: string }[];
        const doc_id = first?.doc_id ?? assert.fail("no document is listed");
        const pairs: [tool: string, args: Json, answer: Json][] = [
          ["search_insights", asked, found],
          ["list_filter_options", {}, await rest(url, "/api/documents/filters", key)],
          ["list_documents", { source_name: "grain", limit: 2 }, documents],
          ["get_document", { doc_id }, await rest(url, `/api/documents/${doc_id}`, key)],
        ];
        for (const [tool, args, answer] of pairs) {
          const result = await call(url, key, tool, args, era);
          assert.equal(result.isError, undefined, `${tool}: ${result.content[0]?.text}`);
          assert.deepEqual(result.structuredContent, answer, `${tool}, ${called}`);
          assert.deepEqual(JSON.parse(result.content[0]?.text ?? ""), answer, `${tool} as text, ${called}`);
        }
      }
    });

    it("is spoken by a client of the 1.x SDK, with a key and nothing else", async () => {
      const { raw_key: key } = await newKey();
      for (const url of server.urls) {
        const client = new FirstClient({ name: "test", version: "1" });
        const requestInit = { headers: { authorization: `Bearer ${key}` } };
        const transport = new FirstTransport(new URL(`${url}/mcp`), { requestInit });
        // The SDK's own types disagree about what may be undefined.
        await client.connect(transport as Parameters<FirstClient["connect"]>[0]);
        try {
          const { tools } = await client.listTools();
          assert.deepEqual(
            tools.map((tool) => tool.name),
            TOOLS,
          );
          // It holds what it gets to the tool's own schema, and rejects what does not fit.
          const result = await client.callTool({ name: "search_insights", arguments: { query: "wheat stocks" } });
          const { insights } = result.structuredContent as { insights: { insight: string }[] };
          assert.match(insights[0]?.insight ?? "", /12\.4 million tonnes/);
        } finally {
          await client.close();
        }
      }
    });

    it("says what is wrong with a call, so that a model can mend it, and counts none of it", async () => {
      const email = "mistakes@example.org";
      const { raw_key: key } = await newKey("--tier", "pro", "--email", email);
      for (const { url, era } of ways()) {
        for (const [tool, args, sentence] of [
          ["search_insights", {}, /query/],
          ["search_insights", { query: "wheat", limit: 0 }, /limit/],
          ["search_insights", { query: "wheat", since: "2024-02-30" }, /since/],
          ["search_insights", { query: "wheat", limt: 5 }, /limt/],
          ["list_documents", { limit: "many" }, /limit/],
          ["get_document", { doc_id: "" }, /doc_id/],
          ["search_web", { query: "wheat" }, /SEARCH_WEB_PROVIDER/],
        ] as const) {
          const result = await call(url, key, tool, args, era);
          assert.equal(result.isError, true, `${tool} ${JSON.stringify(args)}`);
          assert.match(result.content[0]?.text ?? "", sentence);
        }
        const unknown = await send(url, key, callMessage(era, "drop_tables", {}));
        assert.equal(unknown.body.error?.code, -32602);
      }
      const [{ url } = assert.fail()] = ways();
      await call(url, key, "list_filter_options");
      assert.deepEqual(await countedOf(installation, email, 1), { list_filter_options: 1 });
    });

    it("tells who has no good key where to sign in, and lets nobody in", async () => {
      const { raw_key: revoked, key_id } = await newKey();
      await installation.insights("keys", "revoke", key_id);
      const expired = await issuer.sign({ aud: "research-insights-mcp", client_id: "agent", exp: 1 });
      const ofConsole = await issuer.sign();
      for (const { url, era } of ways()) {
        for (const bearer of ["", "x", `fri_${"x".repeat(32)}`, revoked, expired, ofConsole]) {
          const { status, headers, body } = await send(url, bearer, callMessage(era, "list_filter_options", {}));
          assert.equal(status, 401, bearer);
          assert.equal(typeof body.detail, "string");
          assert.match(headers.get("www-authenticate") ?? "", /^Bearer .*resource_metadata="http/);
        }
        const where = /resource_metadata="([^"]+)"/.exec(
          (await send(url, "", callMessage(era, "list_filter_options", {}))).headers.get("www-authenticate") ?? "",
        )?.[1];
        const metadata = (await (await fetch(where ?? "")).json()) as Json;
        assert.deepEqual(metadata["authorization_servers"], [issuer.url]);
      }
    });

    it("refuses a revoked key on its next call, at every gateway", async () => {
      for (const { url, era, called } of ways()) {
        const { raw_key: key, key_id } = await newKey();
        assert.equal((await call(url, key, "list_filter_options", {}, era)).isError, undefined);
        await installation.insights("keys", "revoke", key_id);
        assert.equal((await send(url, key, callMessage(era, "list_filter_options", {}))).status, 401, called);
      }
    });

    it("opens to who has signed in, whose calls are those of the account", async () => {
      const email = "signed.in@example.org";
      const claims = { sub: "grace.agent", email, email_verified: true };
      const token = await issuer.sign({ ...claims, aud: "research-insights-mcp", client_id: "agent" });
      const { raw_key: key } = await newKey("--email", email);
      for (const { url, era } of ways()) {
        const args = { query: "wheat harvest" };
        const asked = await call(url, token, "search_insights", args, era);
        assert.deepEqual(asked.structuredContent, await rest(url, "/api/insights/search", key, args));
      }
      assert.deepEqual(await countedOf(installation, email, 2 * ways().length), { search: 2 * ways().length });
    });

    it("lets exactly 100 of 300 concurrent calls of one key pass, over all gateways, both eras and REST", async () => {
      const { raw_key: key } = await newKey();
      const calls = ways().map(({ url, era }) => async () => {
        const { isError, content } = await call(url, key, "list_filter_options", {}, era);
        if (isError) assert.match(content[0]?.text ?? "", /^Rate limit exceeded/);
        return isError !== true;
      });
      const gets = server.urls.map((url) => async () => {
        const { status } = await fetch(`${url}/api/documents/filters`, { headers: { "x-api-key": key } });
        if (status !== 200) assert.equal(status, 429);
        return status === 200;
      });
      const all = [...calls, ...gets];
      const passed = await Promise.all(Array.from({ length: 300 }, (_, at) => all[at % all.length]?.()));
      assert.equal(passed.filter(Boolean).length, 100);
      for (const { url, era } of ways()) {
        // Beyond it, what is no tool call is refused as REST's requests are.
        const { status, headers } = await send(url, key, messageOf(era, "tools/list"));
        assert.equal(status, 429);
        const seconds = Number(headers.get("retry-after"));
        assert.ok(seconds >= 1 && seconds <= 60);
      }
    });

    it("counts each call once, under the names of REST, with those of REST", async () => {
      const email = "agent@example.org";
      const { raw_key: key } = await newKey("--tier", "pro", "--email", email);
      for (const { url, era } of ways()) {
        await call(url, key, "search_insights", { query: "wheat harvest" }, era);
        assert.equal((await call(url, key, "get_document", { doc_id: "doc_unknown" }, era)).isError, true);
        await call(url, key, "list_documents", {}, era);
        await rest(url, "/api/documents", key);
      }
      const each = ways().length;
      assert.deepEqual(await countedOf(installation, email, 4 * each), {
        search: each,
        get_document: each,
        list_documents: 2 * each,
      });
    });
  });
}
