import { fork } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { connectServices } from "../../services/cli/connect.ts";
import { runIngestion } from "../../services/cli/ingest/run.ts";
import type { Item, Survey } from "../../services/cli/sources/source.ts";
import { extract } from "../../services/document/extract/extract.ts";
import { parse } from "../../services/document/parse/parse.ts";
import type { CorpusRow } from "../support/corpus.ts";
import type { ServerFigures } from "./ingestion-server.ts";

/** What taking documents in costs. */
export interface IngestionFigures {
  documents: number;
  textMegabytes: number;
  insights: number;
  insightsPerThousandWords: number;
  /** Through the product: submitted to a server, parsed, extracted, stored, indexed and published, on all cores. */
  insightsPerSecond: number;
  megabytesPerSecond: number;
  /** The same of the documents that came after them, when the server's code has been compiled: most of a large batch. */
  laterInsightsPerSecond: number;
  /** The baseline: parse and extract alone, on one thread, nothing stored. */
  bareInsightsPerSecond: number;
  bareMegabytesPerSecond: number;
  cores: number;
  /** The server while all documents were taken in for the first time, */
  once: ServerFigures;
  /** then again as other documents, so that it holds twice, and then four times as many. */
  twice: ServerFigures;
  fourTimes: ServerFigures;
}

const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/node-compile", import.meta.url));

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
  // Compiled code is kept where `npx insights` keeps it: without, each thread takes half a second more to start.
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
  const server = fork(new URL("ingestion-server.ts", import.meta.url), [folder], { env });
  await once(server, "message");
  await using services = await connectServices({ INSIGHTS_DATA: folder }, "bench");
  const { documents } = services;
  const signal = new AbortController().signal;
  const figures = async (): Promise<ServerFigures> => {
    server.send({});
    const [answer] = await once(server, "message");
    return answer as ServerFigures;
  };
  const ingest = async (copies: number[]) => {
    await figures();
    const begun = performance.now();
    const { failed, insights } = await runIngestion(copiesOf(rows, copies), {
      documents,
      signal,
      onProgress: () => undefined,
    });
    if (failed[0]) throw new Error(failed[0].reason);
    const seconds = (performance.now() - begun) / 1_000;
    return { insights, seconds, figures: await figures() };
  };
  const first = await ingest([1]);
  const second = await ingest([2]);
  const last = await ingest([3, 4]);
  server.disconnect();
  await once(server, "exit");
  return {
    insights: first.insights,
    insightsPerSecond: first.insights / first.seconds,
    megabytesPerSecond: textMegabytes / first.seconds,
    laterInsightsPerSecond: (second.insights + last.insights) / (second.seconds + last.seconds),
    cores: availableParallelism(),
    once: first.figures,
    twice: second.figures,
    fourTimes: last.figures,
  };
}

/** The rows as other documents for each of the copies, read as a command reads a file. */
function copiesOf(rows: CorpusRow[], copies: number[]): Survey {
  const read = async function* (): AsyncGenerator<Item> {
    for (const copy of copies) for (const row of rows) yield { document: toSource(row, copy) };
  };
  return { sources: [{ documents: rows.length * copies.length, bytes: 0, read }], failures: [], notes: [] };
}

const toSource = (row: CorpusRow, copy: number) => ({
  name: row.document_url,
  listedAs: row.document_url,
  content: Buffer.from(row.text),
  mediaType: "text/plain" as const,
  documentUrl: `${row.document_url}?copy=${copy}`,
  sourceName: row.source_name,
  articleTitle: row.article_title,
  publishedDate: row.published_date ?? undefined,
  authors: row.authors,
  summary: "",
});

if (import.meta.main) {
  const [file = join(process.env["CORPUS_DIR"] ?? "", "corpus/documents.jsonl")] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(await measureIngestion(file), null, 2)}\n`);
}
