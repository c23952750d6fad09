import type { Seen } from "./load.ts";

export interface EventFigures extends Seen {
  what: string;
  /** Operations in the ledger. */
  counted: number;
}
export interface ProcessFigures {
  component: string;
  readyAfterSeconds: number;
  memoryMiB: number;
  memoryUnderLoadMiB: number;
  /** Of one core. */
  cpuShare: number;
  cpuShareUnderLoad: number;
}

/** What callers got a second of so many replicas, from one upwards: answers, of workers insights. */
export interface ReplicaFigures {
  component: string;
  /** What each could take of a core. */
  cores: number;
  perSecond: number[];
}

/** The file of a run's folder that has them. */
export const FIGURES = "figures.json";

export const figures: { events: EventFigures[]; processes: ProcessFigures[]; replicas: ReplicaFigures[] } = {
  events: [],
  processes: [],
  replicas: [],
};

export const noteEvent = (event: EventFigures): void => void figures.events.push(event);
export const noteReplicas = (replicas: ReplicaFigures): void => void figures.replicas.push(replicas);

/** All figures of the run, as tables. */
export function asTables(): string {
  const events = figures.events.map((event) => [
    event.what,
    event.answered,
    event.failures.length,
    event.refused,
    event.counted,
    event.p50Ms,
    event.p99Ms,
    event.longestMs,
  ]);
  const processes = figures.processes.map((one) => [
    one.component,
    one.readyAfterSeconds.toFixed(1),
    one.memoryMiB.toFixed(0),
    one.memoryUnderLoadMiB.toFixed(0),
    one.cpuShare.toFixed(3),
    one.cpuShareUnderLoad.toFixed(3),
  ]);
  const replicas = figures.replicas.map(({ component, cores, perSecond }) => {
    const ratio = (count: number) => ((perSecond[count - 1] ?? Number.NaN) / (perSecond[0] ?? Number.NaN)).toFixed(2);
    return [component, cores, perSecond[0]?.toFixed(1) ?? "", ratio(2), ratio(3)];
  });
  const added = ["process", "cores each", "a second with 1 replica", "with 2, times as much", "with 3"];
  const titles = ["while this happens", "answered", "failed", "refused", "counted", "p50 ms", "p99 ms", "longest ms"];
  const parts = ["process", "ready after s", "MiB at rest", "MiB under load", "cores at rest", "cores under load"];
  return `${table(titles, events)}\n${table(parts, processes)}\n${table(added, replicas)}`;
}

function table(titles: string[], rows: (string | number)[][]): string {
  if (rows.length === 0) return "";
  const lines = [titles, titles.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}
