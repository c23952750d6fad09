import { execFile, spawn } from "node:child_process";
import { text } from "node:stream/consumers";

const LIMIT_MS = 600_000;

/** Runs a command to its end and resolves to what it printed. Rejects with all that it said. */
export type Run = (...args: string[]) => Promise<string>;
export type Kubectl = Run & { withInput(input: string | Buffer, ...args: string[]): Promise<string> };

export function createKubectl(program: string, kubeconfig: string): Kubectl {
  const withInput = (input: string | Buffer, ...args: string[]) =>
    runWithInput(program, ["--kubeconfig", kubeconfig, ...args], input);
  return Object.assign((...args: string[]) => withInput("", ...args), { withInput });
}

export const createHelm =
  (program: string, kubeconfig: string, folder: string): Run =>
  (...args) =>
    run(program, args, {
      KUBECONFIG: kubeconfig,
      HELM_CACHE_HOME: folder,
      HELM_CONFIG_HOME: folder,
      HELM_DATA_HOME: folder,
    });

function run(program: string, args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...env }, maxBuffer: 1 << 26, timeout: LIMIT_MS },
      (err, stdout, stderr) => (err ? reject(failure(program, args, stdout + stderr)) : resolve(stdout + stderr)),
    );
  });
}

async function runWithInput(program: string, args: string[], input: string | Buffer): Promise<string> {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], timeout: LIMIT_MS });
  const status = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  child.stdin.on("error", () => undefined).end(input);
  const [code, stdout, stderr] = await Promise.all([status, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw failure(program, args, stdout + stderr);
  return stdout;
}

const failure = (program: string, args: string[], said: string) =>
  new Error(`${program} ${args.filter((arg) => !arg.includes("kubeconfig")).join(" ")} failed:\n${said.slice(-4_000)}`);
