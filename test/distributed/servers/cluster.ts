import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAuthority } from "../../support/certificates.ts";
import { insights } from "../../support/command.ts";
import { startBalancer } from "./balancer.ts";
import type { Role } from "./entries.ts";
import { freePort } from "./free-port.ts";
import { startMilvus } from "./milvus.ts";
import { scratchDatabase } from "./mysql.ts";
import { type Pod, startPod } from "./pod.ts";
import { startRedis } from "./redis.ts";

/** After the end of a pod has begun, it is still found for so long: less than it goes on taking requests. */
const LAG_MS = 1_500;
const DRAIN_SECONDS = 3;

/**
 * The product as Kubernetes runs it, without Kubernetes: each process at an address of its own; services found by names that
 * lead to those which are ready, gateways behind an address that spreads connections; both hear of an end late.
 */
export interface Cluster extends AsyncDisposable {
  folder: string;
  /** Where REST and native gRPC of the gateways are. */
  url: string;
  nativeUrl: string;
  pods: Record<Role, Pod[]>;
  /** Replaces every process of a role, one after the other: a new one, ready, for each that ends. */
  roll(role: Role): Promise<void>;
  add(role: Role): Promise<Pod>;
  /** Ends one by force, and it is no longer found some time later. */
  kill(role: Role): Promise<void>;
  insights(...args: string[]): Promise<unknown>;
}

export async function startCluster(replicas: Record<Role, number>, settings: Record<string, string>): Promise<Cluster> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "cluster-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const authority = stack.use(createAuthority());
  const [database, redis, milvus] = await Promise.all([scratchDatabase(), startRedis(), startMilvus()]);
  for (const server of [database, redis, milvus]) stack.use(server);

  const found: Record<Role, string[]> = { account: [], document: [], search: [], worker: [], gateway: [] };
  const names = join(folder, "names.json");
  const tellNames = () => {
    const all = Object.entries(found).map(([role, hosts]) => [`${role}.services.test`, hosts]);
    writeFileSync(`${names}.new`, JSON.stringify(Object.fromEntries(all)));
    renameSync(`${names}.new`, names);
  };
  tellNames();
  const [main, grpc, health, rest] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const preload = new URL("./resolve-names.ts", import.meta.url).href;
  const common = (name: string) => {
    const { certPath, keyPath } = authority.issue(name);
    return {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
      NODE_OPTIONS: `--import=${preload}`,
      RESOLVE_NAMES: names,
      ACCOUNT_ADDRESS: `account.services.test:${main}`,
      DOCUMENT_ADDRESS: `document.services.test:${main}`,
      SEARCH_ADDRESS: `search.services.test:${main}`,
      GRPC_TLS_CA: authority.caPath,
      GRPC_TLS_CERT: certPath,
      GRPC_TLS_KEY: keyPath,
    };
  };
  const pods: Record<Role, Pod[]> = { account: [], document: [], search: [], worker: [], gateway: [] };
  stack.defer(async () => {
    const all = Object.values(pods).flat();
    await Promise.all(all.map((pod) => pod.end("SIGKILL")));
  });
  let last = 1;
  const add = async (role: Role): Promise<Pod> => {
    const pod = await startPod({
      role,
      // Each its own, never used again: a caller who comes to an address of before finds nobody.
      host: `127.77.0.${++last}`,
      ports: { main: role === "gateway" ? rest : main, grpc, health },
      env: {
        ...common(`${role}-${last}`),
        LOG_LEVEL: "error",
        MYSQL_URL: database.url,
        REDIS_URL: redis.url,
        MILVUS_ADDRESS: milvus.address,
        DRAIN_SECONDS: String(DRAIN_SECONDS),
        WORKER_THREADS: "1",
        ...settings,
      },
    });
    pods[role].push(pod);
    found[role].push(pod.host);
    tellNames();
    return pod;
  };
  const forget = async (role: Role, pod: Pod) => {
    pods[role] = pods[role].filter((one) => one !== pod);
    await sleep(LAG_MS);
    found[role] = found[role].filter((host) => host !== pod.host);
    tellNames();
  };
  for (const role of ["account", "document", "search", "worker", "gateway"] as const) {
    await Promise.all(Array.from({ length: replicas[role] }, () => add(role)));
  }
  const balancers = await Promise.all([rest, grpc].map((port) => startBalancer(() => found.gateway, port)));
  for (const balancer of balancers) stack.use(balancer);
  const [url = "", nativeUrl = ""] = balancers.map(({ port }) => `http://127.0.0.1:${port}`);
  const operator = common("operator");
  const opened = stack.move();
  return {
    folder,
    url,
    nativeUrl,
    pods,
    add,
    async roll(role) {
      for (const pod of [...pods[role]]) {
        await add(role);
        const [status] = await Promise.all([pod.end(), forget(role, pod)]);
        if (status !== 0) throw new Error(`a ${role} ended with ${status}`);
      }
    },
    async kill(role) {
      const [pod] = pods[role];
      if (pod) await Promise.all([pod.end("SIGKILL"), forget(role, pod)]);
    },
    async insights(...args) {
      const { status, stdout, stderr } = await insights([...args, "--json"], folder, operator);
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
