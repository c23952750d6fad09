import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { callMessage } from "./mcp-message.ts";
import type { Installation, RunningServer } from "./server.ts";

type Fields = Record<string, unknown>;

/** What a caller got: an answer, or the sentence of a refusal. */
type Answer = Fields | { detail: string };

/** An operation as each protocol has it. */
interface Operation {
  tool: string;
  rest(args: Fields): { path: string; body?: Fields };
  rpc: string;
  /** REST's answer, from the message of the RPC in JSON, which leaves out what is empty. */
  fromRpc(message: Fields): Fields;
}

const list = (value: unknown) => (Array.isArray(value) ? (value as Fields[]) : []);

const insightOf = (message: Fields) => ({
  insight_id: message["insightId"],
  title: message["title"],
  insight: message["insight"],
  excerpts: list(message["excerpts"]),
});

const documentOf = (message: Fields) => ({
  doc_id: message["docId"],
  document_url: message["documentUrl"],
  article_title: message["articleTitle"],
  summary: message["summary"],
  source_name: message["sourceName"],
  authors: list(message["authors"]),
  published_date: message["publishedDate"] ?? null,
  extracted_at: new Date(String(message["extractTime"])).toISOString(),
  extraction_status: message["extractionStatus"],
  ingested_at: new Date(String(message["ingestTime"])).toISOString(),
});

