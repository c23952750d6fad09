import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasMariadb } from "../distributed/servers/mariadb.ts";
import { hasMilvus } from "../distributed/servers/milvus.ts";
import { findProgram } from "../distributed/servers/process.ts";
import { hasGo } from "../support/go-tools.ts";
import { missingPrograms } from "./programs.ts";

/** Where containers' limits are kept: below a folder of our own in each hierarchy, which is removed with the run. */
const CGROUPS = "/sys/fs/cgroup";
export const CGROUP = "insights-cluster";
const OWN = "run";
const NEEDED_CGROUPS = ["cpu", "cpuacct", "cpuset", "memory", "pids", "devices", "freezer", "blkio"];

/** Debian's package for each program that the run needs. */
const PACKAGES: Record<string, string> = {
  containerd: "containerd",
  runc: "runc",
  iptables: "iptables",
  conntrack: "conntrack",
  ip: "iproute2",
  nsenter: "util-linux",
  openssl: "openssl",
  buildah: "buildah",
  debootstrap: "debootstrap",
  "redis-server": "redis-server",
};

/** What no package can give: sentences, one for each reason why this machine cannot run a cluster. */
export function machineProblems(): string[] {
  if (process.platform !== "linux" || process.arch !== "x64")
    return ["Milvus Lite and the images are for Linux on x64"];
  const problems: string[] = [];
  if (process.getuid?.() !== 0) problems.push("kubelet and containerd need root");
  const lacking = NEEDED_CGROUPS.filter((name) => !existsSync(join(CGROUPS, name, "tasks")));
  if (lacking.length > 0)
    problems.push(
      `cgroups of version 1 are needed (unified hierarchies have not been tried): no ${lacking.join(", ")}`,
    );
  const { status } = spawnSync("unshare", ["--mount", "--net", "--pid", "--fork", "--mount-proc", "true"]);
  if (status !== 0) problems.push("network, mount and process namespaces cannot be made here");
  return problems;
}

/** Debian's packages that are missing. */
export function missingPackages(): string[] {
  const missing = Object.keys(PACKAGES).filter((program) => !findProgram(program));
  return [
    ...missing.map((program) => PACKAGES[program] ?? program),
    ...(existsSync("/usr/lib/cni/bridge") ? [] : ["containernetworking-plugins"]),
    ...(hasMariadb() ? [] : ["mariadb-server"]),
  ];
}

/** What else is missing, and how to get it. */
export function missingElse(): string[] {
  return [
    ...(hasMilvus() ? [] : ["Milvus Lite (npm run test:distributed installs it)"]),
    ...(missingPrograms().length === 0 || hasGo() ? [] : ["Go 1.26, with which Kubernetes is built, once"]),
  ];
}

/** All of the run weighs as much as so many processes of the machine: as one, it would starve beside whatever else runs. */
const CPU_SHARES = 10 * 1_024;

/** A folder in every hierarchy for each node, and one for what belongs to none. */
export function makeCgroups(nodes: string[]): void {
  for (const name of readdirSync(CGROUPS))
    for (const node of [...nodes, OWN]) mkdirSync(join(CGROUPS, name, CGROUP, node), { recursive: true });
  writeFileSync(join(CGROUPS, "cpu", CGROUP, "cpu.shares"), String(CPU_SHARES));
}

/** Lets a process and all that it starts later, the stores and the control plane, share in the run's weight. */
export function joinCgroup(pid: number): void {
  writeFileSync(join(CGROUPS, "cpu", CGROUP, OWN, "cgroup.procs"), String(pid));
}

/** Once all processes of the run have ended. */
export function removeCgroups(): void {
  for (const name of readdirSync(CGROUPS)) removeTree(join(CGROUPS, name, CGROUP));
}

function removeTree(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeTree(join(folder, entry.name));
  rmdirSync(folder);
}

/** Processes that are still in our cgroups: those of a run that was killed. */
export function cgroupProcesses(): number[] {
  const root = join(CGROUPS, "cpu", CGROUP);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("cgroup.procs"))
    .flatMap((file) => readFileSync(join(root, file), "utf8").split("\n").filter(Boolean).map(Number));
}

/** Seconds of processor time since the machine started: that the hypervisor gave to other guests, that nobody used, and all. */
export function processorSeconds(): { stolen: number; idle: number; all: number } {
  const [, ...fields] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "").split(/ +/);
  // user, nice, system, idle, iowait, irq, softirq, steal; in hundredths.
  const spent = fields.slice(0, 8).map((field) => Number(field) / 100);
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = spent;
  return { stolen, idle: idle + waiting, all: spent.reduce((sum, one) => sum + one, 0) };
}
