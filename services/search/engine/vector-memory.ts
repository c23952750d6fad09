import { DomainError } from "#kit/errors.ts";
import { DIMENSIONS_MAX } from "../embedding/embedder.ts";

/**
 * Where vectors lie in the WebAssembly memory that the writer and all search threads share; `kernel/scan.ts` reads it.
 * Page 0 is the kernel's own, then each search thread has two scratches, the second for its helper, then come blocks of 4,096 vectors.
 */
export interface VectorMemory {
  memory: WebAssembly.Memory;
  /** Codes of a vector; a multiple of 16. */
  dim: number;
  /** How many search threads have scratch in it. */
  threads: number;
}

const VECTORS_PER_BLOCK = 4096;
/** Rows that a search can hold at once: CAPACITY of the kernel. */
const ROWS_CAPACITY = 32_768;
/** Where things lie in a thread's scratch, as in the kernel. */
export const SCRATCH = { query: 0, tables: 8192, rows: 155_648, scores: 155_648 + ROWS_CAPACITY * 4 } as const;
const SCRATCH_BYTES = SCRATCH.scores + ROWS_CAPACITY * 4;
const SCRATCHES_PER_THREAD = 2;

const PAGE_BYTES = 65_536;
/** What 32-bit addresses reach, 4 GiB: about 14 million vectors of 256 codes. */
const MOST_PAGES = 65_536;

/** `dim` is rounded up to a multiple of 16. */
export function createVectorMemory(dim: number, threads: number): VectorMemory {
  // The kernel's scratch holds a query of that many codes.
  if (dim > DIMENSIONS_MAX) throw new Error(`vectors of ${dim} numbers: the kernel takes ${DIMENSIONS_MAX} at most`);
  const memory = new WebAssembly.Memory({
    initial: Math.ceil(scratchAt(threads) / PAGE_BYTES),
    maximum: MOST_PAGES,
    shared: true,
  });
  return { memory, dim: Math.ceil(dim / 16) * 16, threads };
}

export const scratchAt = (thread: number, part: 0 | 1 = 0): number =>
  PAGE_BYTES + (thread * SCRATCHES_PER_THREAD + part) * SCRATCH_BYTES;
export const blocksAt = ({ threads }: VectorMemory): number => scratchAt(threads);
const blockBytes = ({ dim }: VectorMemory): number => VECTORS_PER_BLOCK * (dim + dim / 8 + 6);

/**
 * Puts vectors of `dim` codes each at `firstRow`. Rows that a search looks at already are not touched. The kernel's
 * `prepare` is still to come.
 */
export function writeVectors(
  vectors: VectorMemory,
  firstRow: number,
  { codes, scales, dim }: { codes: Int8Array; scales: Float32Array; dim: number },
): void {
  const { memory } = vectors;
  const count = scales.length;
  if (count === 0) return;
  const lastBlock = Math.floor((firstRow + count - 1) / VECTORS_PER_BLOCK);
  const missing = blocksAt(vectors) + (lastBlock + 1) * blockBytes(vectors) - memory.buffer.byteLength;
  if (missing > 0) grow(memory, Math.ceil(missing / PAGE_BYTES));
  const bytes = new Int8Array(memory.buffer);
  const floats = new Float32Array(memory.buffer);
  // In one go where vectors lie one behind the other: those of a block, unless their dimensions were rounded up.
  const most = dim === vectors.dim ? VECTORS_PER_BLOCK : 1;
  for (let at = 0; at < count; ) {
    const row = firstRow + at;
    const inBlock = row % VECTORS_PER_BLOCK;
    const block = blocksAt(vectors) + Math.floor(row / VECTORS_PER_BLOCK) * blockBytes(vectors);
    const codesAt = block + VECTORS_PER_BLOCK * (vectors.dim / 8 + 2);
    const scalesAt = codesAt + VECTORS_PER_BLOCK * vectors.dim;
    const end = Math.min(count, at + Math.min(most, VECTORS_PER_BLOCK - inBlock));
    bytes.set(codes.subarray(at * dim, end * dim), codesAt + inBlock * vectors.dim);
    floats.set(scales.subarray(at, end), scalesAt / 4 + inBlock);
    at = end;
  }
}

function grow(memory: WebAssembly.Memory, pages: number): void {
  try {
    memory.grow(pages);
  } catch (err) {
    throw new DomainError(
      "unavailable",
      "the embedded index has no room for more vectors in memory: give the machine more, or keep the index in Milvus",
      { cause: err },
    );
  }
}
