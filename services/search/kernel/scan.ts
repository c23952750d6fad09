/**
 * The inner loops of the vector search, compiled to WebAssembly with SIMD (`npm run build:kernel`).
 *
 * A vector is scale x codes (int8); its product with the query is scale x queryScale x the sum of code x query code. The
 * query's codes are int16, so small that the sum fits int32. Reading all codes of 540,000 vectors takes 138 MB of memory
 * traffic a query, so there are two passes. `scan` looks at the signs of the codes alone, an eighth of it: the sum of the
 * query's numbers, each with the code's sign, over the sum of the codes' sizes, estimates the product (as in RaBitQ,
 * https://arxiv.org/abs/2405.12497); the rows with the best estimates are kept. `rescore` computes those exactly.
 *
 * Signs come in groups of four dimensions. For each group the query's sixteen possible sums are a table of 16 bytes, 0 to
 * 63, and a byte shuffle looks up sixteen rows at once (as in Quicker ADC, https://arxiv.org/abs/1812.09162); four such
 * bytes add up without overflow.
 *
 * A block holds 4,096 vectors: first the signs, by sixteen rows, then all codes row by row, then a float32 scale each.
 * Byte 16 j + r of the sixteen's signs is that of dimensions 8 j to 8 j + 7 of row r, the lowest dimension in the lowest
 * bit; after them come sixteen int16, `sqrt(dim) / 2 / (scale x the sum of the codes' sizes)` in parts of 32,768.
 *
 * State of one search, at `scratch`, a stretch of the memory that belongs to the calling thread: query codes 8,192 bytes |
 * tables 16,384 | bins 131,072 | rows CAPACITY x 4 | scores CAPACITY x 4, integers during the scan, float32 after it.
 */

const BLOCK_BITS: u32 = 12;
const BLOCK: usize = 1 << BLOCK_BITS;
const CAPACITY: u32 = 32_768;
/** Estimates lie within -16,384 and 16,383. */
const BINS: usize = 32_768;
const MIDDLE_BIN: i32 = 16_384;

const TABLES_AT: usize = 8192;
const BINS_AT: usize = TABLES_AT + 16_384;
const ROWS_AT: usize = BINS_AT + BINS * 4;
const SCORES_AT: usize = ROWS_AT + CAPACITY * 4;

let scratch: usize = 0;
let blocks: usize = 0;
let dim: usize = 0;
/** How many rows to keep at least; at twice as many, the worse ones are dropped. */
let keep: u32 = 0;
let kept: u32 = 0;
/** Estimates up to this one are not among the best. */
let threshold: i32 = -MIDDLE_BIN;
/** What the tables' sum is for a product of 0. */
let zero: i32 = 0;
/** By how many bits the sum may be shifted, so that the estimates keep their precision in int16. */
let shift: i32 = 0;

/** Where vectors are: block 0 at `blocksAt`, `dimensions` codes each, a multiple of 16 up to 4,096. */
export function use(blocksAt: usize, dimensions: usize): void {
  blocks = blocksAt;
  dim = dimensions;
  shift = dimensions <= 256 ? 3 : dimensions <= 512 ? 2 : dimensions <= 1024 ? 1 : 0;
}

/** Begins a search: the query's codes and tables are in place at `scratchAt`. */
export function begin(scratchAt: usize, zeroSum: i32, keepAtLeast: u32): void {
  scratch = scratchAt;
  zero = zeroSum;
  keep = min(keepAtLeast, CAPACITY / 2 - 16);
  kept = 0;
  threshold = -MIDDLE_BIN;
  memory.fill(scratch + BINS_AT, 0, BINS * 4);
}

// @ts-ignore: decorator
@inline
function blockOf(row: u32): usize {
  return blocks + ((row >> BLOCK_BITS) as usize) * (BLOCK * (dim + (dim >> 3) + 6));
}

// @ts-ignore: decorator
@inline
function inBlock(row: u32): usize {
  return (row & (<u32>BLOCK - 1)) as usize;
}

/** Signs of the sixteen rows that `row` is one of. */
// @ts-ignore: decorator
@inline
function signsOf(row: u32): usize {
  return blockOf(row) + (inBlock(row) >> 4) * ((dim << 1) + 32);
}

