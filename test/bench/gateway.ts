import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { z } from "zod";

/**
 * What the gateway costs over a bare Fastify route that sends the same bytes, measured in turns in one run. Of each
 * server the best round counts: others on the machine only ever make a round worse.
 */
export interface GatewayCost {
  answerBytes: number;
  /** Requests a second of the gateway. */
  gatewayPerSecond: number;
  /** Of a route that sends a buffer, and of one that sends a string. */
  barePerSecond: number;
  textPerSecond: number;
  /** Gateway over the route that sends a buffer. The goal is .5. */
  ratio: number;
  /** Gateway over the route that sends a string. */
  ratioToText: number;
  /** Requests a second of the gateway with the search service behind gRPC, and over the route that sends a buffer. The goal is .12. */
  grpcPerSecond: number;
  grpcRatio: number;
  grpcP50Ms: number;
  /** CPU time of a request then, of the gateway's process and of the search service's: both and the load share the cores. */
  grpcCpuUs: number;
  grpcServiceCpuUs: number;
  /** CPU time of a request in microseconds over all threads. */
  gatewayCpuUs: number;
  bareCpuUs: number;
  textCpuUs: number;
  /** Median milliseconds under full load. */
  gatewayP50Ms: number;
  bareP50Ms: number;
  /** Longest turn of the gateway's event loop when so many ask for all they may at once: the median burst. */
  searchBurstMs: number;
  listBurstMs: number;
}

const CONNECTIONS = 32;
const BURSTS = 25;
const started = z.object({ address: z.string(), rawKey: z.string(), bytes: z.number() });
const cpu = z.object({ cpuUs: z.number(), serviceCpuUs: z.number() });
const turn = z.object({ longestMs: z.number() });
const result = z.object({
  non2xx: z.number(),
  errors: z.number(),
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p50: z.number() }),
});

/** Takes about `rounds` × 4 × (`seconds` + 1) seconds. Keys, limits and durable usage are on; nothing is cached. */
export async function measureGateway({ rounds = 4, seconds = 2 } = {}): Promise<GatewayCost> {
  await using gateway = await startServer("gateway");
  await using bare = await startServer("bare");
  await using text = await startServer("text");
  await using grpc = await startServer("grpc");
  const servers = [gateway, bare, text, grpc];
  const none = Number.POSITIVE_INFINITY;
  const best = servers.map(() => ({ perSecond: 0, cpuUs: none, serviceCpuUs: none, p50Ms: none }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [i, server] of servers.entries()) {
      const { perSecond, cpuUs, serviceCpuUs, p50Ms } = await load(server, seconds);
      const sofar = best[i];
      // The first round warms up.
      if (!sofar || round === 0) continue;
      sofar.perSecond = Math.max(sofar.perSecond, perSecond);
      sofar.cpuUs = Math.min(sofar.cpuUs, cpuUs);
      sofar.serviceCpuUs = Math.min(sofar.serviceCpuUs, serviceCpuUs);
      sofar.p50Ms = Math.min(sofar.p50Ms, p50Ms);
    }
  }
  const searchBurstMs = await burst(gateway, 64, "/api/insights/search", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "container volume forecast", limit: 100 }),
  });
  const listBurstMs = await burst(gateway, 32, "/api/documents?limit=200", {});
  const [ofGateway, ofBare, ofText, ofGrpc] = best;
  if (!ofGateway || !ofBare || !ofText || !ofGrpc) throw new Error("a server was not measured");
  return {
    answerBytes: gateway.bytes,
    gatewayPerSecond: Math.round(ofGateway.perSecond),
    barePerSecond: Math.round(ofBare.perSecond),
    textPerSecond: Math.round(ofText.perSecond),
    ratio: Number((ofGateway.perSecond / ofBare.perSecond).toFixed(2)),
    ratioToText: Number((ofGateway.perSecond / ofText.perSecond).toFixed(2)),
    grpcPerSecond: Math.round(ofGrpc.perSecond),
    grpcRatio: Number((ofGrpc.perSecond / ofBare.perSecond).toFixed(3)),
    grpcP50Ms: ofGrpc.p50Ms,
    grpcCpuUs: Math.round(ofGrpc.cpuUs),
    grpcServiceCpuUs: Math.round(ofGrpc.serviceCpuUs),
    gatewayCpuUs: Math.round(ofGateway.cpuUs),
    bareCpuUs: Math.round(ofBare.cpuUs),
    textCpuUs: Math.round(ofText.cpuUs),
    gatewayP50Ms: ofGateway.p50Ms,
    bareP50Ms: ofBare.p50Ms,
    searchBurstMs,
    listBurstMs,
  };
}

export interface Server extends z.infer<typeof started>, AsyncDisposable {
  cpu(): Promise<z.infer<typeof cpu>>;
  /** The longest turn of its event loop meanwhile, in milliseconds that it computed. */
  longestTurnMs(work: () => Promise<unknown>): Promise<number>;
}

export async function startServer(which: "gateway" | "observed" | "bare" | "text" | "grpc"): Promise<Server> {
  const child = fork(new URL("gateway-server.ts", import.meta.url), [which]);
  const [message] = await once(child, "message");
  return {
    ...started.parse(message),
    async cpu() {
      child.send("cpu");
      const [answer] = await once(child, "message");
      return cpu.parse(answer);
    },
    async longestTurnMs(work) {
      child.send("watch");
      await once(child, "message");
      await work();
      child.send("turn");
      const [answer] = await once(child, "message");
      return turn.parse(answer).longestMs;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** What a caller posts. */
export interface Post {
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A search by REST. */
export const searchByRest = (rawKey: string): Post => ({
  path: "/api/insights/search",
  headers: { "x-api-key": rawKey },
  body: { query: "container volume forecast", limit: 20 },
});

interface Round {
  perSecond: number;
  cpuUs: number;
  serviceCpuUs: number;
  p50Ms: number;
}

/** One round of load by autocannon, in a process of its own. */
export async function load(server: Server, seconds: number, post = searchByRest(server.rawKey)): Promise<Round> {
  const before = await server.cpu();
  const headers = Object.entries({ "content-type": "application/json", ...post.headers });
  const shape = ["-j", "-c", String(CONNECTIONS), "-d", String(seconds), "-m", "POST", "-b", JSON.stringify(post.body)];
  const { stdout } = await promisify(execFile)("autocannon", [
    ...shape,
    ...headers.flatMap(([name, value]) => ["-H", `${name}=${value}`]),
    `${server.address}${post.path}`,
  ]);
  const { requests, non2xx, errors, latency } = result.parse(JSON.parse(stdout));
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were not 2xx, ${errors} failed`);
  const after = await server.cpu();
  return {
    perSecond: requests.average,
    cpuUs: (after.cpuUs - before.cpuUs) / requests.total,
    serviceCpuUs: (after.serviceCpuUs - before.serviceCpuUs) / requests.total,
    p50Ms: latency.p50,
  };
}

/** The median, over many bursts, of the longest turn. */
export async function burst(server: Server, callers: number, path: string, init: RequestInit): Promise<number> {
  const headers = { ...init.headers, "x-api-key": server.rawKey };
  const ask = async () => {
    const response = await fetch(server.address + path, { ...init, headers });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    await response.arrayBuffer();
  };
  const longest: number[] = [];
  for (let round = 0; round < BURSTS; round += 1) {
    longest.push(await server.longestTurnMs(() => Promise.all(Array.from({ length: callers }, ask))));
  }
  return longest.sort((a, b) => a - b)[Math.floor(BURSTS / 2)] ?? 0;
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await measureGateway(), null, 2)}\n`);
