import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { quantise } from "../../../services/search/engine/analyse-document.ts";
import { openKernel, openPreparer } from "../../../services/search/engine/kernel.ts";
import { createVectorMemory, writeVectors } from "../../../services/search/engine/vector-memory.ts";

describe("vector kernel", () => {
  it("is what its source compiles to", async function () {
    this.timeout(60_000);
    const folder = await mkdtemp(join(tmpdir(), "kernel-"));
    try {
      const script = JSON.parse(await readFile("package.json", "utf8")).scripts["build:kernel"];
      const built = join(folder, "scan.wasm");
      const [, ...args] = script.replace("services/search/kernel/scan.wasm", built).split(" ");
      await promisify(execFile)("node_modules/.bin/asc", args);
      const committed = await readFile("services/search/kernel/scan.wasm");
      assert.ok(committed.equals(await readFile(built)), "npm run build:kernel, and commit scan.wasm");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  for (const dim of [100, 256, 384, 4096]) {
    it(`gives the cosines of ${dim} dimensions to int8 precision, over the edge of a block`, () => {
      const vectors = sample(4200, dim);
      const kernel = kernelOf(vectors, dim);
      const query = vectors[7] ?? new Float32Array(dim);
      kernel.begin(query, 8192);
      kernel.scan(0, vectors.length);
      const { rows, cosines } = kernel.best();
      assert.equal(rows.length, vectors.length);
      for (const [at, row] of rows.entries()) {
        assert.ok(Math.abs((cosines[at] ?? 0) - dot(query, vectors[row])) < 0.01, `row ${row}`);
        assert.equal(cosines[at], Math.fround(kernel.cosine(row)));
      }
    });
  }

  it("keeps the best rows in ascending order, and nearly all of the exact best", () => {
    const vectors = sample(9000, 256);
    const kernel = kernelOf(vectors, 256);
    const query = vectors[4000] ?? new Float32Array(256);
    kernel.begin(query, 900);
    kernel.scan(0, 9000);
    const { rows } = kernel.best();
    assert.equal(rows.length, 900);
    assert.ok(rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0)));
    const exact = vectors.map((vector, row) => ({ row, cosine: dot(query, vector) }));
    const best = exact.sort((a, b) => b.cosine - a.cosine).slice(0, 50);
    const kept = new Set(rows);
    assert.ok(best.filter(({ row }) => kept.has(row)).length >= 45);
    assert.ok(kept.has(4000));
  });

  for (const dim of [384, 1536, 4096]) {
    it(`keeps nearly all of the exact best of ${dim} dimensions`, () => {
      const vectors = sample(5000, dim);
      const kernel = kernelOf(vectors, dim);
      const query = vectors[1234] ?? new Float32Array(dim);
      kernel.begin(query, 500);
      kernel.scan(0, vectors.length);
      const kept = new Set(kernel.best().rows);
      assert.equal(kept.size, 500);
      const exact = vectors.map((vector, row) => ({ row, cosine: dot(query, vector) }));
      const best = exact.sort((a, b) => b.cosine - a.cosine).slice(0, 50);
      assert.ok(best.filter(({ row }) => kept.has(row)).length >= 45);
    });
  }

  it("looks at no row outside the stretches that it is given", () => {
    const vectors = sample(5000, 256);
    const kernel = kernelOf(vectors, 256);
    kernel.begin(vectors[0] ?? new Float32Array(256), 8192);
    const stretches = [
      [3, 5],
      [17, 33],
      [40, 41],
      [4090, 4100],
    ] as const;
    for (const [first, end] of stretches) kernel.scan(first, end);
    const wanted = stretches.flatMap(([first, end]) => Array.from({ length: end - first }, (_, at) => first + at));
    assert.deepEqual([...kernel.best().rows], wanted);
  });

  it("keeps as many as asked for when all estimates are equal", () => {
    const one = sample(1, 256)[0] ?? new Float32Array(256);
    const kernel = kernelOf(
      Array.from({ length: 5000 }, () => one),
      256,
    );
    kernel.begin(one, 100);
    kernel.scan(0, 5000);
    assert.equal(kernel.best().rows.length, 100);
  });

  it("gives a query of zeros, and a row of zeros, the cosine 0", () => {
    const vectors = [...sample(20, 256), new Float32Array(256)];
    const kernel = kernelOf(vectors, 256);
    kernel.begin(new Float32Array(256), 100);
    kernel.scan(0, 21);
    assert.ok(kernel.best().cosines.every((cosine) => cosine === 0));
    kernel.begin(vectors[0] ?? new Float32Array(256), 100);
    assert.equal(kernel.cosine(20), 0);
  });
});

function kernelOf(vectors: Float32Array[], dim: number) {
  const memory = createVectorMemory(dim, 2);
  writeVectors(memory, 0, quantise(vectors, dim));
  openPreparer(memory)(0, vectors.length);
  return openKernel(memory, 1);
}

/** Unit vectors around 60 subjects, in dimensions that shrink, as those of a model do; the same each time. */
function sample(count: number, dim: number): Float32Array[] {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff - 0.5;
  };
  const draw = (size: number) =>
    Float32Array.from({ length: dim }, (_, at) => (size * (random() + random() + random())) / (1 + at / 40));
  const subjects = Array.from({ length: 60 }, () => draw(1));
  return Array.from({ length: count }, (_, row) => {
    const subject = subjects[row % subjects.length] ?? new Float32Array(dim);
    const vector = draw(0.7).map((value, at) => value + (subject[at] ?? 0));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

const dot = (a: Float32Array, b: Float32Array | undefined) =>
  a.reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);
