import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** How long a newcomer waits. */
export interface FirstSearchFigures {
  /** `npm ci` in a fresh clone, seconds. */
  installSeconds: number;
  /** From the end of `npm ci` until the demo answered its first search, seconds. The goal is 60. */
  firstSearchSeconds: number;
  insightsFound: number;
}

/** Clones the last commit into an empty folder and does what the README says. */
export async function measureFirstSearch(): Promise<FirstSearchFigures> {
  const folder = mkdtempSync(join(tmpdir(), "bench-clone-"));
  const clone = join(folder, "clone");
  try {
    await execute("git", ["clone", "--quiet", "--depth", "1", `file://${process.cwd()}`, clone]);
    const begun = performance.now();
    await execute("npm", ["ci"], { cwd: clone, maxBuffer: 1e8 });
    const installed = performance.now();
    const insightsFound = await searchDemo(clone);
    return {
      installSeconds: (installed - begun) / 1_000,
      firstSearchSeconds: (performance.now() - installed) / 1_000,
      insightsFound,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the line that the demo prints. */
async function searchDemo(cwd: string): Promise<number> {
  const demo = spawn("npm", ["run", "demo"], {
    cwd,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = new Promise<never>((_, reject) => demo.once("exit", (code) => reject(new Error(`it ended: ${code}`))));
  try {
    const line = await Promise.race([curlLine(demo.stdout), ended]);
    const { stdout } = await execute("sh", ["-c", line]);
    return (JSON.parse(stdout) as { insights: unknown[] }).insights.length;
  } finally {
    ended.catch(() => undefined);
    const gone = new Promise((resolve) => demo.once("exit", resolve));
    // npm starts a shell that starts the demo: the whole group is told.
    if (demo.pid !== undefined) process.kill(-demo.pid, "SIGTERM");
    await gone;
  }
}

async function curlLine(output: NodeJS.ReadableStream): Promise<string> {
  let said = "";
  for await (const chunk of output) {
    said += String(chunk);
    const line = /^ *(curl .*)\n/m.exec(said)?.[1];
    if (line) return line;
  }
  throw new Error(`the demo printed no curl line:\n${said}`);
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await measureFirstSearch(), undefined, 2)}\n`);
