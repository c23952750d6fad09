import { DomainError } from "#kit/errors.ts";
import type { GatewayConfig } from "../config.ts";
import { isSafeAddress } from "../tokens/issuer-url.ts";
import { TIMEOUT_MS } from "./attempt.ts";
import { createJsonSearch } from "./json-search.ts";
import type { WebSearch } from "./web-search.ts";

/** Where the services are that are one for everybody. */
const ADDRESSES: Record<string, string> = {
  brave: "https://api.search.brave.com/res/v1/web/search",
  tavily: "https://api.tavily.com/search",
};

type WebSearchConfig = Pick<GatewayConfig, "SEARCH_WEB_PROVIDER" | "SEARCH_WEB_URL" | "SEARCH_WEB_API_KEY">;

/** The web search that the settings name; undefined when they name none. Throws `invalid` when they contradict each other. */
export async function openWebSearch(config: WebSearchConfig, timeoutMs = TIMEOUT_MS): Promise<WebSearch | undefined> {
  const { SEARCH_WEB_PROVIDER: provider, SEARCH_WEB_API_KEY: apiKey } = config;
  const url = config.SEARCH_WEB_URL ?? ADDRESSES[provider ?? ""];
  if (provider === undefined) {
    if (config.SEARCH_WEB_URL === undefined && apiKey === undefined) return undefined;
    throw wrong("SEARCH_WEB_PROVIDER: is missing: set it to searxng, brave, tavily or mcp");
  }
  if (url === undefined) throw wrong(`SEARCH_WEB_URL: is missing: set the address of the ${provider} server`);
  if (apiKey === undefined && provider in ADDRESSES) {
    throw wrong(`SEARCH_WEB_API_KEY: is missing: ${provider} answers to holders of a key only`);
  }
  if (apiKey !== undefined && !isSafeAddress(url)) {
    throw wrong("SEARCH_WEB_URL: must be an https address, or one on this machine, because SEARCH_WEB_API_KEY is sent");
  }
  const options = { url, apiKey, timeoutMs };
  if (provider !== "mcp") return createJsonSearch(provider, options);
  // The SDK's client takes long to load, and most do not need it.
  const { createMcpSearch } = await import("./mcp-search.ts");
  return createMcpSearch(options);
}

const wrong = (problem: string) => new DomainError("invalid", `These settings are wrong:\n  ${problem}`);
