/** A Ctrl-C may arrive twice, from the terminal and from npm, which passes it on. */
const SAME_INTERRUPTION_MS = 500;

/** Resolves at the first SIGTERM or SIGINT with the signal's name. A second one ends the process at once. */
export function terminated(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const hear = (signal: NodeJS.Signals) => {
      if (firstAt !== undefined && performance.now() - firstAt > SAME_INTERRUPTION_MS) process.exit(130);
      firstAt ??= performance.now();
      resolve(signal);
    };
    process.on("SIGTERM", hear).on("SIGINT", hear);
  });
}
