import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify, { type FastifyInstance } from "fastify";
import { systemClock } from "#kit/clock.ts";
import { openChannel } from "#kit/grpc/client.ts";
import { serveGrpc } from "#kit/grpc/server.ts";
import { terminated } from "#kit/lifecycle.ts";
import { createLogger } from "#kit/log.ts";
import { telemetryConfig } from "#kit/telemetry/config.ts";
import { openTelemetry, type Telemetry } from "#kit/telemetry/telemetry.ts";
import { buildGateway } from "../../gateway/app.ts";
import { createCore } from "../../gateway/core.ts";
import { createGrpcUpstreams } from "../../gateway/grpc-upstreams.ts";
import { createMemoryKeyCache } from "../../gateway/key-cache.ts";
import { createMemoryLimiter } from "../../gateway/limiters/memory-limiter.ts";
import { createSessions } from "../../gateway/tokens/sessions.ts";
import type {
  DocumentFilter,
  DocumentRecord,
  FoundInsight,
  SearchQuery,
  SearchUpstream,
} from "../../gateway/upstreams.ts";
import { createAccounts } from "../../services/account/accounts.ts";
import { openSqliteAccounts } from "../../services/account/adapters/sqlite-accounts.ts";
import { createDirectUpstreams } from "../../services/all-in-one/direct-upstreams.ts";
import { searchRoutes } from "../../services/search/routes.ts";
import type { Search } from "../../services/search/search.ts";
import { watchTurns } from "./event-loop.ts";

/**
 * One of the servers that `gateway.ts` compares, as a process of its own: the gateway on a stub of the search service
 * and the real ledger ("gateway"), the same with metrics and every tenth request traced to a collector in a process of its own ("observed"), the same with the stub behind gRPC in a process of its own ("grpc"), or a bare route that sends the same bytes from a buffer ("bare") or from a string
 * ("text"). Asked for "cpu", it tells its CPU time and the search service's; between "watch" and "turn", the longest turn of its event loop.
 */
const SENTENCE =
  "Participants in the harbour authority's spring review judged that container volumes would grow by 3.4 percent in 2025, after 2.1 percent the year before, because freight rates had fallen. ";
/** Of the sentences of the real documents, 12 % have a character beyond Latin-1, most often a curly quote. */
const CURLY = SENTENCE.replace("'", "’");

const insights: FoundInsight[] = Array.from({ length: 100 }, (_, i) => ({
  insightId: `ins_${String(i).padStart(20, "0")}`,
  title: `Container volume forecast of review ${i}`,
  insight: SENTENCE.trim(),
  excerpts: [(i % 4 === 0 ? CURLY : SENTENCE).repeat(2).trim(), SENTENCE.trim()],
  docId: `doc_${String(i).padStart(20, "0")}`,
  docTitle: "Spring review of the harbour authority",
  sourceUrl: `https://harbour.example/reviews/spring-${i}.html`,
  sourceName: "Harbour Authority",
  publishedDate: "2025-03-31",
  score: 0.91 - i / 100,
  matchedBy: "question",
  matchedQuestion: "How far did tonnage at the north quay rise in 2026, and why?",
  matchedWords: ["tonnage", "north", "quay"],
}));

const documents: DocumentRecord[] = Array.from({ length: 200 }, (_, i) => ({
  docId: `doc_${String(i).padStart(20, "0")}`,
  documentUrl: `https://harbour.example/reviews/spring-${i}.html`,
  articleTitle: `Spring review ${i} of the harbour authority`,
  summary: SENTENCE.repeat(2).trim(),
  sourceName: "Harbour Authority",
  authors: ["A. Writer", "B. Writer"],
  publishedDate: "2025-03-31",
  extractedAt: 1_743_400_000_000 + i,
  extractionStatus: "complete",
  ingestedAt: 1_743_400_000_000 + i,
}));

/** Of the search service's process, where there is one. */
let serviceCpuUs: (() => Promise<number>) | undefined;

