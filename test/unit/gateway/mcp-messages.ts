import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { type Era, messageOf } from "../../support/mcp-message.ts";
import { KEY, type TestGateway } from "./open-gateway.ts";

export interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** Posts to the MCP endpoint with the key that every test gateway knows. */
export const post = (gateway: TestGateway, payload: string | Buffer | object, headers: Record<string, string> = {}) =>
  gateway.send({
    method: "POST",
    url: "/mcp",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
    payload: typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });

export function send(
  gateway: TestGateway,
  era: Era,
  method: string,
  params?: Record<string, unknown>,
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const { body, headers } = messageOf(era, method, params);
  return post(gateway, body, { ...headers, ...more });
}

/** Calls a tool and resolves to its result. */
export async function callTool(gateway: TestGateway, era: Era, name: string, args: unknown = {}): Promise<ToolResult> {
  const response = await send(gateway, era, "tools/call", { name, arguments: args });
  assert.equal(response.statusCode, 200, response.body);
  const { result } = response.json();
  assert.ok(result, response.body);
  return result;
}

/** The sentence of a tool call that failed. */
export function sentenceOf(result: ToolResult): string {
  assert.equal(result.isError, true, JSON.stringify(result));
  assert.equal(result.structuredContent, undefined, "clients hold it against the schema of an answer");
  const [content, ...rest] = result.content;
  assert.deepEqual(rest, []);
  return content?.text ?? "";
}