// @ts-ignore: decorator
@inline
function codesOf(row: u32): usize {
  return blockOf(row) + BLOCK * ((dim >> 3) + 2) + inBlock(row) * dim;
}

// @ts-ignore: decorator
@inline
function scaleOf(row: u32): f32 {
  return load<f32>(blockOf(row) + BLOCK * (dim + (dim >> 3) + 2) + (inBlock(row) << 2));
}

/** Derives what `scan` reads from the codes and scales of the rows from `first` up to, not including, `end`. */
export function prepare(first: u32, end: u32): void {
  for (let row = first; row < end; row++) {
    const codes = codesOf(row);
    const signs = signsOf(row) + ((row & 15) as usize);
    let sizes = i16x8.splat(0);
    for (let at: usize = 0; at < dim; at += 16) {
      const some = v128.load(codes + at);
      const bits = i8x16.bitmask(i8x16.gt_s(some, i8x16.splat(0)));
      store<u8>(signs + (at << 1), bits as u8);
      store<u8>(signs + (at << 1) + 16, (bits >> 8) as u8);
      sizes = i16x8.add(sizes, i16x8.extadd_pairwise_i8x16_u(i8x16.abs(some)));
    }
    const size = <f32>sum(i32x4.extadd_pairwise_i16x8_u(sizes)) * scaleOf(row);
    const part = size > 0 ? min<f32>(32767, (16384 * sqrt(<f32>dim)) / size) : 0;
    store<i16>(signsOf(row) + (dim << 1) + (((row & 15) as usize) << 1), part as i16);
  }
}

// @ts-ignore: decorator
@inline
function sum(four: v128): i32 {
  const two = i32x4.add(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

// @ts-ignore: decorator
@inline
function look(tables: usize, signs: v128): v128 {
  const nibble = i8x16.splat(15);
  return i8x16.add(
    i8x16.relaxed_swizzle(v128.load(tables), v128.and(signs, nibble)),
    i8x16.relaxed_swizzle(v128.load(tables, 16), v128.and(i16x8.shr_u(signs, 4), nibble)),
  );
}

/** Looks at the rows from `first` up to, not including, `end`. */
export function scan(first: u32, end: u32): void {
  const bytes = dim >> 3;
  for (let group = first & ~15; group < end; group += 16) {
    let signs = signsOf(group);
    let tables = scratch + TABLES_AT;
    let low = i16x8.splat(0);
    let high = i16x8.splat(0);
    for (let at: usize = 0; at < bytes; at += 2) {
      const sums = i8x16.add(look(tables, v128.load(signs)), look(tables + 32, v128.load(signs, 16)));
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(sums));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(sums));
      signs += 32;
      tables += 64;
    }
    const none = i16x8.splat(<i16>zero);
    low = i16x8.q15mulr_sat_s(i16x8.shl(i16x8.sub(low, none), shift), v128.load(signs));
    high = i16x8.q15mulr_sat_s(i16x8.shl(i16x8.sub(high, none), shift), v128.load(signs, 16));
    const least = i16x8.splat(<i16>threshold);
    let better = i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.gt_s(low, least), i16x8.gt_s(high, least)));
    if (group < first) better &= 0xffff << (first - group);
    if (group + 16 > end) better &= 0xffff >>> (group + 16 - end);
    if (better != 0) take(group, better, low, high);
  }
}

/** Notes the rows of a group whose bits are set. */
function take(group: u32, rows: i32, low: v128, high: v128): void {
  const scores = scratch + SCORES_AT;
  // Behind the last entry there is always room for a group: the list is narrowed at half of it.
  const estimates = scratch + SCORES_AT + CAPACITY * 4 - 32;
  v128.store(estimates, low);
  v128.store(estimates, high, 16);
  while (rows != 0) {
    const at = ctz(rows);
    rows &= rows - 1;
    const estimate = load<i16>(estimates + ((at as usize) << 1)) as i32;
    const entry = (kept as usize) << 2;
    store<u32>(scratch + ROWS_AT + entry, group + at);
    store<i32>(scores + entry, estimate);
    const bin = scratch + BINS_AT + (((estimate + MIDDLE_BIN) as usize) << 2);
    store<u32>(bin, load<u32>(bin) + 1);
    kept++;
  }
  if (kept >= 2 * keep - 16) narrow();
}

