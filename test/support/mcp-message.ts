/** The protocol eras that the MCP endpoint serves. */
export const ERAS = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];

/** What a client of an era sends for a method: the newer one says in every message who it is, and repeats the method in a header. */
export function messageOf(era: Era, method: string, params: Record<string, unknown> = {}) {
  if (era === "2025-11-25") {
    return { body: { jsonrpc: "2.0", id: 1, method, params }, headers: { "mcp-protocol-version": era } };
  }
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": era,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } },
    headers: {
      "mcp-protocol-version": era,
      "mcp-method": method,
      ...(typeof params["name"] === "string" && { "mcp-name": params["name"] }),
    },
  };
}

export const callMessage = (era: Era, name: string, args: unknown) =>
  messageOf(era, "tools/call", { name, arguments: args });
