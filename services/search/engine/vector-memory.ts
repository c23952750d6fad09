/**
 * Where vectors lie in the WebAssembly memory that the writer and all search threads share; `kernel/scan.ts` reads it.
 * Page 0 is the kernel's own, then each search thread has its scratch, then come blocks of 4,096 vectors.
 */
export interface VectorMemory {
  memory: WebAssembly.Memory;
  /** Codes of a vector; a multiple of 16. */
  dim: number;
  /** How many search threads have scratch in it. */
  threads: number;
}

export const VECTORS_PER_BLOCK = 4096;
/** How many leading codes the first pass reads. */
export const LEADING_CODES = 64;
/** Rows that a search can hold at once: CAPACITY of the kernel. */
const ROWS_CAPACITY = 65_536;
export const SCRATCH = { query: 0, leading: 2048, rows: 8192, scores: 8192 + ROWS_CAPACITY * 4 } as const;
const SCRATCH_BYTES = SCRATCH.scores + ROWS_CAPACITY * 4;

const PAGE_BYTES = 65_536;
/** What 32-bit addresses reach, 4 GiB: about 16 million vectors of 256 codes. */
const MOST_PAGES = 65_536;

/** `dim` is rounded up to a multiple of 16 and is at least 80. */
export function createVectorMemory(dim: number, threads: number): VectorMemory {
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((PAGE_BYTES + threads * SCRATCH_BYTES) / PAGE_BYTES),
    maximum: MOST_PAGES,
    shared: true,
  });
  return { memory, dim: Math.max(LEADING_CODES + 16, Math.ceil(dim / 16) * 16), threads };
}

export const scratchAt = (thread: number): number => PAGE_BYTES + thread * SCRATCH_BYTES;
export const blocksAt = ({ threads }: VectorMemory): number => scratchAt(threads);
const blockBytes = ({ dim }: VectorMemory): number => VECTORS_PER_BLOCK * (dim + 8);

/** Puts `count` vectors of `dim` codes each at `firstRow`. Rows that a search reads already are not touched. */
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
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  const bytes = new Int8Array(memory.buffer);
  const floats = new Float32Array(memory.buffer);
  for (let at = 0; at < count; at++) {
    const row = firstRow + at;
    const block = blocksAt(vectors) + Math.floor(row / VECTORS_PER_BLOCK) * blockBytes(vectors);
    const inBlock = row % VECTORS_PER_BLOCK;
    const from = at * dim;
    const others = block + VECTORS_PER_BLOCK * LEADING_CODES + inBlock * (vectors.dim - LEADING_CODES);
    const leading = codes.subarray(from, from + Math.min(LEADING_CODES, dim));
    bytes.set(leading, block + inBlock * LEADING_CODES);
    if (dim > LEADING_CODES) bytes.set(codes.subarray(from + LEADING_CODES, from + dim), others);
    const scale = scales[at] ?? 0;
    const scaleAt = (block + VECTORS_PER_BLOCK * vectors.dim + inBlock * 8) / 4;
    let sum = 0;
    for (let code = 0; code < leading.length; code++) sum += leading[code] ?? 0;
    floats[scaleAt] = scale;
    floats[scaleAt + 1] = scale * sum;
  }
}
