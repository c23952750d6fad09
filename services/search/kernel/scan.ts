/**
 * The inner loops of the vector search, compiled to WebAssembly with SIMD (`npm run build:kernel`).
 *
 * A block holds 4,096 vectors: first the leading 64 codes of each, then the others of each, then for each two float32: its
 * scale, and scale x the sum of its leading codes. A vector is scale x codes; its dot product with the query is scale x
 * queryScale x the sum of code x query code. Codes are int8, the query's int16: 1,024 such products fit int32.
 *
 * The leading codes carry most of a vector's length (the model's dimensions are sorted by variance): `scan` reads them
 * alone, a quarter of the memory, against a query of 5 bits, and keeps the rows whose partial products are among the
 * best; `rescore` computes those exactly. The 5 bits are stored as 0 to 32 instead of -16 to 16, because the fastest
 * product takes one unsigned side; 16 x the sum of the row's codes is taken off again. Eight products of 127 x 32 fit
 * int16.
 *
 * State of one search, at `scratch`, a stretch of the memory that belongs to the calling thread:
 * query 2,048 bytes | leading query 2,048 | bins 4,096 | rows CAPACITY x 4 | scores CAPACITY x 4
 */

const BLOCK_BITS: u32 = 12;
const BLOCK: usize = 1 << BLOCK_BITS;
const LEAD: usize = 64;
const CAPACITY: u32 = 65_536;
const BINS: u32 = 1024;

const LEADING_AT: usize = 2048;
const BINS_AT: usize = 4096;
const ROWS_AT: usize = BINS_AT + BINS * 4;
const SCORES_AT: usize = ROWS_AT + CAPACITY * 4;

let scratch: usize = 0;
let blocks: usize = 0;
let dim: usize = 0;
/** How many rows to keep at least. */
let keep: u32 = 0;
let kept: u32 = 0;
let threshold: f32 = -Infinity;

/** Begins a search: the query's codes are in place at `scratch`, block 0 is at `blocks`. */
export function begin(scratchAt: usize, blocksAt: usize, dimensions: usize, keepAtLeast: u32): void {
  scratch = scratchAt;
  blocks = blocksAt;
  dim = dimensions;
  keep = keepAtLeast;
  kept = 0;
  threshold = -Infinity;
}

// @ts-ignore: decorator
@inline
function blockOf(row: u32): usize {
  return blocks + ((row >> BLOCK_BITS) as usize) * (BLOCK * (dim + 8));
}

// @ts-ignore: decorator
@inline
function product(codes: usize, query: v128): v128 {
  return i32x4.dot_i16x8_s(v128.load_ext<i8>(codes), query);
}

// @ts-ignore: decorator
@inline
function sum(lanes: v128): i32 {
  const half = i32x4.add(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return i32x4.extract_lane(half, 0) + i32x4.extract_lane(half, 1);
}

/** Looks at the rows from `first` up to, not including, `end`. */
export function scan(first: u32, end: u32): void {
  const q0 = v128.load(scratch, LEADING_AT);
  const q1 = v128.load(scratch, LEADING_AT + 16);
  const q2 = v128.load(scratch, LEADING_AT + 32);
  const q3 = v128.load(scratch, LEADING_AT + 48);
  let row = first;
  while (row < end) {
    const block = blockOf(row);
    const last = min(end, ((row >> BLOCK_BITS) + 1) << BLOCK_BITS);
    const inBlock = (row & (<u32>BLOCK - 1)) as usize;
    let codes = block + inBlock * LEAD;
    let scale = block + BLOCK * dim + (inBlock << 3);
    for (; row < last; row++) {
      const products = i16x8.add(
        i16x8.add(
          i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(codes), q0),
          i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(codes, 16), q1),
        ),
        i16x8.add(
          i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(codes, 32), q2),
          i16x8.relaxed_dot_i8x16_i7x16_s(v128.load(codes, 48), q3),
        ),
      );
      const total = <f32>sum(i32x4.extadd_pairwise_i16x8_s(products));
      const score = total * load<f32>(scale) - 16 * load<f32>(scale, 4);
      if (score > threshold) {
        store<u32>(scratch + ROWS_AT + ((kept as usize) << 2), row);
        store<f32>(scratch + SCORES_AT + ((kept as usize) << 2), score);
        if (++kept == CAPACITY) narrow();
      }
      codes += LEAD;
      scale += 8;
    }
  }
}

/** Drops rows until about `keep` are left, the best; their order stays. */
export function narrow(): u32 {
  if (kept <= keep) return kept;
  const scores = scratch + SCORES_AT;
  let low: f32 = Infinity;
  let high: f32 = -Infinity;
  for (let at: u32 = 0; at < kept; at++) {
    const score = load<f32>(scores + ((at as usize) << 2));
    low = min(low, score);
    high = max(high, score);
  }
  const bins = scratch + BINS_AT;
  memory.fill(bins, 0, BINS * 4);
  const width: f32 = high > low ? <f32>(BINS - 1) / (high - low) : 0;
  for (let at: u32 = 0; at < kept; at++) {
    const bin = bins + ((<u32>((load<f32>(scores + ((at as usize) << 2)) - low) * width) as usize) << 2);
    store<u32>(bin, load<u32>(bin) + 1);
  }
  let bin: u32 = BINS;
  let above: u32 = 0;
  while (bin > 0 && above < keep) above += load<u32>(bins + ((--bin as usize) << 2));
  let count: u32 = 0;
  // Where so many tie that the last bin overflows, the first of them stay.
  const most = max(keep, CAPACITY >> 1);
  for (let at: u32 = 0; at < kept && count < most; at++) {
    const score = load<f32>(scores + ((at as usize) << 2));
    if (<u32>((score - low) * width) < bin) continue;
    store<f32>(scores + ((count as usize) << 2), score);
    store<u32>(scratch + ROWS_AT + ((count as usize) << 2), load<u32>(scratch + ROWS_AT + ((at as usize) << 2)));
    count++;
  }
  kept = count;
  threshold = width > 0 ? low + <f32>bin / width : low;
  return kept;
}

/** The exact sum of one row with the query, times the row's scale. */
export function exact(row: u32): f32 {
  const block = blockOf(row);
  const inBlock = (row & (<u32>BLOCK - 1)) as usize;
  const lead = block + inBlock * LEAD;
  const rest = block + BLOCK * LEAD + inBlock * (dim - LEAD) - LEAD;
  let lanes = i32x4.splat(0);
  for (let at: usize = 0; at < LEAD; at += 8) {
    lanes = i32x4.add(lanes, product(lead + at, v128.load(scratch + (at << 1))));
  }
  for (let at: usize = LEAD; at < dim; at += 8) {
    lanes = i32x4.add(lanes, product(rest + at, v128.load(scratch + (at << 1))));
  }
  return <f32>sum(lanes) * load<f32>(block + BLOCK * dim + (inBlock << 3));
}

/** Narrows to the best and puts their exact scores in place of the partial ones. Returns how many there are. */
export function rescore(): u32 {
  narrow();
  for (let at: u32 = 0; at < kept; at++) {
    const entry = (at as usize) << 2;
    store<f32>(scratch + SCORES_AT + entry, exact(load<u32>(scratch + ROWS_AT + entry)));
  }
  return kept;
}
