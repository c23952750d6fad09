import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { figures } from "./figures.ts";
import { COMPONENTS, pidOf } from "./pods.ts";
import type { Release } from "./release.ts";

/** Of Linux, on every machine that this runs on. */
const TICKS_PER_SECOND = 100;

interface Use {
  cores: number;
  memoryMiB: number;
}

/** What each pod's process takes while `seconds` pass: processor time and resident memory at the end, by component, a pod's mean. */
export async function usesOf(release: Release, seconds: number): Promise<Map<string, Use>> {
  const pods = await release.pods();
  const pids = await Promise.all(pods.map(pidOf));
  const before = pids.map(ticksOf);
  const startedMs = performance.now();
  await pause(seconds * 1_000);
  const passed = (performance.now() - startedMs) / 1_000;
  const uses = new Map<string, Use>();
  for (const component of COMPONENTS) {
    const own = pods.flatMap((pod, at) => (pod.component === component ? [at] : []));
    const mean = (of: (at: number) => number) => own.reduce((sum, at) => sum + of(at), 0) / own.length;
    uses.set(component, {
      cores: mean((at) => (ticksOf(pids[at] ?? 0) - (before[at] ?? 0)) / TICKS_PER_SECOND / passed),
      memoryMiB: mean((at) => residentMiB(pids[at] ?? 0)),
    });
  }
  return uses;
}

/** Keeps what was measured, with how long the pods took to be ready. */
export async function noteUses(release: Release, atRest: Map<string, Use>, underLoad: Map<string, Use>): Promise<void> {
  const pods = await release.pods();
  for (const component of COMPONENTS) {
    const [rest, load] = [atRest.get(component), underLoad.get(component)];
    if (!rest || !load) continue;
    const ready = pods.flatMap((pod) => (pod.component === component ? [pod.readyAfterSeconds ?? Number.NaN] : []));
    figures.processes.push({
      component,
      readyAfterSeconds: Math.max(...ready),
      memoryMiB: rest.memoryMiB,
      memoryUnderLoadMiB: load.memoryMiB,
      cpuShare: rest.cores,
      cpuShareUnderLoad: load.cores,
    });
  }
}

/** Processor time of a process and all its threads. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

const residentMiB = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;
