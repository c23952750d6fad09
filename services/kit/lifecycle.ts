/** Resolves at the first SIGTERM or SIGINT with the signal's name. A second one ends the process at once. */
export function terminated(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const signals = ["SIGTERM", "SIGINT"] as const;
    for (const signal of signals) {
      process.once(signal, () => {
        for (const other of signals) process.once(other, () => process.exit(130));
        resolve(signal);
      });
    }
  });
}
