import { readFileSync } from "node:fs";
import { blocksAt, LEADING_CODES, SCRATCH, scratchAt, type VectorMemory } from "./vector-memory.ts";

/** The vector search of one thread: one query at a time. */
export interface Kernel {
  /** Begins a search that keeps about `keep` rows at least, the best. `query` is of length 1. */
  begin(query: Float32Array, keep: number): void;
  /** Looks at the rows from `first` up to, not including, `end`. */
  scan(first: number, end: number): void;
  /** The rows kept, ascending, and their cosines with the query. Valid until the next `begin`. */
  best(): { rows: Uint32Array; cosines: Float32Array };
  /** Cosine of one row with the query. */
  cosine(row: number): number;
}

interface KernelExports {
  begin(scratch: number, blocks: number, dim: number, keep: number): void;
  scan(first: number, end: number): void;
  rescore(): number;
  exact(row: number): number;
}

const isKernel = (exports: unknown): exports is KernelExports =>
  ["begin", "scan", "rescore", "exact"].every((name) => typeof Object(exports)[name] === "function");

const LARGEST_INT16 = 32_767;
/** Codes of the leading query lie within this and are stored with it added. */
const LARGEST_LEADING = 16;

export function openKernel(vectors: VectorMemory, thread: number): Kernel {
  const { memory, dim } = vectors;
  const module = new WebAssembly.Module(readFileSync(new URL("../kernel/scan.wasm", import.meta.url)));
  const kernel: unknown = new WebAssembly.Instance(module, { env: { memory } }).exports;
  if (!isKernel(kernel)) throw new Error("scan.wasm is not the kernel of this version: npm run build:kernel");
  const at = scratchAt(thread);
  /** So that the sum of a whole vector's products fits int32. */
  const largestCode = Math.min(LARGEST_INT16, Math.floor(2 ** 31 / (127 * dim)) - 1);
  const codes = new Int16Array(memory.buffer, at + SCRATCH.query, dim);
  const leading = new Uint8Array(memory.buffer, at + SCRATCH.leading, LEADING_CODES);
  let queryScale = 0;

  return {
    begin(query, keep) {
      queryScale = largest(query) / largestCode;
      const leadingScale = largest(query.subarray(0, LEADING_CODES)) / LARGEST_LEADING;
      for (let i = 0; i < dim; i++) codes[i] = Math.round((query[i] ?? 0) / (queryScale || 1));
      for (let i = 0; i < LEADING_CODES; i++) {
        leading[i] = Math.round((query[i] ?? 0) / (leadingScale || 1)) + LARGEST_LEADING;
      }
      kernel.begin(at, blocksAt(vectors), dim, keep);
    },
    scan: (first, end) => kernel.scan(first, end),
    best() {
      const count = kernel.rescore();
      const rows = new Uint32Array(memory.buffer, at + SCRATCH.rows, count);
      const cosines = new Float32Array(memory.buffer, at + SCRATCH.scores, count);
      for (let i = 0; i < count; i++) cosines[i] = (cosines[i] ?? 0) * queryScale;
      return { rows, cosines };
    },
    cosine: (row) => kernel.exact(row) * queryScale,
  };
}

function largest(values: Float32Array): number {
  let found = 0;
  for (const value of values) found = Math.max(found, Math.abs(value));
  return found;
}
