import { SpanKind } from "@opentelemetry/api";
import { metric } from "#kit/telemetry/metric.ts";
import { createObserver } from "#kit/telemetry/observer.ts";
import type { Telemetry } from "#kit/telemetry/telemetry.ts";
import type { Tool } from "../mcp/tools.ts";

export const MCP_TOOL_DURATION = metric({
  name: "mcp_server_operation_duration_seconds",
  kind: "histogram",
  labels: ["mcp.method.name", "gen_ai.tool.name", "error.type"],
  about: "Calls of MCP tools that callers were let pass to; `error_type`: `invalid`, `notFound`, `unavailable`, …",
});

/** The same tool, and its calls are timed. */
export function observedTools(tools: Tool[], telemetry: Telemetry): Tool[] {
  const observe = createObserver(telemetry, MCP_TOOL_DURATION, SpanKind.INTERNAL);
  return tools.map((tool) => {
    const { name } = tool.listed;
    const labels = { "mcp.method.name": "tools/call", "gen_ai.tool.name": name };
    return { ...tool, call: (...args) => observe(`tools/call ${name}`, labels, () => tool.call(...args)) };
  });
}
