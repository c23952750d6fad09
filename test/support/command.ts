import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const COMMAND = fileURLToPath(new URL("../../services/cli/insights.js", import.meta.url));

export interface Finished {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** The real command on a data folder, running. `stdout` and `stderr`: files that are open, in place of pipes. */
export function start(
  args: string[],
  dataFolder: string,
  env: Record<string, string> = {},
  stdout: "pipe" | number = "pipe",
  stderr: "pipe" | number = "pipe",
): ChildProcess {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env["PATH"], INSIGHTS_DATA: dataFolder, ...env },
    stdio: ["ignore", stdout, stderr],
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

const running = new Set<ChildProcess>();

/** Ends what a failed test has left running. */
export function killLeftovers(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Waits for a command to end. */
export async function finish(child: ChildProcess): Promise<Finished> {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [status, stdout, stderr] = await Promise.all([ended, allOf(child.stdout), allOf(child.stderr)]);
  return { status, stdout, stderr };
}

/** What is written to a stream; nothing when nobody reads it. */
const allOf = async (stream: Readable | null): Promise<string> => (stream && !stream.destroyed ? text(stream) : "");

/** Runs the real command to its end. */
export const insights = (...given: Parameters<typeof start>): Promise<Finished> => finish(start(...given));

/** Resolves when what a command writes to a stream matches. Rejects when the stream ends before. */
export function written(stream: NodeJS.ReadableStream | null, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let all = "";
    stream?.on("data", (chunk: Buffer) => {
      all += chunk.toString();
      const match = all.match(pattern);
      if (match) resolve(match);
    });
    stream?.on("end", () => reject(new Error(`${pattern} was never written, but:\n${all}`)));
  });
}
