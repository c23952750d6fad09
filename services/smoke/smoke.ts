import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { DomainError, messageOf } from "#kit/errors.ts";
import type { GrpcClient } from "#kit/grpc/client.ts";

/** An account of its own, so that the operator's usage stays the operator's. No mail can reach it (RFC 2606). */
const EMAIL = "smoke-test@research-insights.invalid";
/** Any query will do: an empty database answers too. */
const QUERY = "wheat ending stocks forecast";
export const CALL_TIMEOUT_MS = 10_000;
/** Right after an install the cluster may still be learning where its Services are. */
const PATIENCE_MS = 30_000;

/**
 * Makes a key, searches with it by REST, gRPC and MCP, revokes it, and sees it refused; says a line for each step. Rejects
 * with the first step that failed. The key is revoked whatever happens.
 */
export async function smoke(options: {
  accounts: GrpcClient<typeof AccountService>;
  restUrl: string;
  grpcAddress: string;
  say: (line: string) => void;
  patienceMs?: number;
}): Promise<void> {
  const { accounts, restUrl, grpcAddress, say, patienceMs = PATIENCE_MS } = options;
  const step = async <Result>(name: string, work: () => Promise<Result>, describe: (result: Result) => string) => {
    const startedMs = performance.now();
    const result = await patiently(name, work, patienceMs);
    say(`ok  ${name}: ${describe(result)} (${Math.round(performance.now() - startedMs)} ms)`);
    return result;
  };
  // Not of the tier "free": a month's allowance that is used up must not fail a test of the install.
  const request = { account: { by: { case: "email" as const, value: EMAIL } }, name: "smoke test", tier: "pro" };
  const { key, rawKey } = await step(
    "key",
    () => accounts.createKey(request),
    ({ key }) => `made ${key?.prefix}…`,
  );
  const count = (insights: number) => `${insights} insights`;
  try {
    await step("REST", () => searchByRest(restUrl, rawKey), count);
    await step("gRPC", () => searchByGrpc(grpcAddress, rawKey), count);
    await step("MCP", () => searchByMcp(restUrl, rawKey), count);
  } finally {
    await step(
      "revocation",
      () => accounts.revokeKey({ keyId: key?.keyId ?? "" }),
      () => "the key is revoked",
    );
  }
  await step(
    "refusal",
    () => refusedByRest(restUrl, rawKey),
    () => "REST refuses the key",
  );
}

/** Again, for as long as something may still be starting. */
async function patiently<Result>(name: string, work: () => Promise<Result>, patienceMs: number): Promise<Result> {
  for (const until = performance.now() + patienceMs; ; await sleep(1_000)) {
    try {
      return await work();
    } catch (err) {
      if (performance.now() < until) continue;
      throw new DomainError("unavailable", `failed  ${name}: ${messageOf(err)}`, { cause: err });
    }
  }
}

const searchedByRest = (url: string, key: string) =>
  fetch(`${url}/api/insights/search`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ query: QUERY }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });

async function searchByRest(url: string, key: string): Promise<number> {
  const answer = await searchedByRest(url, key);
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
  const { insights } = (await answer.json()) as { insights?: unknown };
  return lengthOf(insights);
}

async function refusedByRest(url: string, key: string): Promise<void> {
  const { status } = await searchedByRest(url, key);
  if (status !== 401) throw new Error(`answered ${status} to a revoked key in place of 401`);
}

async function searchByGrpc(address: string, key: string): Promise<number> {
  const client = createClient(SearchService, createGrpcTransport({ baseUrl: `http://${address}` }));
  const headers = { "x-api-key": key };
  const { insights } = await client.search({ query: QUERY }, { headers, timeoutMs: CALL_TIMEOUT_MS });
  return insights.length;
}

async function searchByMcp(url: string, key: string): Promise<number> {
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  const client = new Client({ name: "research-insights-smoke-test", version: "1" });
  const within = { timeout: CALL_TIMEOUT_MS };
  try {
    // The cast is about an optional member that TypeScript reads more strictly than the SDK was compiled.
    await client.connect(transport as Parameters<Client["connect"]>[0], within);
    const params = { name: "search_insights", arguments: { query: QUERY } };
    const result = await client.request({ method: "tools/call", params }, CallToolResultSchema, within);
    if (result.isError) throw new Error(`the tool failed: ${JSON.stringify(result.content)}`);
    return lengthOf(result.structuredContent?.["insights"]);
  } finally {
    await client.close();
  }
}

function lengthOf(insights: unknown): number {
  if (Array.isArray(insights)) return insights.length;
  throw new Error("answered without a list of insights");
}
