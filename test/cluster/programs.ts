import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HELM } from "../chart/tools.ts";
import { buildTool, CACHE, findTool, GO_ENV, hasGo } from "../support/go-tools.ts";

/** Beside this file: modules whose go.mod and go.sum pin everything that the programs are made of. */
const MODULES = fileURLToPath(new URL("go/", import.meta.url));
const BIN = GO_ENV.GOBIN;

interface Program {
  name: string;
  /** Folder below `go/`, and the package in it. */
  module: string;
  package: string;
  /** The dependency of that module whose version is the program's; none for one that is all our own. */
  versionOf?: string;
  /** Other names that it answers to. */
  links?: string[];
}

const KUBERNETES = "k8s.io/kubernetes";
const PROGRAMS: Program[] = [
  {
    name: "hyperkube",
    module: "kube",
    package: "./hyper",
    versionOf: KUBERNETES,
    links: ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet", "kube-proxy", "kubectl"],
  },
  { name: "etcd", module: "kube", package: "./etcd", versionOf: "go.etcd.io/etcd/server/v3" },
  { name: "coredns", module: "coredns", package: ".", versionOf: "github.com/coredns/coredns" },
  { name: "pause", module: "pause", package: "." },
];

/** What was built of them is kept: the next run goes on from there. */
export class NotBuiltInTime extends Error {}

/**
 * The folder where they all are. Those that are missing or of another version are built, which takes minutes, once. Throws
 * `NotBuiltInTime` when they are not there at `byMs`, a time of `performance.now()`.
 */
export function preparePrograms(say: (line: string) => void, byMs: number): string {
  mkdirSync(BIN, { recursive: true });
  for (const program of missingPrograms()) build(program, say, byMs);
  for (const { name, links } of PROGRAMS) for (const link of links ?? []) relink(name, join(BIN, link));
  const helm = findTool(HELM) ?? buildTool(HELM, say);
  if (helm !== join(BIN, "helm")) say(`helm is ${helm}`);
  return BIN;
}

export const missingPrograms = (): Program[] =>
  PROGRAMS.filter((program) => {
    const file = join(BIN, program.name);
    // Without Go nobody can make another one, and nobody can ask which one it is.
    return (
      !existsSync(file) || (hasGo() && program.versionOf !== undefined && builtVersion(program) !== wanted(program))
    );
  });

/** Where Helm is, in PATH or in the cache. */
export const helmPath = (): string => findTool(HELM) ?? join(BIN, "helm");

function wanted({ module, versionOf }: Program): string | undefined {
  const text = readFileSync(join(MODULES, module, "go.mod"), "utf8");
  return new RegExp(`^(?:require)?\\s*${versionOf} (v\\S+)`, "m").exec(text)?.[1];
}

function builtVersion({ name, versionOf }: Program): string | undefined {
  const { stdout } = spawnSync("go", ["version", "-m", join(BIN, name)], { encoding: "utf8" });
  return new RegExp(`^\\s+dep\\s+${versionOf}\\s+(v\\S+)`, "m").exec(stdout)?.[1];
}

function build(program: Program, say: (line: string) => void, byMs: number): void {
  const startedMs = performance.now();
  const late = () => new NotBuiltInTime(`${program.name} is not built yet; the next run goes on building`);
  if (startedMs >= byMs) throw late();
  say(`building ${program.name} into ${BIN}, once; this takes up to 15 minutes`);
  const version = wanted(program);
  const flags = ["-s", "-w", ...(program.versionOf === KUBERNETES && version ? stamped(version) : [])].join(" ");
  const { status, signal } = spawnSync(
    "nice",
    ["-n", "10", "go", "build", "-trimpath", "-ldflags", flags, "-o", join(BIN, program.name), program.package],
    {
      cwd: join(MODULES, program.module),
      // What go.sum does not name is not built.
      env: { ...process.env, ...GO_ENV, GOFLAGS: "-mod=readonly" },
      stdio: ["ignore", "inherit", "inherit"],
      // Whole milliseconds: Node refuses a fraction.
      ...(Number.isFinite(byMs) ? { timeout: Math.ceil(byMs - startedMs) } : {}),
    },
  );
  if (signal === "SIGTERM" && performance.now() >= byMs) throw late();
  if (status !== 0) throw new Error(`go build of ${program.name} failed; what it downloads stays in ${CACHE}`);
  say(`built ${program.name} in ${Math.round((performance.now() - startedMs) / 1_000)} s`);
}

/** The API server and kubectl compare their versions, and a module does not know its own. */
function stamped(version: string): string[] {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: "clean", gitCommit: "module" };
  return ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"].flatMap((name) =>
    Object.entries(values).map(([field, value]) => `-X ${name}.${field}=${value}`),
  );
}

function relink(target: string, link: string): void {
  rmSync(link, { force: true });
  symlinkSync(target, link);
}
