import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteIndex } from "../../services/search/adapters/sqlite-index.ts";
import { openBundledEmbedder } from "../../services/search/embedding/bundled-embedder.ts";
import { activeCollection } from "../../services/search/engine/collections.ts";
import { admit } from "../../services/search/engine/filter.ts";
import { openHalvedKernel } from "../../services/search/engine/halved-kernel.ts";
import { createImage } from "../../services/search/engine/image.ts";
import { nearestRows } from "../../services/search/engine/nearest.ts";
import { storeDocuments } from "../../services/search/engine/stored-documents.ts";
import { createTopRows } from "../../services/search/engine/top-rows.ts";
import type { InsightIndex } from "../../services/search/ports.ts";
import { type Shape, sampleDocuments, sampleQueries } from "./engine-documents.ts";
import { type EventLoopWatch, watchEventLoop } from "./event-loop.ts";

/** The product's shape: several vectors an insight, passages shared. */
export const PRODUCT: Shape = {
  insights: 100_000,
  insightsPerDocument: 50,
  passagesPerDocument: 20,
  questionsPerInsight: 4,
};

/** 100,000 rows of one vector each (and a vector for each document's passage), as the comparisons with other engines have. */
export const ONE_VECTOR_EACH: Shape = {
  insights: 100_000,
  insightsPerDocument: 50,
  passagesPerDocument: 1,
  questionsPerInsight: 0,
};

/** What the engine costs; milliseconds unless the name says otherwise. The goals are those of the README. */
export interface EngineFigures {
  insights: number;
  vectors: number;
  stagedPerSecond: number;
  openMs: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of a search over all threads: what stays the same on a busy machine, more or less. */
  cpuMs: number;
  filteredP50Ms: number;
  filteredP99Ms: number;
  /** How long the event loop was busy in the search that held it longest, each query at its best: it blocks no longer. */
  eventLoopMaxMs: number;
  /** One core's plain loop in JavaScript over as many vectors, median. */
  plainScanMs: number;
  /** Share of the exact best 100 insights by vectors that the two-pass scan finds. */
  recall: number;
  columnsMb: number;
  residentMb: number;
}

/** Builds an index of resampled documents in a temporary folder, opens it and searches it. Minutes at 100,000 insights. */
export async function measureEngine(corpusDir: string, shape: Shape = PRODUCT, rounds = 4): Promise<EngineFigures> {
  const folder = await mkdtemp(join(tmpdir(), "engine-"));
  const path = join(folder, "index.db");
  try {
    const stagedPerSecond = await build(path, corpusDir, shape);
    const before = performance.now();
    await using index = await openSqliteIndex({ path });
    const openMs = performance.now() - before;
    const queries = sampleQueries(corpusDir);
    await timed(index, queries, 1, {}, watchEventLoop());
    const eventLoop = watchEventLoop();
    const cpuBefore = process.cpuUsage();
    const all = await timed(index, queries, rounds, {}, eventLoop);
    const { user, system } = process.cpuUsage(cpuBefore);
    const filtered = await timed(index, queries, rounds, { sourceName: "federal", since: "2015-01-01" }, eventLoop);
    const { insights, vectors, memoryBytes } = await index.status();
    const residentMb = process.memoryUsage.rss() / 1e6;
    return {
      insights,
      vectors,
      stagedPerSecond,
      openMs,
      p50Ms: quantile(all, 0.5),
      p99Ms: quantile(all, 0.99),
      cpuMs: (user + system) / 1000 / all.length,
      filteredP50Ms: quantile(filtered, 0.5),
      filteredP99Ms: quantile(filtered, 0.99),
      eventLoopMaxMs: eventLoop.busiestMs(),
      plainScanMs: plainScan(vectors),
      recall: await recallOf(path, queries.slice(0, 20)),
      columnsMb: memoryBytes / 1e6,
      residentMb,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns insights a second. */
async function build(path: string, corpusDir: string, shape: Shape): Promise<number> {
  await using index = await openSqliteIndex({ path, threads: 1 });
  const before = performance.now();
  for (const document of sampleDocuments(corpusDir, shape)) {
    await index.stage(document);
    await index.publish(document.docId, document.version);
  }
  return (1000 * shape.insights) / (performance.now() - before);
}

async function timed(
  index: InsightIndex,
  queries: string[],
  rounds: number,
  filter: { sourceName?: string; since?: string },
  eventLoop: EventLoopWatch,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const query of queries) {
      const before = performance.now();
      await eventLoop.during(query, () => index.search({ query, limit: 20, ...filter }));
      times.push(performance.now() - before);
    }
  }
  return times.sort((a, b) => a - b);
}

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function plainScan(vectors: number): number {
  const dim = 256;
  const codes = new Int8Array(vectors * dim).map((_, at) => (at * 31) % 255);
  const query = Float32Array.from({ length: dim }, (_, at) => Math.sin(at));
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = performance.now();
    let best = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < vectors; row++) {
      let sum = 0;
      for (let at = 0; at < dim; at++) sum += (codes[row * dim + at] ?? 0) * (query[at] ?? 0);
      if (sum > best) best = sum;
    }
    times.push(performance.now() - before);
  }
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

/** Compares with the exact product of every vector. */
async function recallOf(path: string, queries: string[]): Promise<number> {
  const embedder = openBundledEmbedder();
  const db = new DatabaseSync(path, { readOnly: true });
  const collection = activeCollection(db);
  const image = createImage({ collection, threads: 1, firstView: 0 });
  for (const document of storeDocuments(db, collection).published()) image.add(document);
  const view = image.view(true);
  const kernel = openHalvedKernel(view.vectors, 0);
  const { vectors } = admit(view, {}, []);
  const scores = new Float32Array(view.rows);
  let found = 0;
  let asked = 0;
  for (const query of (await embedder.embed(queries)).vectors) {
    const near = nearestRows(view, kernel, { query, vectors, most: 100, scores });
    const exact = new Float32Array(view.rows);
    for (let vector = 0; vector < view.vectorRows; vector++) {
      const cosine = kernel.cosine(vector);
      const owner = view.columns.vectorOwner[vector] ?? 0;
      const meet = (row: number) => {
        exact[row] = Math.max(exact[row] ?? 0, cosine);
      };
      if (owner < 0x8000_0000) meet(owner);
      else {
        let next = view.columns.passageRow[owner - 0x8000_0000] ?? 0;
        for (; next > 0; next = view.columns.rowNext[next - 1] ?? 0) meet(next - 1);
      }
    }
    const top = createTopRows(100);
    for (const [row, cosine] of exact.entries()) top.offer(row, cosine);
    const wanted = new Set(top.best().rows);
    found += near.rows.filter((row) => wanted.has(row)).length;
    asked += wanted.size;
  }
  db.close();
  return found / asked;
}

if (import.meta.main) {
  const corpusDir = process.env["CORPUS_DIR"];
  if (!corpusDir) throw new Error("set CORPUS_DIR to the folder that holds corpus/ and retrieval/");
  const insights = Number(process.argv[2] ?? PRODUCT.insights);
  const product = await measureEngine(corpusDir, { ...PRODUCT, insights });
  const oneVectorEach = await measureEngine(corpusDir, { ...ONE_VECTOR_EACH, insights });
  process.stdout.write(`${JSON.stringify({ product, oneVectorEach }, undefined, 2)}\n`);
}
