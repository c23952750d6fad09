import { randomUUID } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { readConfig } from "#kit/config.ts";
import { createLogger } from "#kit/log.ts";
import { allInOneConfig } from "../../services/all-in-one/config.ts";
import { openServices } from "../../services/all-in-one/open-services.ts";
import { extract } from "../../services/document/extract/extract.ts";
import { parse } from "../../services/document/parse/parse.ts";
import { type CorpusRow, toSubmitted } from "../support/corpus.ts";

/** What taking documents in costs. */
export interface IngestionFigures {
  documents: number;
  textMegabytes: number;
  insights: number;
  insightsPerThousandWords: number;
  /** Through the product: submitted, parsed, extracted, stored, indexed and published, on all cores. */
  insightsPerSecond: number;
  megabytesPerSecond: number;
  /** The baseline: parse and extract alone, on one thread, nothing stored. */
  bareInsightsPerSecond: number;
  bareMegabytesPerSecond: number;
  cores: number;
  /** The longest time that the serving thread was held up meanwhile, milliseconds. */
  eventLoopMaxMs: number;
  eventLoopP99Ms: number;
  /** Resident memory at its highest, bytes. */
  peakRssBytes: number;
}

/** Takes in the documents of a JSON Lines file. */
export async function measureIngestion(file: string): Promise<IngestionFigures> {
  const rows = await readRows(file);
  const bare = await takeBare(rows);
  const folder = mkdtempSync(join(tmpdir(), "bench-ingestion-"));
  try {
    return { ...bare, ...(await takeIn(rows, folder, bare.textMegabytes)) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function readRows(file: string): Promise<CorpusRow[]> {
  const rows: CorpusRow[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) if (line) rows.push(JSON.parse(line));
  return rows;
}

async function takeBare(rows: CorpusRow[]) {
  const encoder = new TextEncoder();
  let bytes = 0;
  let insights = 0;
  let words = 0;
  const begun = performance.now();
  for (const row of rows) {
    const content = encoder.encode(row.text);
    const parsed = await parse({ bytes: content, mediaType: "text/plain", name: row.document_url });
    const { article_title: title, source_name: sourceName, published_date: publishedDate, authors } = row;
    insights += extract(parsed, { title, sourceName, publishedDate, authors, documentUrl: row.document_url }).insights
      .length;
    bytes += content.length;
    words += row.text.split(/\s+/).length;
  }
  const seconds = (performance.now() - begun) / 1_000;
  return {
    documents: rows.length,
    textMegabytes: bytes / 1e6,
    insightsPerThousandWords: (insights / words) * 1_000,
    bareInsightsPerSecond: insights / seconds,
    bareMegabytesPerSecond: bytes / 1e6 / seconds,
  };
}

async function takeIn(rows: CorpusRow[], folder: string, textMegabytes: number) {
  await using services = await openServices({
    config: readConfig(allInOneConfig, { INSIGHTS_DATA: folder, LOG_LEVEL: "warn" }),
    command: "bench",
    log: createLogger("bench", "warn"),
    announcer: { changed: () => Promise.resolve() },
  });
  const { documents } = services;
  const batchId = randomUUID();
  let peakRssBytes = 0;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  for (const row of rows) {
    await documents.submit(toSubmitted(row, batchId));
  }
  let batch = await documents.batch(batchId);
  while (batch.open > 0) {
    await pause(20);
    batch = await documents.batch(batchId);
    peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - begun) / 1_000;
  delay.disable();
  const [failed] = batch.failed;
  if (failed) throw new Error(`${failed.documentUrl}: ${failed.reason}`);
  return {
    insights: batch.insights,
    insightsPerSecond: batch.insights / seconds,
    megabytesPerSecond: textMegabytes / seconds,
    cores: availableParallelism(),
    eventLoopMaxMs: delay.max / 1e6,
    eventLoopP99Ms: delay.percentile(99) / 1e6,
    peakRssBytes,
  };
}

if (import.meta.main) {
  const [file = join(process.env["CORPUS_DIR"] ?? "", "corpus/documents.jsonl")] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(await measureIngestion(file), null, 2)}\n`);
}
