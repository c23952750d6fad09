import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { createConnection } from "mysql2";
import { freePort } from "./free-port.ts";
import { findProgram, sendSignal } from "./process.ts";

/** A server of its own for tests, on a free port, with all its files in a temporary folder. */
export interface Mariadb extends AsyncDisposable {
  /** Of a user who may do everything; the database is the server's own, to begin at. */
  readonly url: string;
  /** Starts it again, on the same port, with what it held. */
  start(): Promise<void>;
  /** Stops it as an operator would. */
  stop(): Promise<void>;
  /** Stops it as a power cut would. */
  kill(): Promise<void>;
  /** Lets it hang, and go on: connections stay, and nobody answers. */
  signal(name: "SIGSTOP" | "SIGCONT"): Promise<void>;
}

/** Debian's user without any rights: the server refuses to run as root. */
const NOBODY = 65_534;
const START_MS = 60_000;
const USER = "tester";
const PASSWORD = "s3cret pass/word";

export const hasMariadb = (): boolean =>
  findProgram("mariadbd") !== undefined && findProgram("mariadb-install-db") !== undefined;

/** `flags`: of mariadbd; `host`: the address that it listens on. It ends with this process, however that ends. */
export async function startMariadb(flags: string[] = [], host = "127.0.0.1"): Promise<Mariadb> {
  const [server, install] = [findProgram("mariadbd"), findProgram("mariadb-install-db")];
  if (!server || !install) throw new Error("mariadbd is not installed (Debian: apt-get install mariadb-server)");
  const folder = mkdtempSync(join(tmpdir(), "mariadb-"));
  const data = join(folder, "data");
  mkdirSync(data);
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const setup = join(folder, "setup.sql");
  writeFileSync(
    setup,
    `create user if not exists ${USER}@'%' identified by '${PASSWORD}';
     grant all on *.* to ${USER}@'%';`,
  );
  if (identity.uid !== undefined) for (const path of [folder, data, setup]) chownSync(path, NOBODY, NOBODY);
  const common = ["--no-defaults", `--datadir=${data}`, "--innodb-log-file-size=32M"];
  await promisify(execFile)(
    install,
    [...common, "--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"],
    { ...identity, cwd: folder, timeout: START_MS },
  );

  const port = await freePort();
  const url = `mysql://${USER}:${encodeURIComponent(PASSWORD)}@${host}:${port}/mysql`;
  let running: ChildProcess | undefined;
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const end = () => {
    running?.kill("SIGKILL");
    clear();
  };

  const start = async (): Promise<void> => {
    const args = [
      ...common,
      `--bind-address=${host}`,
      `--port=${port}`,
      `--socket=${join(folder, "s.sock")}`,
      `--pid-file=${join(folder, "pid")}`,
      `--log-error=${join(folder, "error.log")}`,
      `--init-file=${setup}`,
      "--skip-name-resolve",
      "--innodb-buffer-pool-size=64M",
      ...flags,
    ];
    running = spawn(...endingWithUs(server, args), { ...identity, cwd: folder, stdio: "ignore" });
    const child = running;
    for (const startedMs = performance.now(); ; await pause(50)) {
      if (child.exitCode !== null) throw new Error(`mariadbd ended at once: see ${folder}/error.log`);
      if (await answers(url)) return;
      if (performance.now() - startedMs > START_MS)
        throw new Error(`mariadbd does not answer: see ${folder}/error.log`);
    }
  };
  const endBy = async (name: NodeJS.Signals): Promise<void> => {
    const child = running;
    running = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(name);
    await ended;
  };

  process.on("exit", end);
  await start();
  return {
    url,
    start,
    stop: () => endBy("SIGTERM"),
    kill: () => endBy("SIGKILL"),
    signal: (name) => sendSignal(running, name),
    async [Symbol.asyncDispose]() {
      await endBy("SIGKILL");
      process.off("exit", end);
      clear();
    },
  };
}

/** By the kernel, where util-linux is there: it must not outlive tests that were killed. */
function endingWithUs(program: string, args: string[]): [string, string[]] {
  const setpriv = findProgram("setpriv");
  return setpriv ? [setpriv, ["--pdeathsig", "KILL", program, ...args]] : [program, args];
}

async function answers(url: string): Promise<boolean> {
  const connection = createConnection({ uri: url, connectTimeout: 1_000 });
  try {
    await promisify(connection.connect.bind(connection))();
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
