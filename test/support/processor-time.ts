/**
 * Milliseconds of processor that some synchronous work takes on this thread. Unlike the time on the clock it does not grow
 * when other processes want the same processors, so a bound on it finds work that grows with the square of its input and
 * nothing else.
 */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
