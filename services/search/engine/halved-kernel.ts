import { type Kernel, openKernel } from "./kernel.ts";
import type { ScanHelper } from "./scan-helper.ts";
import type { VectorMemory } from "./vector-memory.ts";

/** Fewer vectors are looked at by one thread: sharing costs a quarter of a millisecond, and this many take half of one. */
const HALVED_FROM_VECTORS = 65_536;
/** Of what a scan is to keep, each half keeps this share: the best are not spread evenly. */
const SHARE_OF_HALF = 2 / 3;

/**
 * As `openKernel`, but a scan of many vectors goes in two halves, and the second is the helper's when it has time. What is
 * found does not depend on who looked.
 */
export function openHalvedKernel(vectors: VectorMemory, thread: number, helper?: ScanHelper): Kernel {
  const own = openKernel(vectors, thread);
  const second = openKernel(vectors, thread, 1);
  helper?.use(vectors);
  let query: Float32Array = new Float32Array(0);
  let keep = 0;
  let stretches: number[] = [];

  const bestOf = (kernel: Kernel, some: number[], most: number) => {
    kernel.begin(query, most);
    for (let at = 0; at < some.length; at += 2) kernel.scan(some[at] ?? 0, some[at + 1] ?? 0);
    return kernel.best();
  };
  return {
    begin(wanted, most) {
      query = wanted;
      keep = most;
      stretches = [];
      own.begin(query, keep);
    },
    scan(first, end) {
      stretches.push(first, end);
    },
    best() {
      if (sizeOf(stretches) < HALVED_FROM_VECTORS) return bestOf(own, stretches, keep);
      const [first, last] = halve(stretches);
      const most = Math.ceil(keep * SHARE_OF_HALF);
      helper?.offer({ query, stretches: last, keep: most });
      const found = bestOf(own, first, most);
      const count = helper?.take();
      return joined(found, count === undefined ? bestOf(second, last, most) : second.kept(count));
    },
    kept: own.kept,
    cosine: own.cosine,
  };
}

type Found = ReturnType<Kernel["best"]>;

function joined(first: Found, last: Found): Found {
  const count = first.rows.length;
  const rows = new Uint32Array(count + last.rows.length);
  rows.set(first.rows);
  rows.set(last.rows, count);
  const cosines = new Float32Array(rows.length);
  cosines.set(first.cosines);
  cosines.set(last.cosines, count);
  return { rows, cosines };
}

function sizeOf(stretches: number[]): number {
  let size = 0;
  for (let at = 0; at < stretches.length; at += 2) size += (stretches[at + 1] ?? 0) - (stretches[at] ?? 0);
  return size;
}

/** Two lists of stretches, of as many vectors each, the first before the last. */
export function halve(stretches: number[]): [first: number[], last: number[]] {
  let left = Math.ceil(sizeOf(stretches) / 2);
  const [first, last]: [number[], number[]] = [[], []];
  for (let at = 0; at < stretches.length; at += 2) {
    const start = stretches[at] ?? 0;
    const end = stretches[at + 1] ?? 0;
    const middle = Math.min(end, start + left);
    if (middle > start) first.push(start, middle);
    if (end > middle) last.push(middle, end);
    left -= middle - start;
  }
  return [first, last];
}
