import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { findProgram, type ServerProcess, startProcess } from "./process.ts";

export const REDIS = "Redis (Debian: apt-get install redis-server)";

export const hasRedis = (): boolean => findProgram("redis-server") !== undefined;

/**
 * A Redis as the README asks for: what it said is done is on its disk, and it forgets nothing to make room. It listens on
 * `host`, and asks for a password there if there is one.
 */
export async function startRedis({ host = "127.0.0.1", password = "" } = {}): Promise<ServerProcess & { url: string }> {
  const program = findProgram("redis-server");
  if (!program) throw new Error(`there is no ${REDIS}`);
  const folder = mkdtempSync(join(tmpdir(), "redis-"));
  const port = await freePort();
  const flags = ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec", "--maxmemory-policy", "noeviction"];
  const server = await startProcess({
    program,
    args: [
      "--port",
      String(port),
      "--bind",
      host,
      ...(password ? ["--requirepass", password] : []),
      "--dir",
      folder,
      "--daemonize",
      "no",
      ...flags,
    ],
    cwd: folder,
    port,
    host,
  });
  return {
    ...server,
    url: `redis://${password ? `:${password}@` : ""}${host}:${port}`,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
