import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { toPath } from "#kit/grpc/definition.ts";
import { searchByRest, startServer } from "./gateway.ts";
import { measure } from "./mcp.ts";

/** A search by Connect in JSON against the same by REST, at one gateway over a stub index, as a caller with curl sends it. */
export interface ConnectCost {
  restPerSecond: number;
  restCpuUs: number;
  connectPerSecond: number;
  connectCpuUs: number;
  /** Connect over REST. */
  ratio: number;
}

/** Takes about `rounds` × 2 × (`seconds` + 1) seconds. */
export async function measureConnect({ rounds = 4, seconds = 2 } = {}): Promise<ConnectCost> {
  await using server = await startServer("gateway");
  const post = searchByRest(server.rawKey);
  const byRest = await measure(server, post);
  const byConnect = await measure(server, { ...post, path: toPath(SearchService.method.search) });
  for (let round = 0; round <= rounds; round += 1) {
    for (const one of [byRest, byConnect]) await one.again(seconds, round === 0);
  }
  const [rest, connect] = [byRest.best, byConnect.best];
  return {
    restPerSecond: rest.perSecond,
    restCpuUs: rest.cpuUs,
    connectPerSecond: connect.perSecond,
    connectCpuUs: connect.cpuUs,
    ratio: Number((connect.perSecond / rest.perSecond).toFixed(2)),
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await measureConnect(), null, 2)}\n`);
