import { ProtocolErrorCode } from "@modelcontextprotocol/server";

const EXAMPLE = '{"name": "search_insights", "arguments": {"query": "rent inflation outlook"}}';

/** A request to call a tool, well formed or not. A notification is none: nobody would hear the answer. */
export const isToolCall = (message: object): boolean =>
  Reflect.get(message, "method") === "tools/call" && "id" in message;

/** JSON-RPC's answer to a call that has not the form of one: the SDK would answer with a listing of its schema. */
export function refusalOf(message: object): object | undefined {
  const id: unknown = Reflect.get(message, "id");
  // With another id it is no message at all.
  if (!isToolCall(message) || !(typeof id === "string" || Number.isInteger(id))) return undefined;
  const wrong = wrongPartOf(Reflect.get(message, "params"));
  if (wrong === undefined) return undefined;
  return {
    jsonrpc: "2.0",
    id,
    error: { code: ProtocolErrorCode.InvalidParams, message: `${wrong}: send ${EXAMPLE}.` },
  };
}

function wrongPartOf(params: unknown): string | undefined {
  if (!isObject(params)) return "params must be a JSON object";
  if (typeof Reflect.get(params, "name") !== "string") return "name must be the name of a tool";
  const sent: unknown = Reflect.get(params, "arguments");
  return sent === undefined || isObject(sent) ? undefined : "arguments must be a JSON object";
}

/**
 * The arguments as they were sent. The SDK's copy has lost a member `__proto__`, so that nobody would be told of a name that
 * is not known here.
 */
export function argumentsOf(message: object): object {
  const params: unknown = Reflect.get(message, "params");
  const sent: unknown = isObject(params) ? Reflect.get(params, "arguments") : undefined;
  return isObject(sent) ? sent : {};
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
