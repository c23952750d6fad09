import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../distributed/servers/process.ts";

/** What the tests of the chart and of the cluster build once, and keep outside the repository. */
export const CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "research-insights", "cluster");

/** A program that Go makes. */
export interface GoTool {
  name: string;
  /** Its package, without a version. */
  package: string;
  version: string;
  /** What `program ARGS` prints when one in PATH will do; without it only one of exactly that version. */
  elsewhere?: { args: string[]; prints: RegExp };
}

/** Go's own settings: everything it downloads and makes stays in the cache, and no other Go is fetched. */
export const GO_ENV = {
  GOPATH: join(CACHE, "go"),
  GOMODCACHE: join(CACHE, "gomod"),
  GOCACHE: join(CACHE, "gocache"),
  GOBIN: join(CACHE, "bin"),
  GOTOOLCHAIN: "local",
  GOFLAGS: "-mod=mod",
  CGO_ENABLED: "0",
};

export const hasGo = (): boolean => findProgram("go") !== undefined;

/** Where a tool is: in PATH if that one will do, else in the cache. Undefined when it is to be built. */
export function findTool(tool: GoTool): string | undefined {
  const installed = findProgram(tool.name);
  if (installed && tool.elsewhere) {
    const { status, stdout } = spawnSync(installed, tool.elsewhere.args, { encoding: "utf8" });
    if (status === 0 && tool.elsewhere.prints.test(stdout)) return installed;
  }
  const cached = join(GO_ENV.GOBIN, tool.name);
  if (!existsSync(cached)) return undefined;
  // Without Go nobody can make another one, and nobody can ask which one it is.
  return !hasGo() || versionOf(cached) === tool.version ? cached : undefined;
}

/** The version of the module that a program was made from. */
function versionOf(program: string): string | undefined {
  const { stdout } = go("version", "-m", program);
  return /^\s+mod\s+\S+\s+(\S+)/m.exec(stdout)?.[1];
}

/** Builds a tool into the cache and resolves to where it is. Throws with what Go said. */
export function buildTool(tool: GoTool, say: (line: string) => void): string {
  const startedMs = performance.now();
  say(`building ${tool.name} ${tool.version} into ${GO_ENV.GOBIN}, once; this takes minutes`);
  const { status, stderr } = go("install", "-trimpath", "-ldflags=-s -w", `${tool.package}@${tool.version}`);
  if (status !== 0) throw new Error(`go install ${tool.package}@${tool.version} failed:\n${stderr}`);
  say(`built ${tool.name} in ${Math.round((performance.now() - startedMs) / 1000)} s`);
  return join(GO_ENV.GOBIN, tool.name);
}

/** The folder of a module's files, downloaded if it is not there. Throws with what Go said. */
export function moduleFolder(module: string, version: string): string {
  const folder = join(GO_ENV.GOMODCACHE, `${module}@${version}`);
  if (existsSync(folder)) return folder;
  const { status, stdout, stderr } = go("mod", "download", "-json", `${module}@${version}`);
  if (status !== 0) throw new Error(`go mod download ${module}@${version} failed:\n${stdout}${stderr}`);
  return folder;
}

function go(...args: string[]) {
  mkdirSync(CACHE, { recursive: true });
  return spawnSync("go", args, {
    cwd: CACHE,
    env: { ...process.env, ...GO_ENV },
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
}
