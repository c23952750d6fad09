import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport, StreamableHTTPError } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  type CallToolResult,
  CallToolResultSchema,
  ListToolsResultSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { createBoundedFetch } from "#kit/bounded-fetch.ts";
import { VERSION } from "#kit/version.ts";
import { ANSWER_LIMIT_BYTES, attempt, Busy } from "./attempt.ts";
import type { JsonSearchOptions } from "./json-search.ts";
import { severalLines, toWebResults } from "./web-result.ts";
import type { WebAnswer, WebSearch } from "./web-search.ts";

const QUERY_NAMES = ["query", "q", "search_query", "searchQuery"];
const LIMIT_NAMES = ["limit", "count", "max_results", "maxResults", "num_results", "numResults"];

/** Prose is cut here: as much as twenty results have. */
const TEXT_LIMIT = 20_000;

/** Any MCP server with a tool that searches the web. A connection a search: servers end idle sessions as they like. */
export function createMcpSearch(options: JsonSearchOptions): WebSearch {
  const { url, apiKey, timeoutMs } = options;
  return {
    provider: "mcp",
    search: (query, limit, signal) =>
      attempt(signal, timeoutMs, async (ends) => {
        const transport = new StreamableHTTPClientTransport(new URL(url), {
          fetch: createBoundedFetch(ANSWER_LIMIT_BYTES),
          requestInit: { headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {} },
          reconnectionOptions: {
            maxRetries: 0,
            initialReconnectionDelay: 1,
            maxReconnectionDelay: 1,
            reconnectionDelayGrowFactor: 1,
          },
        });
        const client = new Client({ name: "research-insights", version: VERSION });
        const within = { signal: ends, timeout: timeoutMs };
        try {
          // The signal covers an answer that never comes, but not each step of the transport.
          return await Promise.race([ended(ends), searchBy(client, transport, { query, limit }, within)]);
        } catch (err) {
          throw err instanceof StreamableHTTPError && err.code === 429 ? new Busy() : err;
        } finally {
          await client.close();
        }
      }),
  };
}

async function searchBy(
  client: Client,
  transport: StreamableHTTPClientTransport,
  { query, limit }: { query: string; limit: number },
  within: { signal: AbortSignal; timeout: number },
): Promise<WebAnswer> {
  // The cast is about an optional member that TypeScript reads more strictly than the SDK was compiled.
  await client.connect(transport as Parameters<Client["connect"]>[0], within);
  // By plain requests: the client's own methods compile the schemas that a server sends.
  const { tools } = await client.request({ method: "tools/list" }, ListToolsResultSchema, within);
  const { name, args } = callOf(tools, query, limit);
  const result = await client.request(
    { method: "tools/call", params: { name, arguments: args } },
    CallToolResultSchema,
    within,
  );
  return answerOf(result, limit);
}

/** The tool that searches, by its name and a parameter for the query; the first that fits. */
function callOf(tools: Tool[], query: string, limit: number): { name: string; args: Record<string, unknown> } {
  const fitting = tools.flatMap(({ name, inputSchema: { properties = {} } }) => {
    const queryName = QUERY_NAMES.find((one) => one in properties);
    return queryName === undefined ? [] : [{ name, queryName, properties }];
  });
  const tool = fitting.find(({ name }) => /search/i.test(name)) ?? fitting[0];
  if (!tool) throw new Error(`the server of SEARCH_WEB_URL has no tool with a parameter ${QUERY_NAMES.join(", ")}`);
  const limitName = LIMIT_NAMES.find((one) => one in tool.properties);
  return {
    name: tool.name,
    args: { [tool.queryName]: query, ...(limitName !== undefined && { [limitName]: limit }) },
  };
}

function answerOf({ isError, structuredContent, content }: CallToolResult, limit: number): WebAnswer {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  if (isError) throw new Error(`the tool failed: ${text.slice(0, 500)}`);
  for (const value of [structuredContent, jsonOf(text)]) {
    for (const list of listsOf(value)) {
      const results = toWebResults(list, limit);
      if (results.length > 0) return { results };
    }
  }
  const shown = severalLines(text, TEXT_LIMIT);
  return { results: [], ...(shown !== "" && { text: shown }) };
}

/** A list, or the lists that are members of an object or of one of its members. */
function listsOf(value: unknown, depth = 0): unknown[][] {
  if (Array.isArray(value)) return [value];
  if (typeof value !== "object" || value === null || depth > 2) return [];
  return Object.values(value).flatMap((one) => listsOf(one, depth + 1));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
