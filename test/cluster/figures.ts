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

/** The file of a run's folder that has them. */
export const FIGURES = "figures.json";

export const figures: { events: EventFigures[]; processes: ProcessFigures[] } = { events: [], processes: [] };

export const noteEvent = (event: EventFigures): void => void figures.events.push(event);

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
  const titles = ["while this happens", "answered", "failed", "refused", "counted", "p50 ms", "p99 ms", "longest ms"];
  const parts = ["process", "ready after s", "MiB at rest", "MiB under load", "cores at rest", "cores under load"];
  return `${table(titles, events)}\n${table(parts, processes)}`;
}

function table(titles: string[], rows: (string | number)[][]): string {
  if (rows.length === 0) return "";
  const lines = [titles, titles.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}
