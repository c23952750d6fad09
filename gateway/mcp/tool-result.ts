import type { CallToolResult } from "@modelcontextprotocol/server";
import { toHttp } from "../errors.ts";
import { Exhausted, type Standing, secondsUntilReset } from "../rate-limit.ts";

/** What a tool answers: the same as a value and as JSON text, because not every client reads both. */
export interface ToolAnswer {
  structured: Record<string, unknown>;
  json: string;
}

/** Most characters of JSON in an answer: some 60,000 tokens, more than most clients let a model read. */
export const ANSWER_LIMIT = 256 * 1024;

/**
 * `{…before, name: items}`. What would be larger than the limit ends with the last item that fits, and says how many
 * are left out.
 */
export function listAnswer(name: string, items: readonly unknown[], before: Record<string, unknown> = {}): ToolAnswer {
  const opening = `${JSON.stringify(before).slice(0, -1)}${Object.keys(before).length > 0 ? "," : ""}"${name}":[`;
  const written: string[] = [];
  let length = opening.length;
  for (const item of items) {
    const json = JSON.stringify(item);
    length += json.length + 1;
    if (length > ANSWER_LIMIT) break;
    written.push(json);
  }
  const omitted = items.length - written.length;
  const list = opening + written.join();
  if (omitted === 0) return { structured: { ...before, [name]: items }, json: `${list}]}` };
  return {
    structured: { ...before, [name]: items.slice(0, written.length), omitted },
    json: `${list}],"omitted":${omitted}}`,
  };
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

/** A tool's answer, with those of the standings that are near their limit. */
export function succeeded({ structured, json }: ToolAnswer, standings: (Standing | undefined)[]): CallToolResult {
  const near = standings.filter((standing) => standing && standing.remaining <= standing.limit * NEAR);
  return {
    content: [{ type: "text", text: json }],
    structuredContent: structured,
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
