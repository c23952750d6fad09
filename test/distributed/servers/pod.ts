import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Health, HealthCheckResponse_ServingStatus as Status } from "#gen/health/v1/health_pb.ts";
import { createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { written } from "../../support/command.ts";
import { ENTRY, type Role } from "./entries.ts";

const READY_MS = 60_000;
const PROBE_EVERY_MS = 100;

/** One process of the product at an address of its own, as a pod has one. */
export interface Pod {
  host: string;
  /** Ends it and resolves to its exit status; null when a signal was the end. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a process and waits until its probe says that it is ready. `ports` are the same for all of a role. */
export async function startPod(options: {
  role: Role;
  host: string;
  ports: { main: number; grpc: number; health: number };
  env: Record<string, string>;
}): Promise<Pod> {
  const { role, host, ports, env } = options;
  const own =
    role === "gateway"
      ? { PORT: String(ports.main), GRPC_PORT: String(ports.grpc) }
      : { GRPC_PORT: String(ports.main), HEALTH_PORT: String(ports.health) };
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../../${ENTRY[role]}`, import.meta.url))], {
    env: { ...env, HOST: host, ...own },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (chunk: Buffer) => process.env["SHOW_LOGS"] && process.stderr.write(chunk));
  const ended = once(child, "exit");
  const pod: Pod = {
    host,
    async end(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
  await written(child.stderr, /serves \S+\n|takes documents in\n/);
  const isReady = role === "gateway" ? () => readyz(`http://${host}:${ports.main}`) : () => serving(host, ports.health);
  for (const lastMs = performance.now() + READY_MS; !(await isReady()); await sleep(PROBE_EVERY_MS)) {
    if (performance.now() < lastMs) continue;
    await pod.end("SIGKILL");
    throw new Error(`a ${role} is not ready after ${READY_MS / 1_000} s`);
  }
  return pod;
}

const readyz = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).ok;

async function serving(host: string, port: number): Promise<boolean> {
  using channel = openChannel(`${host}:${port}`);
  const { status } = await createGrpcClient(Health, channel, 5_000).check({ service: "" });
  return status === Status.SERVING;
}
