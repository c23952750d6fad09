import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAuthority } from "../../support/certificates.ts";
import { insights, written } from "../../support/command.ts";
import type { Installation, RunningServer } from "../../support/server.ts";
import { ENTRY, type Role } from "./entries.ts";
import { hasMariadb } from "./mariadb.ts";
import { hasMilvus, MILVUS, startMilvus } from "./milvus.ts";
import { scratchDatabase } from "./mysql.ts";
import { findProgram, type ServerProcess } from "./process.ts";
import { hasRedis, REDIS, startRedis } from "./redis.ts";

/** What a distributed install needs on this machine. */
export const NEEDED = {
  "MySQL (set TEST_MYSQL_URL, or Debian: apt-get install mariadb-server)":
    process.env["TEST_MYSQL_URL"] !== undefined || hasMariadb(),
  [MILVUS]: hasMilvus(),
  [REDIS]: hasRedis(),
  openssl: findProgram("openssl") !== undefined,
};

/** One process of the product. */
export interface Part {
  /** HOST:PORT of a service, URL of a gateway, empty for a worker. */
  address: string;
  /** Where a gateway serves native gRPC, and "" else. */
  nativeUrl: string;
  /** Where it tells its metrics, HOST:PORT; "" unless METRICS_PORT is set. */
  metricsAddress: string;
  /** All that it wrote to stderr. */
  logged(): string;
  /** Ends it and resolves to its exit status; null when a signal was the end. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts it again where it was. */
  restart(): Promise<void>;
}

/** The product as separate processes on real servers, all joined by mutual TLS. */
export interface Distributed extends Installation {
  mysqlUrl: string;
  redis: ServerProcess & { url: string };
  milvus: ServerProcess & { address: string };
  parts: Record<Exclude<Role, "gateway">, Part[]>;
  gateways: Part[];
  /** The variables by which the command line finds the services. */
  env: Record<string, string>;
}

const REPLICAS = 2;

/** `settings`: of every process. */
export async function startDistributed(settings: Record<string, string> = {}): Promise<Distributed> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "distributed-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const authority = stack.use(createAuthority());
  const [database, redis, milvus] = await Promise.all([scratchDatabase(), startRedis(), startMilvus()]);
  for (const server of [database, redis, milvus]) stack.use(server);

  const started = new Set<Part>();
  stack.defer(async () => void (await Promise.all([...started].map((part) => part.end("SIGKILL")))));

  const startPart = async (role: Role, given: Record<string, string>): Promise<Part> => {
    const { certPath, keyPath } = authority.issue(`${role}-${Math.random().toString(36).slice(2)}`);
    const common = {
      PATH: process.env["PATH"] ?? "",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
      LOG_LEVEL: "error",
      MYSQL_URL: database.url,
      REDIS_URL: redis.url,
      MILVUS_ADDRESS: milvus.address,
      GRPC_TLS_CA: authority.caPath,
      GRPC_TLS_CERT: certPath,
      GRPC_TLS_KEY: keyPath,
      ...settings,
      ...given,
    };
    let child: ChildProcess | undefined;
    let port = "0";
    let log = "";
    const part: Part = {
      address: "",
      nativeUrl: "",
      metricsAddress: "",
      logged: () => log,
      async end(signal = "SIGTERM") {
        if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
        const ended = once(child, "exit");
        child.kill(signal);
        await ended;
        return child.exitCode;
      },
      async restart() {
        const nativePort = new URL(part.nativeUrl || "http://x:0").port;
        const listening = role === "gateway" ? { PORT: port, GRPC_PORT: nativePort } : { GRPC_PORT: port };
        const entry = fileURLToPath(new URL(`../../../${ENTRY[role]}`, import.meta.url));
        child = spawn(process.execPath, [entry], {
          env: { ...common, ...listening },
          stdio: ["ignore", "ignore", "pipe"],
        });
        child.stderr?.on("data", (chunk: Buffer) => {
          log += chunk.toString();
          if (process.env["SHOW_LOGS"]) process.stderr.write(chunk);
        });
        const listens = /(?:for gRPC on (\S+)\n[\s\S]*)?(?:serves (\S+)|takes documents in)\n/;
        const [, native, address = ""] = await written(child.stderr, listens);
        part.address = address;
        part.metricsAddress = /metrics at http:\/\/(\S+)\/metrics/.exec(log)?.[1] ?? "";
        if (native) part.nativeUrl = `http://${native}`;
        port = /:(\d+)$/.exec(address)?.[1] ?? "0";
      },
    };
    started.add(part);
    await part.restart();
    return part;
  };
  const several = (role: Role, env: Record<string, string>, count = REPLICAS) =>
    Promise.all(Array.from({ length: count }, () => startPart(role, env)));
  const listOf = (parts: Part[]) => parts.map(({ address }) => address).join(",");

  const account = await several("account", {});
  const ACCOUNT_ADDRESS = listOf(account);
  const [document, search] = await Promise.all([
    several("document", { ACCOUNT_ADDRESS }),
    several("search", { ACCOUNT_ADDRESS }),
  ]);
  const addresses = { ACCOUNT_ADDRESS, DOCUMENT_ADDRESS: listOf(document), SEARCH_ADDRESS: listOf(search) };
  const worker = await several("worker", { ...addresses, WORKER_THREADS: "1" });
  const { certPath, keyPath } = authority.issue("operator");
  const env = { ...addresses, GRPC_TLS_CA: authority.caPath, GRPC_TLS_CERT: certPath, GRPC_TLS_KEY: keyPath };

  const gateways: Part[] = [];
  const opened = stack.move();
  return {
    folder,
    mysqlUrl: database.url,
    redis,
    milvus,
    parts: { account, document, search, worker },
    gateways,
    env,
    async insights(...args) {
      const { status, stdout, stderr } = await insights([...args, "--json"], folder, env);
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    },
    async serve(settings = {}): Promise<RunningServer> {
      const own = await Promise.all(
        Array.from({ length: REPLICAS }, () => startPart("gateway", { ...addresses, ...settings })),
      );
      gateways.push(...own);
      return {
        urls: own.map(({ address }) => address),
        nativeUrls: own.map(({ nativeUrl }) => nativeUrl),
        async end(signal = "SIGTERM") {
          const [status = null] = await Promise.all(own.map((part) => part.end(signal)));
          return status;
        },
      };
    },
    remove: () => opened.disposeAsync(),
  };
}
