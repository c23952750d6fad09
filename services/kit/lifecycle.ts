/** A Ctrl-C may arrive twice at once: from the terminal, and from npm, which passes it on. */
const SAME_INTERRUPTION_MS = 500;

/**
 * Resolves at the first SIGTERM or SIGINT with the signal's name. A later one ends the process at once; a SIGINT within
 * `sameInterruptionMs` of the first counts as the same.
 */
export function terminated(sameInterruptionMs = SAME_INTERRUPTION_MS): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const hear = (signal: NodeJS.Signals) => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        resolve(signal);
      } else if (signal === "SIGTERM" || performance.now() - firstAt >= sameInterruptionMs) {
        process.exit(130);
      }
    };
    process.on("SIGTERM", hear).on("SIGINT", hear);
  });
}
