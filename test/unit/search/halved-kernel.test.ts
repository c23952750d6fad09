import assert from "node:assert/strict";
import fc from "fast-check";
import { halve, openHalvedKernel } from "../../../services/search/engine/halved-kernel.ts";
import { openPreparer } from "../../../services/search/engine/kernel.ts";
import { openScanHelper, type ScanHelper } from "../../../services/search/engine/scan-helper.ts";
import { createVectorMemory, type VectorMemory, writeVectors } from "../../../services/search/engine/vector-memory.ts";

const DIM = 16;
const VECTORS = 80_000;

describe("halved scan", () => {
  let vectors: VectorMemory;
  before(() => {
    vectors = createVectorMemory(DIM, 1);
    const codes = Int8Array.from({ length: VECTORS * DIM }, (_, at) => ((at * 7919) % 255) - 127);
    writeVectors(vectors, 0, { codes, scales: new Float32Array(VECTORS).fill(0.01), dim: DIM });
    openPreparer(vectors)(0, VECTORS);
  });

  const query = (number: number) => Float32Array.from({ length: DIM }, (_, at) => Math.sin(number + at) / 3);
  const find = (number: number, helper?: ScanHelper) => {
    const kernel = openHalvedKernel(vectors, 0, helper);
    kernel.begin(query(number), 600);
    kernel.scan(5, 30_000);
    kernel.scan(30_007, VECTORS);
    const { rows, cosines } = kernel.best();
    for (const at of [0, rows.length - 1]) assert.equal(cosines[at], Math.fround(kernel.cosine(rows[at] ?? 0)));
    return { rows: [...rows], cosines: [...cosines] };
  };

  it("finds the same whether the other thread looks, comes too late or is not there", async () => {
    const helper = openScanHelper(0);
    let helped = 0;
    const counting: ScanHelper = {
      ...helper,
      take() {
        const count = helper.take();
        if (count !== undefined) helped += 1;
        return count;
      },
    };
    // The thread takes a while to start: the first searches are on their own, and it must not answer them later.
    for (let number = 0; helped < 20; number++) {
      assert.ok(number < 20_000, "the helper never helped");
      assert.deepEqual(find(number, counting), find(number));
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

  it("keeps rows of both halves in ascending order, the best of all among them", () => {
    const { rows, cosines } = find(3);
    assert.ok(rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0)));
    assert.ok(rows.some((row) => row < 40_000) && rows.some((row) => row >= 40_000));
    const kernel = openHalvedKernel(vectors, 0);
    kernel.begin(query(3), 1);
    let best = Number.NEGATIVE_INFINITY;
    for (let row = 30_007; row < VECTORS; row++) best = Math.max(best, Math.fround(kernel.cosine(row)));
    for (let row = 5; row < 30_000; row++) best = Math.max(best, Math.fround(kernel.cosine(row)));
    assert.equal(Math.max(...cosines), best);
  });

  it("cuts any stretches in two of the same size and loses none", () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 20 });
    fc.assert(
      fc.property(lengths, (sizes) => {
        let at = 0;
        const stretches = sizes.flatMap((size) => {
          const start = at + 3;
          at = start + size;
          return [start, at];
        });
        const [first, last] = halve(stretches).map(members);
        assert.deepEqual([...(first ?? []), ...(last ?? [])], members(stretches));
        assert.ok([0, 1].includes((first?.length ?? 0) - (last?.length ?? 0)));
      }),
    );
  });
});

function members(stretches: number[]): number[] {
  const all: number[] = [];
  for (let at = 0; at < stretches.length; at += 2) {
    for (let one = stretches[at] ?? 0; one < (stretches[at + 1] ?? 0); one++) all.push(one);
  }
  return all;
}