const queryString = (args: Fields) => {
  const pairs = Object.entries(args).map(([name, value]) => [name, String(value)] as [string, string]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
};

const SEARCH: Operation = {
  tool: "search_insights",
  rest: (args) => ({ path: "/api/insights/search", body: args }),
  rpc: "insights.search.v1.SearchService/Search",
  fromRpc: ({ insights }) => ({
    insights: list(insights).map((found) => ({
      ...insightOf(found),
      doc_id: found["docId"],
      doc_title: found["docTitle"],
      source_url: found["sourceUrl"],
      source_name: found["sourceName"],
      published_date: found["publishedDate"] ?? null,
      score: found["score"] ?? 0,
      matched_by: found["matchedBy"],
      matched_question: found["matchedQuestion"] ?? null,
      matched_words: list(found["matchedWords"]),
    })),
  }),
};
const LIST: Operation = {
  tool: "list_documents",
  rest: (args) => ({ path: `/api/documents${queryString(args)}` }),
  rpc: "insights.document.v1.DocumentService/ListDocuments",
  fromRpc: ({ documents }) => ({ documents: list(documents).map(documentOf) }),
};
const GET: Operation = {
  tool: "get_document",
  rest: ({ doc_id }) => ({ path: `/api/documents/${encodeURIComponent(String(doc_id))}` }),
  rpc: "insights.document.v1.DocumentService/GetDocument",
  fromRpc: ({ document, insights }) => ({
    document: documentOf(document as Fields),
    insights: list(insights).map((found) => ({
      ...insightOf(found),
      excerpts: list(found["excerpts"]).map(({ text }) => text),
    })),
  }),
};
const FILTERS: Operation = {
  tool: "list_filter_options",
  rest: () => ({ path: "/api/documents/filters" }),
  rpc: "insights.document.v1.DocumentService/ListSourceNames",
  fromRpc: ({ sourceNames }) => ({ source_names: list(sourceNames) }),
};

const ASKED: [Operation, Fields][] = [
  [SEARCH, { query: "wheat ending stocks forecast" }],
  [SEARCH, { query: "policy rate", limit: 3 }],
  [SEARCH, { query: "policy rate", source_name: "HALDEN", since: "2025-01-01", limit: 100 }],
  [SEARCH, { query: "policy rate", source_name: "no such publisher" }],
  [SEARCH, { query: "  ¿Cuál — “prices”\n😀 ", limit: 1 }],
  [SEARCH, { query: "" }],
  [SEARCH, { query: "q", since: "2025-02-29" }],
  [SEARCH, { query: "q", limit: 101 }],
  [SEARCH, { query: "q".repeat(1_001) }],
  [SEARCH, { query: "q", source_name: "" }],
  [LIST, {}],
  [LIST, { source_name: "halden", since: "2025-01-01", limit: 2 }],
  [LIST, { limit: 201 }],
  [LIST, { since: "yesterday" }],
  [FILTERS, {}],
  [GET, { doc_id: "doc_unknown" }],
  [GET, { doc_id: "x".repeat(300) }],
];

/** The same arguments to REST, MCP in both eras and RPC give the same answer, field by field, or the same refusal. */
export function contractSuite(name: string, install: () => Promise<Installation>): void {
  describe(`one contract, whatever protocol, of ${name}`, () => {
    let installation: Installation;
    let server: RunningServer;
    let key: string;
    let asked = 0;
    const url = () => server.urls[asked++ % server.urls.length] ?? "";
    const post = (path: string, body: unknown, headers: Record<string, string>) =>
      fetch(url() + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });

    before(async function () {
      this.timeout(120_000);
      installation = await install();
      const taken = (await installation.insights("ingest", "services/document/samples")) as Fields;
      assert.deepEqual(taken["failed"], []);
      server = await installation.serve({ RATE_LIMIT_PRO: "100000" });
      const record = (await installation.insights("keys", "create", "--name", "c", "--tier", "pro")) as Fields;
      key = String(record["raw_key"]);
      const { documents } = (await byRest(LIST, {})) as { documents: Fields[] };
      assert.ok(documents.length > 5);
      for (const { doc_id } of documents) ASKED.push([GET, { doc_id }]);
    });
    after(() => installation.remove());

    const byRest = async (operation: Operation, args: Fields): Promise<Answer> => {
      const { path, body } = operation.rest(args);
      const headers = { "x-api-key": key };
      const response = await (body ? post(path, body, headers) : fetch(url() + path, { headers }));
      return (await response.json()) as Answer;
    };
    const byRpc = async ({ rpc, fromRpc }: Operation, args: Fields): Promise<Answer> => {
      const response = await post(`/${rpc}`, args, { "x-api-key": key });
      const message = (await response.json()) as Fields;
      return response.ok ? fromRpc(message) : { detail: String(message["message"]) };
    };
    const byTool = ({ isError, content, structuredContent }: Fields): Answer => {
      const [{ text } = { text: "" }] = list(content);
      if (isError) return { detail: String(text) };
      assert.deepEqual(JSON.parse(String(text)), structuredContent, "the text is the value");
      return structuredContent as Fields;
    };
    const byModernMcp = async ({ tool }: Operation, args: Fields): Promise<Answer> => {
      const { body, headers } = callMessage("2026-07-28", tool, args);
      const response = await post("/mcp", body, { ...headers, authorization: `Bearer ${key}` });
      const { result } = (await response.json()) as { result: Fields };
      assert.equal(result["resultType"], "complete");
      return byTool(result);
    };
    /** By the client of the SDK's older line, which holds every answer against the tool's output schema. */
    const byOlderMcp = async ({ tool }: Operation, args: Fields): Promise<Answer> => {
      const client = new Client({ name: "test", version: "1" });
      const transport = new StreamableHTTPClientTransport(new URL(`${url()}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      });
      await client.connect(transport as Parameters<Client["connect"]>[0]);
      try {
        assert.equal(client.getServerVersion()?.name, "research-insights");
        await client.listTools();
        return byTool(CallToolResultSchema.parse(await client.callTool({ name: tool, arguments: args })));
      } finally {
        await client.close();
      }
    };

    it("answers the same arguments with the same fields, and refuses them in the same words", async function () {
      this.timeout(60_000);
      let answers = 0;
      for (const [operation, args] of ASKED) {
        const expected = await byRest(operation, args);
        if (!("detail" in expected)) answers += 1;
        const about = `${operation.tool} ${JSON.stringify(args).slice(0, 100)}`;
        assert.deepEqual(await byModernMcp(operation, args), expected, `MCP 2026-07-28: ${about}`);
        assert.deepEqual(await byOlderMcp(operation, args), expected, `MCP 2025-11-25: ${about}`);
        assert.deepEqual(await byRpc(operation, args), expected, `Connect: ${about}`);
      }
      assert.equal(answers, ASKED.length - 9, "of those that are right, all are answered");
    });

    it("counts all protocols in one bucket: of 160 calls at once exactly 100 pass", async () => {
      const record = (await installation.insights("keys", "create", "--name", "free")) as Fields;
      const free = String(record["raw_key"]);
      const { body, headers } = callMessage("2026-07-28", "list_documents", { limit: 1 });
      const calls = Array.from({ length: 160 }, async (_, i) => {
        const mcp = () => post("/mcp", body, { ...headers, authorization: `Bearer ${free}` });
        const rest = () => fetch(`${url()}/api/documents?limit=1`, { headers: { "x-api-key": free } });
        const rpc = () => post(`/${LIST.rpc}`, { limit: 1 }, { "x-api-key": free });
        const response = await ([mcp, rest, rpc][i % 3] ?? mcp)();
        const answer = (await response.json()) as { result?: Fields };
        return response.ok && answer.result?.["isError"] !== true;
      });
      assert.equal((await Promise.all(calls)).filter(Boolean).length, 100);
    });

    it("refuses a revoked key on its next request", async () => {
      const record = (await installation.insights("keys", "create", "--name", "gone")) as Fields;
      const { body, headers } = callMessage("2025-11-25", "list_filter_options", {});
      const call = () => post("/mcp", body, { ...headers, authorization: `Bearer ${String(record["raw_key"])}` });
      assert.deepEqual([(await call()).status, (await call()).status], [200, 200]);
      await installation.insights("keys", "revoke", String(record["key_id"]));
      const statuses = [(await call()).status, (await call()).status];
      assert.deepEqual(statuses, [401, 401]);
    });
  });
}
