import { type Server, searchByRest, startServer } from "./gateway.ts";
import { measure } from "./mcp.ts";

/** The gateway over a stub index with metrics and a tenth of its requests traced, against itself without. */
export interface TelemetryCost {
  perSecond: number;
  cpuUs: number;
  withoutPerSecond: number;
  withoutCpuUs: number;
  /** Processor time of a request, with over without. */
  ratio: number;
}

/** Takes about `rounds` × 2 × (`seconds` + 1) seconds, the two in turns. */
export async function measureTelemetry({ rounds = 4, seconds = 2 } = {}): Promise<TelemetryCost> {
  await using observed = await startServer("observed");
  await using plain = await startServer("gateway");
  const of = (server: Server) => measure(server, searchByRest(server.rawKey));
  const [withAll, without] = [await of(observed), await of(plain)];
  for (let round = 0; round <= rounds; round += 1) {
    for (const one of [withAll, without]) await one.again(seconds, round === 0);
  }
  return {
    perSecond: withAll.best.perSecond,
    cpuUs: withAll.best.cpuUs,
    withoutPerSecond: without.best.perSecond,
    withoutCpuUs: without.best.cpuUs,
    ratio: Number((withAll.best.cpuUs / without.best.cpuUs).toFixed(2)),
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await measureTelemetry(), null, 2)}\n`);
