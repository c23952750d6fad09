/**
 * On every answer. The API serves data and no pages: nothing of it may be run, framed or kept by a shared cache. Pages of
 * any origin may call it, for a key or token is sent on purpose and never by the browser itself, so no credentials are allowed.
 * Written out, because @fastify/helmet and @fastify/cors work them out again for each request.
 */
export const STANDARD_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, Allow, " +
    "WWW-Authenticate, Grpc-Status, Grpc-Message",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** What a browser is told before it sends a request with a key or a JSON body. */
export const preflightHeaders = (methods: string) => ({
  "access-control-allow-methods": methods,
  // Those after the first three are of MCP, Connect and gRPC-Web.
  "access-control-allow-headers":
    "X-API-Key, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, " +
    "Connect-Protocol-Version, Connect-Timeout-Ms, Grpc-Timeout, X-Grpc-Web, X-User-Agent",
  "access-control-max-age": "86400",
});
