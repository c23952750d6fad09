import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { wholeNumber } from "./config.ts";

/** How a process ends. */
export const drainConfig = z.object({
  DRAIN_SECONDS: wholeNumber(0, 3_600)
    .default(0)
    .describe(
      "How long after SIGTERM, which makes the process unready at once, it goes on taking requests, and a worker with the documents under way",
    ),
});

/** How long calls in flight may go on when nothing new is accepted any more: longer than any caller waits for them. */
export const IN_FLIGHT_MS = 15_000;

/** Where a process is in its life, for whoever decides whether to send it work. */
export interface Lifecycle {
  /** Resolves when it takes work. */
  readonly started: Promise<void>;
  /** Fires as soon as it is told to end. */
  readonly draining: AbortSignal;
  /** Says that it takes work from now on. Resolves when it has been told to end and `DRAIN_SECONDS` have passed. */
  untilDrained(): Promise<void>;
}

/**
 * Hears SIGTERM and SIGINT from now on: one that comes before the process is ready ends it at once. A process that has the
 * id 1, as in a container, would else not be ended at all.
 */
export function openLifecycle({ DRAIN_SECONDS }: z.output<typeof drainConfig>): Lifecycle {
  const draining = new AbortController();
  const started = Promise.withResolvers<void>();
  let isStarted = false;
  const told = terminated().then((signal) => {
    if (!isStarted) process.exit(signal === "SIGINT" ? 130 : 143);
    draining.abort();
  });
  return {
    started: started.promise,
    draining: draining.signal,
    async untilDrained() {
      isStarted = true;
      started.resolve();
      await told;
      await pause(DRAIN_SECONDS * 1_000);
    },
  };
}

/**
 * A Ctrl-C may arrive twice at once: from the terminal, and from npm, which passes it on. So may the SIGTERM of a
 * supervisor that tells all processes of a service.
 */
const SAME_SIGNAL_MS = 500;

/**
 * Resolves at the first SIGTERM or SIGINT with the signal's name. A later one ends the process at once; the same one again
 * within `sameSignalMs` of the first counts as the first.
 */
export function terminated(sameSignalMs = SAME_SIGNAL_MS): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: { signal: NodeJS.Signals; at: number } | undefined;
    const hear = (signal: NodeJS.Signals) => {
      if (first === undefined) {
        first = { signal, at: performance.now() };
        resolve(signal);
      } else if (signal !== first.signal || performance.now() - first.at >= sameSignalMs) {
        process.exit(130);
      }
    };
    process.on("SIGTERM", hear).on("SIGINT", hear);
  });
}
