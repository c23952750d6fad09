/** When the run began, also for the process inside the namespaces. */
const STARTED_MS = Number(process.env["CLUSTER_STARTED_MS"] ?? Date.now());
process.env["CLUSTER_STARTED_MS"] = String(STARTED_MS);

/** A line of progress, with the seconds since the run began. */
export function say(line: string): void {
  const seconds = Math.round((Date.now() - STARTED_MS) / 1_000);
  process.stderr.write(`[${String(seconds).padStart(4)} s] ${line}\n`);
}
