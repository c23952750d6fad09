import { randomUUID } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { toHttp } from "../errors.ts";
import { Exhausted, type Standing, secondsUntilReset } from "../rate-limit.ts";
import { toBytes } from "../rest/json-bytes.ts";

/**
 * What a tool answers: the JSON of an object, in pieces one behind the other. Callers get it as a value and as text, because
 * not every client reads both.
 */
export interface ToolAnswer {
  json: string[];
}

/** Most characters of JSON in an answer: some 60,000 tokens, more than most clients let a model read. */
export const ANSWER_LIMIT = 256 * 1024;

/**
 * `{…before, name: items}`. What would be larger than the limit ends with the last item that fits, and says how many
 * are left out.
 */
export function listAnswer(name: string, items: readonly unknown[], before: Record<string, unknown> = {}): ToolAnswer {
  const opening = `${JSON.stringify(before).slice(0, -1)}${Object.keys(before).length > 0 ? "," : ""}"${name}":[`;
  const json = [opening];
  let length = opening.length;
  for (const [i, item] of items.entries()) {
    const text = i === 0 ? JSON.stringify(item) : `,${JSON.stringify(item)}`;
    length += text.length;
    if (length > ANSWER_LIMIT) break;
    json.push(text);
  }
  const omitted = items.length - (json.length - 1);
  json.push(omitted > 0 ? `],"omitted":${omitted}}` : "]}");
  return { json };
}

/** What stands for the answer while the SDK checks and writes the message around it. No caller can know it. */
const PLACE = randomUUID();
const TEXT_PLACE = JSON.stringify(PLACE);
const VALUE_PLACE = JSON.stringify({ [PLACE]: 0 });

/**
 * Puts the answer into its message: the SDK would write it twice more, turn it into bytes, and back into text. With 20
 * insights that took twice as long as all else.
 */
export function withAnswer(message: string, { json }: ToolAnswer): Buffer {
  const text = message.indexOf(TEXT_PLACE);
  const value = message.indexOf(VALUE_PLACE);
  if (text < 0 || value < text) throw new Error("the message has no place for the answer of the tool");
  const between = message.slice(text + TEXT_PLACE.length, value);
  const rest = message.slice(value + VALUE_PLACE.length);
  const escaped = json.map((piece) => JSON.stringify(piece).slice(1, -1));
  return toBytes([message.slice(0, text), '"', ...escaped, '"', between, ...json, rest]);
}

/** Where a caller stands whose limit is near: so little is left of it. */
const NEAR = 0.1;

const META = "research-insights/";

const standingMeta = (standing: Standing) => ({
  [`${META}${standing.policy === "month" ? "monthly_allowance" : "rate_limit"}`]: {
    limit: standing.limit,
    remaining: standing.remaining,
    reset: Math.ceil(standing.resetAtMs / 1000),
  },
});

/** The result of a tool that has an answer, which `withAnswer` puts in, with those of the standings that are near their limit. */
export function succeeded(standings: (Standing | undefined)[]): CallToolResult {
  const near = standings.filter((standing) => standing && standing.remaining <= standing.limit * NEAR);
  return {
    content: [{ type: "text", text: PLACE }],
    structuredContent: { [PLACE]: 0 },
    ...(near.length > 0 && { _meta: Object.assign({}, ...near.map((standing) => standing && standingMeta(standing))) }),
  };
}

/** What a model can act on: the sentence that REST has as `detail`, and when to try again where that helps. */
export function failed(err: unknown, now: number): CallToolResult {
  const { detail, retryAfter } = toHttp(err);
  const meta = {
    ...(err instanceof Exhausted && {
      ...standingMeta(err.standing),
      [`${META}retry_after`]: secondsUntilReset(err.standing, now),
    }),
    ...(retryAfter !== undefined && { [`${META}retry_after`]: retryAfter }),
  };
  return {
    content: [{ type: "text", text: detail }],
    isError: true,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}
