import type { Meter } from "@opentelemetry/api";
import { lookedUp } from "#kit/telemetry/looked-up.ts";
import { metric } from "#kit/telemetry/metric.ts";
import type { JobLog } from "./job-ports.ts";

export const JOBS = metric({
  name: "insights_jobs",
  kind: "gauge",
  labels: ["state"],
  about:
    "Documents in the queue; `state`: `pending`, `extracting`, `indexing`, and `failed` ones of the last 30 days. Each document service tells of the whole queue: take the largest, not the sum",
});

/** Whoever else asks waits for the same answer: a replica asks the store four times a minute at most. */
const FRESH_MS = 15_000;

/** Tells how many jobs wait, are under way and have failed. */
export const observeJobs = (meter: Meter, jobs: Pick<JobLog, "countJobs">): void =>
  lookedUp(meter, {
    ask: () => jobs.countJobs(),
    freshMs: FRESH_MS,
    gauges: [
      { definition: JOBS, values: (counts) => Object.entries(counts).map(([state, count]) => [count, { state }]) },
    ],
  });
