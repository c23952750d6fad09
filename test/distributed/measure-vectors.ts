/**
 * What Milvus takes for so many vectors of the product's size: `node test/distributed/measure-vectors.ts [COUNT…]`. On the
 * engine of Milvus Lite, which knows FLAT and IVF_FLAT; README says what follows for larger servers.
 */
import { readFileSync } from "node:fs";
import { median } from "../../services/cli/eval/metrics.ts";
import { type FieldIndex, openMilvus } from "../../services/search/milvus/client.ts";
import { schemasOf, vectorsOf } from "../../services/search/milvus/schema.ts";
import { startMilvus } from "./servers/milvus.ts";

/** Of the bundled model. */
const DIM = 256;
const VECTORS_AN_INSIGHT = 5;
const AT_A_TIME = 2_000;
const SEARCHES = 60;
const INDEXES: FieldIndex[] = [
  { field_name: "vector", index_type: "FLAT", metric_type: "COSINE" },
  { field_name: "vector", index_type: "IVF_FLAT", metric_type: "COSINE", params: { nlist: 1_024 } },
];

const counts = process.argv.slice(2).map(Number);
process.stdout.write(
  `| vectors of ${DIM} | index | memory of Milvus | p50 | p99 | CPU of a search |\n|---|---|---|---|---|---|\n`,
);
for (const count of counts.length > 0 ? counts : [100_000, 300_000])
  for (const index of INDEXES) await measure(count, index);

async function measure(count: number, index: FieldIndex): Promise<void> {
  await using server = await startMilvus();
  await using client = openMilvus({ address: server.address, timeoutMs: 120_000 });
  const place = { place: "measured", dim: DIM };
  const name = vectorsOf(place);
  const schema = schemasOf(place).find((one) => one.name === name);
  if (!schema) throw new Error("there is no such collection");
  await client.createCollection(schema);
  for (let at = 0; at < count; at += AT_A_TIME) {
    const rows = Array.from({ length: Math.min(AT_A_TIME, count - at) }, (_, offset) => {
      const row = Math.floor((at + offset) / VECTORS_AN_INSIGHT);
      return { id: `${at + offset}`, row, part: 0, key: 1, source: 1, date: 20_240_101, vector: randomVector() };
    });
    await client.upsert(name, rows);
  }
  await client.createIndex(name, index);
  await client.load(name);
  const cpuMs = () => processorMs(readFileSync(`/proc/${server.pid()}/stat`, "utf8"));
  const before = cpuMs();
  const times: number[] = [];
  for (let search = 0; search < SEARCHES; search++) {
    const startedMs = performance.now();
    const asked = { collection: name, field: "vector", data: randomVector(), filter: "key <= 1", groupBy: "row" };
    const found = await client.search({ ...asked, limit: 400, fields: ["row"] });
    if (found.length < 300) throw new Error(`only ${found.length} found`);
    times.push(performance.now() - startedMs);
  }
  const searchCpuMs = (cpuMs() - before) / SEARCHES;
  const memoryMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, "utf8"))?.[1]) / 1_024;
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  const line = [
    count.toLocaleString("en"),
    index.index_type,
    `${memoryMiB.toFixed(0)} MiB`,
    ...[median(times), p99, searchCpuMs].map((ms) => `${ms.toFixed(0)} ms`),
  ];
  process.stdout.write(`| ${line.join(" | ")} |\n`);
}

/** Of a process, in user and system mode: its 14th and 15th fields, after a name in brackets, in ticks of 10 ms. */
function processorMs(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function randomVector(): number[] {
  return Array.from({ length: DIM }, () => Math.random() - 0.5);
}
