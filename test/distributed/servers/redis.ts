import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { findProgram, type ServerProcess, startProcess } from "./process.ts";

export const REDIS = "Redis (Debian: apt-get install redis-server)";

export const hasRedis = (): boolean => findProgram("redis-server") !== undefined;

/** A Redis as the README asks for: what it said is done is on its disk, and it forgets nothing to make room. */
export async function startRedis(): Promise<ServerProcess & { url: string }> {
  const program = findProgram("redis-server");
  if (!program) throw new Error(`there is no ${REDIS}`);
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const port = await freePort();
  const flags = ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--maxmemory-policy", "noeviction"];
  const server = await startProcess({
    program,
    args: ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--daemonize", "no", ...flags],
    cwd: folder,
    port,
  });
  return {
    ...server,
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
