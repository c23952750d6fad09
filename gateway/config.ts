import { isIP } from "node:net";
import { z } from "zod";
import { wholeNumber } from "#kit/config.ts";
import { serviceAddress } from "#kit/grpc/addresses.ts";
import { tlsConfig } from "#kit/grpc/tls.ts";
import { drainConfig } from "#kit/lifecycle.ts";
import { logLevel } from "#kit/log.ts";
import { redisConfig } from "#kit/redis/config.ts";
import { telemetryConfig } from "#kit/telemetry/config.ts";
import { isSafeAddress } from "./tokens/issuer-url.ts";

const perMinute = (standard: number, tier: string) =>
  wholeNumber(1, 10_000_000).default(standard).describe(`Requests a minute for each key of the tier "${tier}"`);

/** Less than a process that ends leaves its calls in flight (`IN_FLIGHT_MS`), so that none is cut off while its caller waits. */
const MAX_UPSTREAM_TIMEOUT_SECONDS = 12;

/** The settings of the gateway. */
export const gatewayConfig = z.object({
  HOST: z.string().default("127.0.0.1").describe("Address to listen on; 0.0.0.0 for every interface"),
  PORT: wholeNumber(0, 65_535).default(8080).describe("Port of the REST API; 0 for any that is free"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https address, for example https://api.example.org" })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .describe("Address by which callers reach the API, shown in the OpenAPI description"),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((entry) => entry.trim() || []))
    .refine((list) => list.every(isAddressOrRange), {
      error: "must be IP addresses or ranges joined by commas, for example 10.0.0.0/8,::1",
    })
    .describe("IP addresses or ranges, joined by commas, of proxies whose X-Forwarded-For is believed; empty: none"),
  FREE_MONTHLY_ALLOWANCE: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .default(10_000)
    .describe("Counted operations a calendar month (UTC) for each account over its free keys"),
  RATE_LIMIT_FREE: perMinute(100, "free").describe(
    'Requests a minute for each key of the tier "free", for each address that sends no valid key, for each account in the console, and for each application that such an account signed in with for MCP',
  ),
  RATE_LIMIT_PRO: perMinute(1_000, "pro"),
  RATE_LIMIT_ENTERPRISE: perMinute(10_000, "enterprise"),
  OIDC_ISSUER: z
    .string()
    .refine(isSafeAddress, {
      error:
        "must be the https address of an identity provider, or an http one on this machine, for example https://login.example.org",
    })
    .optional()
    .describe("OpenID Connect issuer whose tokens open the console and MCP"),
  OIDC_TRUST_EMAIL: z
    .stringbool({ error: "must be true or false" })
    .default(false)
    .describe(
      "Whether an e-mail address that OIDC_ISSUER says is verified leads to the account of `keys create --email`",
    ),
  CONSOLE_AUDIENCE: z
    .string()
    .default("research-insights-console")
    .describe("Audience (`aud`) of the tokens that open the console"),
  MCP_AUDIENCE: z
    .string()
    .default("research-insights-mcp")
    .describe("Audience (`aud`) of the access tokens that open MCP; another than CONSOLE_AUDIENCE"),
  MCP_SCOPE: z
    .string()
    .regex(/^[!#-[\]-~]+( [!#-[\]-~]+)*$/, { error: "must be scopes separated by single spaces, for example mcp:read" })
    .optional()
    .describe("Scopes that MCP clients are told to ask OIDC_ISSUER for, and that their tokens must have; unset: none"),
  SEARCH_WEB_PROVIDER: z
    .enum(["searxng", "brave", "tavily", "mcp"], { error: "must be searxng, brave, tavily or mcp" })
    .optional()
    .describe(
      "What the MCP tool search_web asks: `searxng`, `brave`, `tavily`, or `mcp`, any MCP server that searches the web; unset: nothing",
    ),
  SEARCH_WEB_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https address, for example https://search.example.org" })
    .optional()
    .describe("Address of the SearXNG or MCP server; for Brave and Tavily their own unless set"),
  SEARCH_WEB_API_KEY: z.string().optional().describe("Key for it; a secret"),
  LOG_LEVEL: logLevel,
});
/** Of the gateway as a process of its own. */
export const gatewayProcessConfig = z.object({
  ...gatewayConfig.shape,
  GRPC_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe("Port of native gRPC for holders of a key, HTTP/2 in plain text; without it, Connect and gRPC-Web alone"),
  SEARCH_ADDRESS: serviceAddress("search"),
  DOCUMENT_ADDRESS: serviceAddress("document"),
  ACCOUNT_ADDRESS: serviceAddress("account"),
  ...redisConfig.shape,
  ...tlsConfig.shape,
  ...drainConfig.shape,
  KEY_DISTRUST_SECONDS: wholeNumber(0, 3_600)
    .default(60)
    .describe(
      "How long after a break of the connection to Redis nothing that it says of keys is believed; 60 and more is safe",
    ),
  UPSTREAM_TIMEOUT_SECONDS: wholeNumber(1, MAX_UPSTREAM_TIMEOUT_SECONDS)
    .default(5)
    .describe(
      "How long a call of the gateway to a service may take; what takes longer is answered `500`. More where processors are short",
    ),
  ...telemetryConfig.shape,
});

export type GatewayConfig = z.output<typeof gatewayConfig>;

function isAddressOrRange(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** Requests a minute by tier. */
export const tiersOf = (config: GatewayConfig) => ({
  free: config.RATE_LIMIT_FREE,
  pro: config.RATE_LIMIT_PRO,
  enterprise: config.RATE_LIMIT_ENTERPRISE,
});
