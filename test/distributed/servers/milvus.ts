import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "./free-port.ts";
import { type ServerProcess, startProcess } from "./process.ts";

export const MILVUS = "Milvus Lite (npm run test:distributed installs it, on Linux x64)";

const require = createRequire(new URL("../milvus-lite/package.json", import.meta.url));

const folderOf = (): string | undefined => {
  try {
    return join(dirname(require.resolve("@lyyyuna/milvus-lite-linux-x64/package.json")), "lib");
  } catch {
    return undefined;
  }
};

export const hasMilvus = (): boolean => existsSync(join(folderOf() ?? "", "milvus"));

/** The engine of Milvus Lite, which speaks Milvus's gRPC API, on a free port of `host` with its data in a temporary folder. */
export async function startMilvus(host = "127.0.0.1"): Promise<ServerProcess & { address: string }> {
  const lib = folderOf();
  if (!lib) throw new Error(`there is no ${MILVUS}`);
  const folder = mkdtempSync(join(tmpdir(), "milvus-"));
  const port = await freePort();
  const server = await startProcess({
    program: join(lib, "milvus"),
    args: [join(folder, "data.db"), `${host}:${port}`, "ERROR"],
    cwd: folder,
    port,
    host,
    env: { ...process.env, LD_LIBRARY_PATH: lib },
  });
  return {
    ...server,
    address: `${host}:${port}`,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