/** Drops rows until about `keep` are left, the best; their order stays. Of equal estimates the first stay. */
function narrow(): void {
  if (kept <= keep) return;
  const bins = scratch + BINS_AT;
  let bin: usize = BINS;
  let above: u32 = 0;
  while (bin > 0 && above < keep) above += load<u32>(bins + (--bin << 2));
  // Many may tie with the last: only as many of them stay as there is room for.
  let ties = keep - (above - load<u32>(bins + (bin << 2)));
  store<u32>(bins + (bin << 2), ties);
  memory.fill(bins, 0, bin << 2);
  const lowest = (bin as i32) - MIDDLE_BIN;
  let count: usize = 0;
  for (let at: usize = 0; at < kept; at++) {
    const estimate = load<i32>(scratch + SCORES_AT + (at << 2));
    if (estimate < lowest) continue;
    if (estimate == lowest) {
      if (ties == 0) continue;
      ties--;
    }
    store<i32>(scratch + SCORES_AT + (count << 2), estimate);
    store<u32>(scratch + ROWS_AT + (count << 2), load<u32>(scratch + ROWS_AT + (at << 2)));
    count++;
  }
  kept = count as u32;
  threshold = lowest;
}

/** The exact sum of one row with the query, times the row's scale. */
export function exact(row: u32): f32 {
  const codes = codesOf(row);
  let even = i32x4.splat(0);
  let odd = i32x4.splat(0);
  for (let at: usize = 0; at < dim; at += 16) {
    const query = scratch + (at << 1);
    even = i32x4.add(even, i32x4.dot_i16x8_s(v128.load_ext<i8>(codes + at), v128.load(query)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(v128.load_ext<i8>(codes + at, 8), v128.load(query, 16)));
  }
  return <f32>sum(i32x4.add(even, odd)) * scaleOf(row);
}

/** Narrows to the best and puts their exact scores in place of the estimates. Returns how many there are. */
export function rescore(): u32 {
  narrow();
  let at: u32 = 0;
  for (; at + 4 <= kept; at += 4) rescoreFour((at as usize) << 2);
  for (; at < kept; at++) {
    const entry = (at as usize) << 2;
    store<f32>(scratch + SCORES_AT + entry, exact(load<u32>(scratch + ROWS_AT + entry)));
  }
  return kept;
}

/** As `exact`, for four entries of the list from `entry` on. The rows lie far apart: the memory is asked for all four at once. */
function rescoreFour(entry: usize): void {
  const rows = scratch + ROWS_AT + entry;
  const rowA = load<u32>(rows);
  const rowB = load<u32>(rows, 4);
  const rowC = load<u32>(rows, 8);
  const rowD = load<u32>(rows, 12);
  let codesA = codesOf(rowA);
  let codesB = codesOf(rowB);
  let codesC = codesOf(rowC);
  let codesD = codesOf(rowD);
  let sumA = i32x4.splat(0);
  let sumB = i32x4.splat(0);
  let sumC = i32x4.splat(0);
  let sumD = i32x4.splat(0);
  const end = scratch + (dim << 1);
  for (let query = scratch; query < end; query += 32) {
    const low = v128.load(query);
    const high = v128.load(query, 16);
    sumA = i32x4.add(sumA, products(codesA, low, high));
    sumB = i32x4.add(sumB, products(codesB, low, high));
    sumC = i32x4.add(sumC, products(codesC, low, high));
    sumD = i32x4.add(sumD, products(codesD, low, high));
    codesA += 16;
    codesB += 16;
    codesC += 16;
    codesD += 16;
  }
  const scores = scratch + SCORES_AT + entry;
  store<f32>(scores, <f32>sum(sumA) * scaleOf(rowA));
  store<f32>(scores, <f32>sum(sumB) * scaleOf(rowB), 4);
  store<f32>(scores, <f32>sum(sumC) * scaleOf(rowC), 8);
  store<f32>(scores, <f32>sum(sumD) * scaleOf(rowD), 12);
}

/** Sums of the products of sixteen codes with as many of the query. */
// @ts-ignore: decorator
@inline
function products(codes: usize, low: v128, high: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(v128.load_ext<i8>(codes), low),
    i32x4.dot_i16x8_s(v128.load_ext<i8>(codes, 8), high),
  );
}
