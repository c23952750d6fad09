import { createBoundedFetch } from "#kit/bounded-fetch.ts";
import { ANSWER_LIMIT_BYTES, attempt, Busy, secondsOf } from "./attempt.ts";
import { toWebResults } from "./web-result.ts";
import type { WebSearch } from "./web-search.ts";

export interface JsonSearchOptions {
  url: string;
  apiKey?: string | undefined;
  timeoutMs: number;
}

/** How a service is asked, and where its answer has the results. */
interface Dialect {
  request(options: JsonSearchOptions, query: string, limit: number): { url: URL; init: RequestInit };
  listOf(answer: object): unknown;
  /** What an operator should look at, by the status of a refusal. */
  hints: Record<number, string>;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const KEY_HINT = "SEARCH_WEB_API_KEY is not accepted";

const DIALECTS = {
  // https://docs.searxng.org/dev/search_api.html
  searxng: {
    request({ url, apiKey }, query) {
      const address = new URL(`${url.replace(/\/+$/, "")}/search`);
      address.search = new URLSearchParams({ q: query, format: "json" }).toString();
      // SearXNG itself knows no keys; a proxy in front of it may.
      return { url: address, init: { headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {} } };
    },
    listOf: (answer) => member(answer, "results"),
    hints: { 403: "SearXNG's settings.yml must list json under search.formats", 401: KEY_HINT },
  },
  // https://api-dashboard.search.brave.com/api-reference/web/search/get
  brave: {
    request({ url, apiKey = "" }, query, limit) {
      const address = new URL(url);
      address.search = new URLSearchParams({ q: query, count: String(limit), text_decorations: "false" }).toString();
      return { url: address, init: { headers: { "x-subscription-token": apiKey } } };
    },
    listOf: (answer) => member(member(answer, "web"), "results"),
    hints: { 401: KEY_HINT, 403: KEY_HINT, 422: KEY_HINT },
  },
  // https://docs.tavily.com/documentation/api-reference/endpoint/search
  tavily: {
    request: ({ url, apiKey = "" }, query, limit) => ({
      url: new URL(url),
      init: {
        method: "POST",
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ query, max_results: limit }),
      },
    }),
    listOf: (answer) => member(answer, "results"),
    hints: { 401: KEY_HINT, 403: KEY_HINT, 432: "the plan's limit is reached", 433: "the account's limit is reached" },
  },
} satisfies Record<string, Dialect>;

/** A service that answers a request with JSON. */
export function createJsonSearch(provider: keyof typeof DIALECTS, options: JsonSearchOptions): WebSearch {
  const dialect: Dialect = DIALECTS[provider];
  const boundedFetch = createBoundedFetch(ANSWER_LIMIT_BYTES);
  return {
    provider,
    search: (query, limit, signal) =>
      attempt(signal, options.timeoutMs, async (ends) => {
        const { url, init } = dialect.request(options, query, limit);
        const headers = { accept: "application/json", ...init.headers };
        const response = await boundedFetch(url, { ...init, headers, signal: ends });
        if (!response.ok) {
          await response.body?.cancel();
          if (response.status === 429) throw new Busy(secondsOf(response.headers.get("retry-after")));
          const hint = dialect.hints[response.status];
          throw new Error(`${provider} answered with status ${response.status}${hint ? `: ${hint}` : ""}`);
        }
        const answer: unknown = await response.json();
        const list = typeof answer === "object" && answer !== null ? dialect.listOf(answer) : undefined;
        // Brave leaves the list out when it found nothing.
        if (list !== undefined && !Array.isArray(list)) throw new Error(`${provider} answered with something else`);
        if (typeof answer !== "object" || answer === null) throw new Error(`${provider} answered with no object`);
        return { results: toWebResults(list, limit) };
      }),
  };
}
