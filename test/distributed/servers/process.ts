import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, readFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const START_MS = 60_000;
const STOP_MS = 5_000;

/** Where a program is, in PATH or where Debian keeps servers. */
export function findProgram(program: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/bin"];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A server of a test that listens on a port. It ends with this process, however that ends. */
export interface ServerProcess extends AsyncDisposable {
  /** Undefined while it is stopped. */
  pid(): number | undefined;
  start(): Promise<void>;
  /** Stops it as an operator would. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Lets it hang, and go on: connections stay, and nobody answers. */
  signal(name: "SIGSTOP" | "SIGCONT"): Promise<void>;
}

export async function startProcess(options: {
  program: string;
  args: string[];
  cwd: string;
  port: number;
  host?: string;
  env?: Record<string, string | undefined>;
}): Promise<ServerProcess> {
  const { program, args, cwd, port, host = "127.0.0.1", env } = options;
  let running: ChildProcess | undefined;
  const end = () => running?.kill("SIGKILL");
  const endBy = async (name: NodeJS.Signals): Promise<void> => {
    const child = running;
    running = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(name);
    await ended;
  };
  const start = async () => {
    const setpriv = findProgram("setpriv");
    const [file, all] = setpriv ? [setpriv, ["--pdeathsig", "KILL", program, ...args]] : [program, args];
    const child = spawn(file, all, { cwd, stdio: "ignore", env: env ?? process.env });
    running = child;
    for (const startedMs = performance.now(); ; await pause(50)) {
      if (child.exitCode !== null) throw new Error(`${program} ended at once with ${child.exitCode}`);
      if (await listens(port, host)) return;
      if (performance.now() - startedMs > START_MS) throw new Error(`${program} does not listen`);
    }
  };
  process.on("exit", end);
  await start();
  return {
    pid: () => running?.pid,
    start,
    stop: () => endBy("SIGTERM"),
    kill: () => endBy("SIGKILL"),
    signal: (name) => sendSignal(running, name),
    async [Symbol.asyncDispose]() {
      await endBy("SIGKILL");
      process.off("exit", end);
    },
  };
}

/** Resolves when the process has stopped, or goes on: the kernel takes its time with the threads of one that is busy. */
export async function sendSignal(child: ChildProcess | undefined, name: "SIGSTOP" | "SIGCONT"): Promise<void> {
  child?.kill(name);
  const isStopped = () => /^State:\s+[Tt]/m.test(readFileSync(`/proc/${child?.pid}/status`, "utf8"));
  const until = performance.now() + STOP_MS;
  while (child && process.platform === "linux" && isStopped() !== (name === "SIGSTOP") && performance.now() < until)
    await pause(5);
}

const listens = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });

/** Suites that need something: skipped in plain sight where it is not there, failed under REQUIRE_BACKENDS=1. */
export function needing(what: Record<string, boolean>, suites: () => void): void {
  const missing = Object.keys(what).filter((name) => !what[name]);
  const said = missing.join("; ");
  if (missing.length === 0) suites();
  else if (process.env["REQUIRE_BACKENDS"] === "1") {
    it(`needs ${said}`, () => {
      throw new Error(`REQUIRE_BACKENDS=1 and there is no ${said}`);
    });
  } else it.skip(`needs ${said}`);
}