async function openGateway(stack: AsyncDisposableStack): Promise<{ app: FastifyInstance; rawKey: string }> {
  const folder = mkdtempSync(join(tmpdir(), "insights-bench-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const store = stack.use(await openSqliteAccounts({ path: join(folder, "accounts.db") }));
  const clock = systemClock;
  const accounts = createAccounts({ store, clock, announcer: { changed: async () => undefined } });
  const { rawKey } = await accounts.createKey({ account: { operator: true }, name: "bench", tier: "enterprise" });
  const useCases = {
    search: {
      search: async ({ limit }: SearchQuery) => ({
        insights: insights.slice(0, limit),
        embedding: { model: "bundled", inputTokens: 6 },
      }),
      status: async () => undefined,
    },
    documents: {
      list: async ({ limit = 50 }: DocumentFilter) => documents.slice(0, limit),
      get: () => Promise.reject(new Error("unused")),
      sourceNames: async () => [],
    },
    accounts,
  };
  const telemetry = which === "observed" ? await tellEverything(stack) : undefined;
  const upstreams = createDirectUpstreams(useCases, 2_000, telemetry);
  if (which === "grpc") upstreams.search = await searchBehindGrpc(stack, folder);
  const app = await buildGateway(
    createCore({
      upstreams,
      limiter: createMemoryLimiter({ windowMs: 60_000, maxKeys: 50_000 }),
      keys: createMemoryKeyCache({ clock }),
      sessions: createSessions({
        issuer: undefined,
        audiences: { CONSOLE_AUDIENCE: "console", MCP_AUDIENCE: "mcp" },
        clock,
      }),
      tiers: { free: 100, enterprise: 1_000_000_000 },
      freeMonthlyAllowance: 10_000,
      trustedProxies: [],
      telemetry,
      clock,
      log: createLogger("bench", "warn"),
    }),
  );
  return { app, rawKey };
}

/** Metrics, and traces as the settings have them when a collector is named and nothing else. */
async function tellEverything(stack: AsyncDisposableStack): Promise<Telemetry> {
  const collector = fork(import.meta.filename, ["collector"]);
  stack.defer(async () => {
    collector.disconnect();
    await once(collector, "exit");
  });
  const [{ url }] = (await once(collector, "message")) as [{ url: string }];
  const config = telemetryConfig.parse({ METRICS_PORT: "0", OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const log = createLogger("bench", "warn");
  return stack.use(await openTelemetry({ process: "bench", host: "127.0.0.1", config, log }));
}

/** Takes what it is sent, and keeps nothing. */
async function serveCollector(): Promise<void> {
  const collector = createServer((request, response) => {
    request.resume().once("end", () => response.end());
  });
  await once(collector.listen(0, "127.0.0.1"), "listening");
  process.send?.({ url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` });
  await new Promise((resolve) => process.once("disconnect", resolve));
}

/** The stub of the search service in a process of its own. */
async function searchBehindGrpc(stack: AsyncDisposableStack, folder: string): Promise<SearchUpstream> {
  const address = `unix:${join(folder, "search.sock")}`;
  const child = fork(import.meta.filename, ["stub", address]);
  serviceCpuUs = async () => {
    child.send("cpu");
    const [answer] = await once(child, "message");
    return (answer as { cpuUs: number }).cpuUs;
  };
  stack.defer(async () => {
    child.disconnect();
    await once(child, "exit");
  });
  await once(child, "message");
  const channel = stack.use(openChannel(address));
  return createGrpcUpstreams({ search: channel, documents: channel, accounts: channel, timeoutMs: 2_000 }).search;
}

async function serveStub(address: string): Promise<void> {
  const search = {
    search: async ({ limit }: SearchQuery) => ({
      insights: insights.slice(0, limit),
      embedding: { model: "bundled", inputTokens: 6 },
    }),
  };
  await using _server = await serveGrpc({
    address,
    routes: [searchRoutes(search as unknown as Search)],
    log: createLogger("bench", "warn"),
  });
  process.on("message", () => process.send?.({ cpuUs: cpuUs() }));
  process.send?.({});
  await new Promise((resolve) => process.once("disconnect", resolve));
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function answerOf(app: FastifyInstance, rawKey: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await app.inject({
    method: "POST",
    url: "/api/insights/search",
    headers: { "x-api-key": rawKey },
    payload: { query: "container volume forecast" },
  });
  if (statusCode !== 200) throw new Error(`the gateway answered ${statusCode}: ${rawPayload.toString()}`);
  return rawPayload;
}

const which = process.argv[2];
if (which === "stub" || which === "collector") {
  await (which === "stub" ? serveStub(process.argv[3] ?? "") : serveCollector());
  process.exit(0);
}
await using stack = new AsyncDisposableStack();
const { app, rawKey } = await openGateway(stack);
const bytes = await answerOf(app, rawKey);
const payload = which === "text" ? bytes.toString() : bytes;
const bare = fastify({ logger: false });
bare.post("/api/insights/search", (_request, reply) => {
  reply.header("content-type", "application/json; charset=utf-8").send(payload);
});
const server = which === "bare" || which === "text" ? bare : app;
stack.defer(() => server.close());
const address = await server.listen({ host: "127.0.0.1", port: 0 });
let turns: ReturnType<typeof watchTurns> | undefined;
process.on("message", async (asked) => {
  if (asked === "watch") {
    turns = watchTurns();
    process.send?.({});
  } else if (asked === "turn") {
    process.send?.({ longestMs: turns?.longestMs() });
    turns?.[Symbol.dispose]();
  } else process.send?.({ cpuUs: cpuUs(), serviceCpuUs: (await serviceCpuUs?.()) ?? 0 });
});
process.send?.({ address, rawKey, bytes: bytes.length });
await Promise.race([terminated(), new Promise((resolve) => process.once("disconnect", resolve))]);
