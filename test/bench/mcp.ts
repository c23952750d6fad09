import { callMessage, ERAS, type Era } from "../support/mcp-message.ts";
import { burst, load, type Post, type Server, searchByRest, startServer } from "./gateway.ts";

/** A search by MCP against the same search by REST, at one gateway over a stub index, keys and limits and durable usage on. */
export interface McpCost {
  restPerSecond: number;
  restCpuUs: number;
  /** By protocol era. The goal of `ratio`, MCP over REST, is .7. */
  eras: Record<Era, { perSecond: number; ratio: number; cpuUs: number; p50Ms: number; bytes: number }>;
  restBytes: number;
  /** Longest turn of the event loop when 64 search for 100 insights at once: the median burst. */
  burstMs: number;
}

/** Takes about `rounds` × 3 × (`seconds` + 1) seconds. The best round of each counts: others on the machine only make it worse. */
export async function measureMcp({ rounds = 4, seconds = 2 } = {}): Promise<McpCost> {
  await using server = await startServer("gateway");
  const byRest = await measure(server, searchByRest(server.rawKey));
  const byMcp = await Promise.all(ERAS.map((era) => measure(server, searchByMcp(era, server.rawKey))));
  for (let round = 0; round <= rounds; round += 1) {
    for (const one of [byRest, ...byMcp]) await one.again(seconds, round === 0);
  }
  const [older, newer] = byMcp.map(({ best, bytes }) => ({
    ...best,
    bytes,
    ratio: Number((best.perSecond / byRest.best.perSecond).toFixed(2)),
  }));
  if (!older || !newer) throw new Error("an era was not measured");
  const { path, headers, body } = searchByMcp("2026-07-28", server.rawKey, 100);
  const burstMs = await burst(server, 64, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return {
    burstMs,
    restPerSecond: byRest.best.perSecond,
    restCpuUs: byRest.best.cpuUs,
    restBytes: byRest.bytes,
    eras: { "2025-11-25": older, "2026-07-28": newer },
  };
}

function searchByMcp(era: Era, rawKey: string, limit = 20): Post {
  const { body, headers } = callMessage(era, "search_insights", { query: "container volume forecast", limit });
  return { path: "/mcp", headers: { ...headers, authorization: `Bearer ${rawKey}` }, body };
}

/** What one way to search costs, round by round; the best round counts. */
export async function measure(server: Server, post: Post) {
  const response = await fetch(server.address + post.path, {
    method: "POST",
    headers: { "content-type": "application/json", ...post.headers },
    body: JSON.stringify(post.body),
  });
  const bytes = (await response.arrayBuffer()).byteLength;
  if (!response.ok) throw new Error(`${post.path} was answered ${response.status}`);
  const best = { perSecond: 0, cpuUs: Number.POSITIVE_INFINITY, p50Ms: Number.POSITIVE_INFINITY };
  return {
    bytes,
    best,
    async again(seconds: number, isWarmUp: boolean) {
      const { perSecond, cpuUs, p50Ms } = await load(server, seconds, post);
      if (isWarmUp) return;
      best.perSecond = Math.max(best.perSecond, Math.round(perSecond));
      best.cpuUs = Math.min(best.cpuUs, Math.round(cpuUs));
      best.p50Ms = Math.min(best.p50Ms, p50Ms);
    },
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await measureMcp(), null, 2)}\n`);
