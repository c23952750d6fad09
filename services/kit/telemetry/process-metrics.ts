import { readdirSync } from "node:fs";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { Meter } from "@opentelemetry/api";
import { VERSION } from "../version.ts";
import { createGauge, createObservedCounter, metric } from "./metric.ts";

export const BUILD_INFO = metric({
  name: "insights_build_info",
  kind: "gauge",
  labels: ["process", "version", "node_version"],
  about: "1, with what runs here",
});
export const START_TIME = metric({
  name: "process_start_time_seconds",
  kind: "gauge",
  labels: [],
  about: "When the process started, in seconds since 1970",
});
export const CPU_TIME = metric({
  name: "process_cpu_time_seconds_total",
  kind: "counter",
  labels: ["cpu.mode"],
  about: "Processor time of all threads; `cpu_mode`: `user`, `system`",
});
export const MEMORY_USAGE = metric({
  name: "process_memory_usage_bytes",
  kind: "gauge",
  labels: [],
  about: "Memory that the process has of the machine (resident set)",
});
export const HEAP_USED = metric({
  name: "v8js_memory_heap_used_bytes",
  kind: "gauge",
  labels: [],
  about: "JavaScript objects of the main thread",
});
export const HEAP_LIMIT = metric({
  name: "v8js_memory_heap_limit_bytes",
  kind: "gauge",
  labels: [],
  about: "What these may take at most",
});
export const OPEN_FILES = metric({
  name: "process_open_file_descriptors",
  kind: "gauge",
  labels: [],
  about: "Open files and connections (Linux)",
});
const eventLoopDelay = (which: string, about: string) =>
  metric({ name: `nodejs_eventloop_delay_${which}_seconds`, kind: "gauge", labels: [], about });
export const EVENT_LOOP_DELAY_P50 = eventLoopDelay(
  "p50",
  "How late the event loop was in half of the cases, since the last time it was asked",
);
export const EVENT_LOOP_DELAY_P99 = eventLoopDelay("p99", "The same in the latest hundredth of the cases, at least");
export const EVENT_LOOP_DELAY_MAX = eventLoopDelay("max", "The same in the latest case");
export const EVENT_LOOP_UTILIZATION = metric({
  name: "nodejs_eventloop_utilization_ratio",
  kind: "gauge",
  labels: [],
  about: "Share of the time that the event loop was busy, since the last time it was asked",
});

export const PROCESS_METRICS = [
  ...[BUILD_INFO, START_TIME, CPU_TIME, MEMORY_USAGE, HEAP_USED, HEAP_LIMIT, OPEN_FILES],
  ...[EVENT_LOOP_DELAY_P50, EVENT_LOOP_DELAY_P99, EVENT_LOOP_DELAY_MAX, EVENT_LOOP_UTILIZATION],
];

/** How often the event loop's delay is looked at: what is shorter goes unseen. */
const RESOLUTION_MS = 10;

/** What every process tells of itself. */
export function observeProcess(meter: Meter, name: string): Disposable {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const startedAt = (performance.timeOrigin / 1_000).toFixed(3);
  createGauge(meter, BUILD_INFO).addCallback((result) =>
    result.observe(1, { process: name, version: VERSION, node_version: process.versions.node }),
  );
  createGauge(meter, START_TIME).addCallback((result) => result.observe(Number(startedAt)));
  createObservedCounter(meter, CPU_TIME).addCallback((result) => {
    const { user, system } = process.cpuUsage();
    result.observe(user / 1e6, { "cpu.mode": "user" });
    result.observe(system / 1e6, { "cpu.mode": "system" });
  });
  createGauge(meter, MEMORY_USAGE).addCallback((result) => result.observe(process.memoryUsage.rss()));
  createGauge(meter, HEAP_USED).addCallback((result) => result.observe(getHeapStatistics().used_heap_size));
  createGauge(meter, HEAP_LIMIT).addCallback((result) => result.observe(getHeapStatistics().heap_size_limit));
  createGauge(meter, OPEN_FILES).addCallback((result) => {
    const count = openFiles();
    if (count !== undefined) result.observe(count);
  });
  const delays = [EVENT_LOOP_DELAY_P50, EVENT_LOOP_DELAY_P99, EVENT_LOOP_DELAY_MAX].map((one) =>
    createGauge(meter, one),
  );
  meter.addBatchObservableCallback((result) => {
    const all = [delay.percentile(50), delay.percentile(99), delay.max];
    delay.reset();
    for (const [at, gauge] of delays.entries()) {
      // What is measured is the time between two looks, in nanoseconds: late is what that is longer than it should be.
      result.observe(gauge, Math.max((all[at] ?? 0) / 1e9 - RESOLUTION_MS / 1e3, 0));
    }
  }, delays);
  let before = performance.eventLoopUtilization();
  createGauge(meter, EVENT_LOOP_UTILIZATION).addCallback((result) => {
    const now = performance.eventLoopUtilization();
    result.observe(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  });
  return { [Symbol.dispose]: () => void delay.disable() };
}

function openFiles(): number | undefined {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    // Elsewhere than on Linux there is no such folder.
    return undefined;
  }
}
