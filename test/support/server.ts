import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insights, start, written } from "./command.ts";
import type { IssuerAt } from "./issuer.ts";

/** A data folder of its own with the real command on it. */
export interface Installation {
  folder: string;
  /** Runs a command to its end and resolves to what `--json` printed. Rejects when it failed. */
  insights(...args: string[]): Promise<unknown>;
  /** Starts `insights serve` on a free port and waits until it listens. */
  serve(env?: Record<string, string>): Promise<RunningServer>;
  remove(): Promise<void>;
  /** Where an OpenID Connect issuer must be for its servers to reach it, over https; unset: on this machine, where http will do. */
  issuerAt?: IssuerAt;
}

/** For tests that ask what is answered, not how soon: on processors that others use, a search may wait longer than 5 s. */
export const PATIENT = { UPSTREAM_TIMEOUT_SECONDS: "12" };

export interface RunningServer {
  /** One for each gateway, for example http://127.0.0.1:41234. */
  urls: string[];
  /** Where those of them that serve native gRPC do, in the same order. */
  nativeUrls: string[];
  /** Sends the signal, waits for the end and resolves to the exit status; null when the signal was the end. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export function createInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), "insights-"));
  const data = join(folder, "data");
  const running = new Set<RunningServer>();
  return {
    folder,
    async insights(...args) {
      const { status, stdout, stderr } = await insights([...args, "--json"], data);
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    },
    async serve(env = {}) {
      const child = start(["serve"], data, { PORT: "0", LOG_LEVEL: "error", ...env });
      const ended = once(child, "exit");
      const [, url = ""] = await written(child.stderr, /serves (http:\/\/\S+)/);
      const server: RunningServer = {
        urls: [url],
        nativeUrls: [],
        async end(signal = "SIGTERM") {
          running.delete(server);
          child.kill(signal);
          await ended;
          return child.exitCode;
        },
      };
      running.add(server);
      return server;
    },
    async remove() {
      await Promise.all([...running].map((server) => server.end("SIGKILL")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
