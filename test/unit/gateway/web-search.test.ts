import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import type { DomainError } from "#kit/errors.ts";
import { openWebSearch } from "../../../gateway/web-search/open-web-search.ts";
import type { WebSearch } from "../../../gateway/web-search/web-search.ts";

const KEY = "sk-nobody-may-see-this";
const PAGE = { url: "https://port.example/2026", title: "Port <strong>report</strong>" };
const FOUND = { url: PAGE.url, title: "Port report", snippet: "Up 4 %.", published_date: "2026-01-31" };

type Handler = (req: IncomingMessage, res: ServerResponse) => unknown;
const PROVIDERS = ["searxng", "brave", "tavily", "mcp"] as const;
type Provider = (typeof PROVIDERS)[number];

const reply = (res: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) => {
  res.writeHead(status, { "content-type": "application/json", ...headers });
  res.end(typeof body === "string" ? body : JSON.stringify(body));
};

describe("gateway: search of the web", () => {
  let server: Server;
  let handler: Handler;
  const seen: { method: string | undefined; url: string | undefined; headers: IncomingMessage["headers"] }[] = [];
  before(async () => {
    server = createServer((req, res) => {
      seen.push({ method: req.method, url: req.url, headers: req.headers });
      void (async () => handler(req, res))().catch((err) => res.destroy(err));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => seen.splice(0));

  const address = (path = "") => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const open = async (provider: Provider, timeoutMs = 2_000): Promise<WebSearch> => {
    const settings = { SEARCH_WEB_PROVIDER: provider, SEARCH_WEB_URL: address("/base"), SEARCH_WEB_API_KEY: KEY };
    const opened = await openWebSearch(settings, timeoutMs);
    assert.ok(opened);
    return opened;
  };
  const idle = new AbortController().signal;

  it("SearXNG is asked for JSON, and no more results are shown than were asked for", async () => {
    const row = { ...PAGE, content: "Up 4&nbsp;%.".replace("&nbsp;", "\u00a0"), publishedDate: "2026-01-31T00:00:00" };
    handler = (_req, res) => reply(res, { results: [row, row, { ...row, url: "https://other.example/" }, row] });
    const { results } = await (await open("searxng")).search("port & harbour", 1, idle);
    assert.deepEqual(results, [FOUND]);
    assert.equal(seen[0]?.url, "/base/search?q=port+%26+harbour&format=json");
  });

  it("Brave is asked with its token, and an answer without a list has found nothing", async () => {
    handler = (_req, res) =>
      reply(res, { web: { results: [{ ...PAGE, description: "Up 4 %.", page_age: "2026-01-31T10:00:00" }] } });
    const brave = await open("brave");
    assert.deepEqual((await brave.search("port", 5, idle)).results, [FOUND]);
    assert.equal(seen[0]?.url, "/base?q=port&count=5&text_decorations=false");
    assert.equal(seen[0]?.headers["x-subscription-token"], KEY);
    handler = (_req, res) => reply(res, { type: "search" });
    assert.deepEqual((await brave.search("port", 5, idle)).results, []);
  });

  it("Tavily is asked by POST with a bearer key", async () => {
    let body: unknown;
    handler = async (req, res) => {
      body = await json(req);
      reply(res, { results: [{ ...PAGE, content: "Up 4 %.", published_date: "2026-01-31" }] });
    };
    assert.deepEqual((await (await open("tavily")).search("port", 5, idle)).results, [FOUND]);
    assert.deepEqual(body, { query: "port", max_results: 5 });
    assert.equal(seen[0]?.headers.authorization, `Bearer ${KEY}`);
  });

  /** An MCP server by the SDK of the older line, with a tool that is no search and one that is. */
  const mcpServer =
    (
      answer: (args: { query: string; max_results?: number | undefined }) => { text: string; isError?: boolean },
    ): Handler =>
    async (req, res) => {
      if (req.method !== "POST") return res.writeHead(405).end();
      const mcp = new McpServer({ name: "web", version: "1" });
      mcp.registerTool("fetch_page", { inputSchema: { url: z.string() } }, () => assert.fail("the wrong tool"));
      mcp.registerTool(
        "web_search",
        { inputSchema: { query: z.string(), max_results: z.number().optional() } },
        (args) => {
          const { text, isError = false } = answer(args);
          return { content: [{ type: "text", text }], isError };
        },
      );
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      res.on("close", () => void mcp.close());
      await mcp.connect(transport as Parameters<McpServer["connect"]>[0]);
      return transport.handleRequest(req, res, await json(req));
    };

  it("an MCP server is asked by its tool that searches, in JSON or in prose", async () => {
    const mcp = await open("mcp");
    handler = mcpServer(({ query, max_results }) => ({
      text: JSON.stringify({ query, hits: [{ ...PAGE, snippet: "Up 4 %.", date: `2026-01-3${max_results}` }] }),
    }));
    assert.deepEqual((await mcp.search("port", 1, idle)).results, [FOUND]);
    assert.ok(seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`));
    handler = mcpServer(() => ({ text: "Port report\u200b\nURL: https://port.example/2026\u0007" }));
    assert.deepEqual(await mcp.search("port", 1, idle), {
      results: [],
      text: "Port report\nURL: https://port.example/2026",
    });
    handler = mcpServer(() => ({ text: "x".repeat(30_000) }));
    assert.equal((await mcp.search("port", 1, idle)).text?.length, 20_001);
    handler = mcpServer(() => ({ text: "no credit left", isError: true }));
    await assert.rejects(mcp.search("port", 1, idle), { kind: "unavailable" });
  });

  for (const provider of PROVIDERS) {
    const refused = async (name: string, answer: Handler, kind: string, message: RegExp, cause = /./) => {
      handler = answer;
      const search = await open(provider, name === "slow" ? 150 : 5_000);
      const started = performance.now();
      await assert.rejects(search.search("port", 5, idle), (err: DomainError) => {
        assert.deepEqual([err.kind, name], [kind, name]);
        assert.match(err.message, message);
        assert.match(String(err.cause), cause);
        assert.ok(!`${err.message} ${String(err.cause)} ${err.stack}`.includes(KEY), "no error shows the key");
        return true;
      });
      assert.ok(performance.now() - started < 3_000, `${name} took too long`);
    };

    it(`${provider}: one that never answers, or drips, is given up in time`, async () => {
      await refused("slow", () => undefined, "deadline", /longer than 150 ms/);
      await refused(
        "slow",
        (_req, res) => {
          res.writeHead(200, { "content-type": "application/json" });
          const drip = setInterval(() => res.write(" "), 20);
          res.on("close", () => clearInterval(drip));
        },
        "deadline",
        /longer than 150 ms/,
      );
    });

    it(`${provider}: one that is asked too often is named to the caller`, async () => {
      const busy: Handler = (_req, res) => reply(res, {}, 429, { "retry-after": "7" });
      await refused(
        "429",
        busy,
        "exhausted",
        /^The web search service has too much to do: try again in (7 s|a minute)/,
      );
    });

    it(`${provider}: what is malformed, too large, an error or elsewhere is refused`, async () => {
      await refused("malformed", (_req, res) => reply(res, '{"results": ['), "unavailable", /failed/);
      await refused(
        "another shape",
        (_req, res) => reply(res, { results: 5, web: { results: 5 } }),
        "unavailable",
        /failed/,
      );
      await refused(
        "html",
        (_req, res) => reply(res, "<html>", 200, { "content-type": "text/html" }),
        "unavailable",
        /./,
      );
      await refused("500", (_req, res) => reply(res, "{}", 500), "unavailable", /./, /500|Error/);
      await refused("401", (_req, res) => reply(res, "{}", 401), "unavailable", /./);
      await refused("cut", (_req, res) => res.socket?.destroy(), "unavailable", /./);
      let sent = 0;
      await refused(
        "huge",
        (_req, res) => {
          res.writeHead(200, { "content-type": "application/json" });
          const more = () => {
            while (!res.destroyed && sent < 64e6) {
              sent += 1e5;
              if (!res.write(" ".repeat(1e5))) return res.once("drain", more);
            }
            return res.end();
          };
          more();
        },
        "unavailable",
        /./,
      );
      assert.ok(sent < 32e6, `${sent} bytes were read`);
      seen.length = 0;
      const moved: Handler = (req, res) =>
        req.url?.includes("elsewhere")
          ? reply(res, { results: [] })
          : res.writeHead(307, { location: "/elsewhere" }).end();
      await refused("redirect", moved, "unavailable", /./);
      assert.ok(!seen.some(({ url }) => url?.includes("elsewhere")), "a redirection is not followed");
    });

    it(`${provider}: the caller who leaves ends it`, async () => {
      handler = () => undefined;
      const leaving = new AbortController();
      const asked = (await open(provider)).search("port", 5, leaving.signal);
      setImmediate(() => leaving.abort());
      await assert.rejects(asked, { kind: "cancelled" });
    });
  }

  it("settings that contradict each other are named before anything is served", async () => {
    const wrong: [settings: Parameters<typeof openWebSearch>[0], sentence: RegExp][] = [
      [{ SEARCH_WEB_PROVIDER: "searxng" }, /SEARCH_WEB_URL: is missing: set the address of the searxng server/],
      [{ SEARCH_WEB_PROVIDER: "mcp" }, /SEARCH_WEB_URL: is missing/],
      [{ SEARCH_WEB_PROVIDER: "brave" }, /SEARCH_WEB_API_KEY: is missing/],
      [{ SEARCH_WEB_PROVIDER: "tavily" }, /SEARCH_WEB_API_KEY: is missing/],
      [{ SEARCH_WEB_PROVIDER: undefined, SEARCH_WEB_API_KEY: KEY }, /SEARCH_WEB_PROVIDER: is missing/],
      [
        { SEARCH_WEB_PROVIDER: "mcp", SEARCH_WEB_URL: "http://search.example.org/mcp", SEARCH_WEB_API_KEY: KEY },
        /SEARCH_WEB_URL: must be an https address/,
      ],
    ];
    for (const [settings, sentence] of wrong) {
      await assert.rejects(
        openWebSearch(settings),
        (err: Error) => sentence.test(err.message) && !err.message.includes(KEY),
      );
    }
    assert.equal(await openWebSearch({}), undefined);
  });
});
