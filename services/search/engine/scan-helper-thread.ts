import { parentPort, workerData } from "node:worker_threads";
import { type Kernel, openKernel } from "./kernel.ts";
import { done, offered, type ScanHelperData, type ScanHelperTask, taken } from "./scan-helper.ts";

/** The thread behind `ScanHelper`. */
const { thread, state } = workerData as ScanHelperData;
let kernel: Kernel | undefined;

parentPort?.on("message", (task: ScanHelperTask) => {
  if ("use" in task) {
    kernel = openKernel(task.use, thread, 1);
    return;
  }
  const { number, job } = task;
  if (!kernel || Atomics.compareExchange(state, 0, offered(number), taken(number)) !== offered(number)) return;
  kernel.begin(job.query, job.keep);
  for (let at = 0; at < job.stretches.length; at += 2) kernel.scan(job.stretches[at] ?? 0, job.stretches[at + 1] ?? 0);
  Atomics.store(state, 1, kernel.best().rows.length);
  Atomics.store(state, 0, done(number));
  Atomics.notify(state, 0);
});
