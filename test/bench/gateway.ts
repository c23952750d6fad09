import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { z } from "zod";

/** What the gateway costs over a bare Fastify route that sends the same bytes, measured in turns in one run. */
export interface GatewayCost {
  answerBytes: number;
  /** Requests a second, the best round of each. */
  gatewayPerSecond: number;
  barePerSecond: number;
  /** Gateway over bare: requests a second. The goal is .5. */
  ratio: number;
  /** CPU time of a request in microseconds over all threads, the best round of each. */
  gatewayCpuUs: number;
  bareCpuUs: number;
  /** Median milliseconds under full load. */
  gatewayP50Ms: number;
  bareP50Ms: number;
}

const CONNECTIONS = 32;
const started = z.object({ url: z.string(), rawKey: z.string(), bytes: z.number() });
const cpu = z.object({ cpuUs: z.number() });
const result = z.object({
  non2xx: z.number(),
  errors: z.number(),
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p50: z.number() }),
});

/** Takes `rounds` × 2 × (`seconds` + 1) seconds. Keys, limits and durable usage are on; nothing is cached. */
export async function measureGateway({ rounds = 3, seconds = 4 } = {}): Promise<GatewayCost> {
  await using gateway = await startServer("gateway");
  await using bare = await startServer("bare");
  const ofGateway: Round[] = [];
  const ofBare: Round[] = [];
  await load(gateway, 2);
  await load(bare, 2);
  for (let round = 0; round < rounds; round += 1) {
    ofGateway.push(await load(gateway, seconds));
    ofBare.push(await load(bare, seconds));
  }
  const most = (all: Round[]) => Math.max(...all.map(({ perSecond }) => perSecond));
  const least = (all: Round[], of: "cpuUs" | "p50Ms") => Math.min(...all.map((one) => one[of]));
  return {
    answerBytes: gateway.bytes,
    gatewayPerSecond: Math.round(most(ofGateway)),
    barePerSecond: Math.round(most(ofBare)),
    ratio: Number((most(ofGateway) / most(ofBare)).toFixed(2)),
    gatewayCpuUs: Math.round(least(ofGateway, "cpuUs")),
    bareCpuUs: Math.round(least(ofBare, "cpuUs")),
    gatewayP50Ms: least(ofGateway, "p50Ms"),
    bareP50Ms: least(ofBare, "p50Ms"),
  };
}

interface Server extends z.infer<typeof started>, AsyncDisposable {
  cpuUs(): Promise<number>;
}

async function startServer(which: "gateway" | "bare"): Promise<Server> {
  const child = fork(new URL("gateway-server.ts", import.meta.url), [which]);
  const [message] = await once(child, "message");
  return {
    ...started.parse(message),
    async cpuUs() {
      child.send("cpu");
      const [answer] = await once(child, "message");
      return cpu.parse(answer).cpuUs;
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

interface Round {
  perSecond: number;
  cpuUs: number;
  p50Ms: number;
}

/** One round of load by autocannon, in a process of its own. */
async function load(server: Server, seconds: number): Promise<Round> {
  const before = await server.cpuUs();
  const headers = ["-H", `x-api-key=${server.rawKey}`, "-H", "content-type=application/json"];
  const body = JSON.stringify({ query: "container volume forecast", limit: 20 });
  const shape = ["-j", "-c", String(CONNECTIONS), "-d", String(seconds), "-m", "POST", "-b", body];
  const { stdout } = await promisify(execFile)("autocannon", [...shape, ...headers, server.url]);
  const { requests, non2xx, errors, latency } = result.parse(JSON.parse(stdout));
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were not 2xx, ${errors} failed`);
  return {
    perSecond: requests.average,
    cpuUs: ((await server.cpuUs()) - before) / requests.total,
    p50Ms: latency.p50,
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await measureGateway(), null, 2)}\n`);
