import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const COMMAND = "services/cli/insights.js";
const execute = promisify(execFile);

/** A data folder of its own with the real command on it. */
export interface Installation {
  folder: string;
  /** Runs a command to its end and resolves to what `--json` printed. Rejects when it failed. */
  insights(...args: string[]): Promise<unknown>;
  /** Starts `insights serve` on a free port and waits until it listens. */
  serve(env?: Record<string, string>): Promise<RunningServer>;
  remove(): Promise<void>;
}

export interface RunningServer {
  /** For example http://127.0.0.1:41234. */
  url: string;
  process: ChildProcess;
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

export function createInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), "insights-"));
  const env = { ...process.env, INSIGHTS_DATA: join(folder, "data"), LOG_LEVEL: "error", PORT: "0" };
  const running = new Set<RunningServer>();
  return {
    folder,
    async insights(...args) {
      const { stdout } = await execute(process.execPath, [COMMAND, ...args, "--json"], {
        env,
        maxBuffer: 64 * 1024 * 1024,
        timeout: 120_000,
      });
      return JSON.parse(stdout);
    },
    async serve(more = {}) {
      const server = await start({ ...env, ...more });
      running.add(server);
      server.process.once("exit", () => running.delete(server));
      return server;
    },
    async remove() {
      await Promise.all([...running].map((server) => server.end("SIGKILL")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function start(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const child = spawn(process.execPath, [COMMAND, "serve"], { env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const url = said.match(/serves (http:\/\/\S+)/)?.[1];
      if (!url) return;
      resolve({
        url,
        process: child,
        async end(signal = "SIGTERM") {
          child.kill(signal);
          await ended;
        },
      });
    });
    child.once("exit", (code) => reject(new Error(`insights serve ended with ${code}: ${said}`)));
  });
}
