import { readFileSync } from "node:fs";
import { blocksAt, SCRATCH, scratchAt, type VectorMemory } from "./vector-memory.ts";

/** The vector search of one thread: one query at a time. */
export interface Kernel {
  /** Begins a search that keeps at least `keep` rows, the best. `query` is of length 1. */
  begin(query: Float32Array, keep: number): void;
  /** Looks at the rows from `first` up to, not including, `end`. */
  scan(first: number, end: number): void;
  /** The rows kept, ascending, and their cosines with the query. Valid until the next `begin`. */
  best(): { rows: Uint32Array; cosines: Float32Array };
  /** The first `count` rows of the list in the scratch, as another thread's `best` has left it there. */
  kept(count: number): { rows: Uint32Array; cosines: Float32Array };
  /** Cosine of one row with the query. */
  cosine(row: number): number;
}

interface KernelExports {
  use(blocks: number, dim: number): void;
  prepare(first: number, end: number): void;
  begin(scratch: number, zero: number, keep: number): void;
  scan(first: number, end: number): void;
  rescore(): number;
  exact(row: number): number;
}

const isKernel = (exports: unknown): exports is KernelExports =>
  ["use", "prepare", "begin", "scan", "rescore", "exact"].every((name) => typeof Object(exports)[name] === "function");

function instantiate(vectors: VectorMemory): KernelExports {
  const module = new WebAssembly.Module(readFileSync(new URL("../kernel/scan.wasm", import.meta.url)));
  const kernel: unknown = new WebAssembly.Instance(module, { env: { memory: vectors.memory } }).exports;
  if (!isKernel(kernel)) throw new Error("scan.wasm is not the kernel of this version: npm run build:kernel");
  kernel.use(blocksAt(vectors), vectors.dim);
  return kernel;
}

/** For the writer: makes the rows from `first` up to, not including, `end` ready to be scanned. */
export function openPreparer(vectors: VectorMemory): (first: number, end: number) => void {
  const { prepare } = instantiate(vectors);
  return prepare;
}

const LARGEST_INT16 = 32_767;
/** Largest entry of a table: four of them fit a byte, and the sums of long vectors fit the kernel's bins. */
const largestEntry = (dim: number): number => (dim <= 2048 ? 63 : 31);

/** `part`: which of the thread's two scratches. */
export function openKernel(vectors: VectorMemory, thread: number, part: 0 | 1 = 0): Kernel {
  const { memory, dim } = vectors;
  const kernel = instantiate(vectors);
  const at = scratchAt(thread, part);
  /** So that the sum of a whole vector's products fits int32. */
  const largestCode = Math.min(LARGEST_INT16, Math.floor(2 ** 31 / (127 * dim)) - 1);
  const codes = new Int16Array(memory.buffer, at + SCRATCH.query, dim);
  const tables = new Uint8Array(memory.buffer, at + SCRATCH.tables, dim * 4);
  let queryScale = 0;
  const kept = (count: number) => ({
    rows: new Uint32Array(memory.buffer, at + SCRATCH.rows, count),
    cosines: new Float32Array(memory.buffer, at + SCRATCH.scores, count),
  });

  return {
    begin(query, keep) {
      queryScale = largest(query) / largestCode;
      for (let i = 0; i < dim; i++) codes[i] = Math.round((query[i] ?? 0) / (queryScale || 1));
      kernel.begin(at, fillTables(tables, query, dim), keep);
    },
    scan: (first, end) => kernel.scan(first, end),
    best() {
      const found = kept(kernel.rescore());
      const { cosines } = found;
      for (let i = 0; i < cosines.length; i++) cosines[i] = (cosines[i] ?? 0) * queryScale;
      return found;
    },
    kept,
    cosine: (row) => kernel.exact(row) * queryScale,
  };
}

/**
 * For each four dimensions of the query, the sums of its numbers under all sixteen choices of signs (bit set: plus), from 0
 * to 63 (31 in long vectors) in the same steps for all. Returns what looking up a sign for each dimension gives on average.
 */
function fillTables(tables: Uint8Array, query: Float32Array, dim: number): number {
  const size = (at: number) => Math.abs(query[at] ?? 0);
  let widest = 0;
  for (let at = 0; at < dim; at += 4) {
    widest = Math.max(widest, 2 * (size(at) + size(at + 1) + size(at + 2) + size(at + 3)));
  }
  const step = widest / largestEntry(dim) || 1;
  let zero = 0;
  for (let at = 0; at < dim; at += 4) {
    zero += (size(at) + size(at + 1) + size(at + 2) + size(at + 3)) / step;
    const lowest = -(size(at) + size(at + 1) + size(at + 2) + size(at + 3));
    for (let signs = 0; signs < 16; signs++) {
      let sum = 0;
      for (let bit = 0; bit < 4; bit++) sum += (signs & (1 << bit) ? 1 : -1) * (query[at + bit] ?? 0);
      tables[at * 4 + signs] = Math.round((sum - lowest) / step);
    }
  }
  return Math.round(zero);
}

function largest(values: Float32Array): number {
  let found = 0;
  for (const value of values) found = Math.max(found, Math.abs(value));
  return found;
}
