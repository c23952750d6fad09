import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { Kubectl } from "./kubectl.ts";
import { NODES } from "./network.ts";
import { socketOf } from "./node.ts";

/** The long-running processes of the chart, as its labels name them. */
export const COMPONENTS = ["gateway", "search", "document", "account", "worker"] as const;
export type Component = (typeof COMPONENTS)[number];

export interface Pod {
  name: string;
  component: Component;
  node: string;
  address: string;
  isReady: boolean;
  isEnding: boolean;
  restarts: number;
  /** Seconds from when it was made until it was ready. */
  readyAfterSeconds: number | undefined;
  containerId: string;
}

interface Listed {
  metadata: { name: string; creationTimestamp: string; deletionTimestamp?: string; labels: Record<string, string> };
  spec: { nodeName?: string };
  status: {
    podIP?: string;
    conditions?: { type: string; status: string; lastTransitionTime: string }[];
    containerStatuses?: { containerID?: string; restartCount: number }[];
  };
}

/** Pods of an installation's components. */
export async function podsOf(kubectl: Kubectl, namespace: string, component?: Component): Promise<Pod[]> {
  const label = "app.kubernetes.io/component";
  const selector = component ? `${label}=${component}` : `${label} in (${COMPONENTS.join(",")})`;
  const { items } = JSON.parse(await kubectl("-n", namespace, "get", "pods", "-l", selector, "-o", "json"));
  return (items as Listed[]).map(({ metadata, spec, status }) => {
    const ready = status.conditions?.find(({ type }) => type === "Ready");
    const container = status.containerStatuses?.[0];
    const isReady = ready?.status === "True";
    return {
      name: metadata.name,
      component: metadata.labels[label] as Component,
      node: spec.nodeName ?? "",
      address: status.podIP ?? "",
      isReady,
      isEnding: metadata.deletionTimestamp !== undefined,
      restarts: container?.restartCount ?? 0,
      readyAfterSeconds: isReady
        ? (Date.parse(ready.lastTransitionTime) - Date.parse(metadata.creationTimestamp)) / 1_000
        : undefined,
      containerId: container?.containerID?.replace("containerd://", "") ?? "",
    };
  });
}

/** The id, here, of the first process of a pod's container. */
export async function pidOf({ node, containerId }: Pod): Promise<number> {
  const at = NODES.find(({ name }) => name === node);
  if (!at) throw new Error(`there is no node ${node}`);
  const { stdout } = await promisify(execFile)("ctr", ["-a", socketOf(at), "-n", "k8s.io", "tasks", "ls"]);
  const [, pid] = new RegExp(`^${containerId}\\s+(\\d+)`, "m").exec(stdout) ?? [];
  if (!pid) throw new Error(`no process of container ${containerId} on ${node}:\n${stdout}`);
  return Number(pid);
}

const END_MS = 60_000;

/**
 * Ends a pod's process, as a crash would unless told otherwise; its kubelet starts another one in its place. Resolves to when it was gone: until
 * then, which takes a busy machine a while, its connections are open and the kernel takes requests for it.
 */
export async function killPod(pod: Pod, signal: NodeJS.Signals = "SIGKILL"): Promise<number> {
  const pid = await pidOf(pod);
  process.kill(pid, signal);
  const lateMs = Date.now() + END_MS;
  while (isRunning(pid)) {
    if (Date.now() > lateMs) throw new Error(`${pod.name} goes on after ${signal}`);
    await pause(2);
  }
  return Date.now();
}

/** Not one that has ended and whose parent has not heard of it: its files and connections are closed. */
function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}
