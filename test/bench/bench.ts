import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Command } from "commander";
import { measureConnect } from "./connect.ts";
import { measureEngine, ONE_VECTOR_EACH, PRODUCT } from "./engine.ts";
import type { Shape } from "./engine-documents.ts";
import { measureFirstSearch } from "./first-search.ts";
import { measureGateway } from "./gateway.ts";
import { measureIngestion } from "./ingestion.ts";
import { benchLedger, type RecordingFigures } from "./ledger.ts";
import { measureMcp } from "./mcp.ts";
import { measureMcpSearch } from "./mcp-search.ts";
import { measureRestSearch } from "./rest-search.ts";
import { measureTelemetry } from "./telemetry.ts";

/** One line of the table: a figure, its baseline of the same run, and what it should be. */
interface Row {
  what: string;
  measured: string;
  baseline: string;
  goal: string;
}

interface Options {
  corpusDir: string;
  /** Of the indexes that are searched. */
  insights: number;
}

/** The benchmarks in their order; those with `needsCorpus` want CORPUS_DIR. */
const BENCHMARKS: { name: string; needsCorpus: boolean; run(options: Options): Promise<Row[]> }[] = [
  { name: "gateway", needsCorpus: false, run: gatewayRows },
  { name: "telemetry", needsCorpus: false, run: telemetryRows },
  { name: "ledger", needsCorpus: false, run: ledgerRows },
  { name: "ingestion", needsCorpus: true, run: ingestionRows },
  { name: "engine", needsCorpus: true, run: engineRows },
  { name: "rest", needsCorpus: true, run: (options) => restRows(PRODUCT, "ratio at most 1.25", options) },
  { name: "rest-one-vector", needsCorpus: true, run: (options) => restRows(ONE_VECTOR_EACH, "below 9.6 ms", options) },
  { name: "mcp", needsCorpus: false, run: mcpRows },
  { name: "connect", needsCorpus: false, run: connectRows },
  { name: "mcp-search", needsCorpus: true, run: mcpSearchRows },
  { name: "first-search", needsCorpus: false, run: firstSearchRows },
];

const program = new Command("npm run bench --")
  .description("Measures what the product costs, each figure against a baseline of the same run. Takes 15 minutes.")
  .argument("[names...]", `which of: ${BENCHMARKS.map(({ name }) => name).join(", ")}; all of them by default`)
  .option("--insights <count>", "of the indexes that are searched; the goals are for 100,000", Number, PRODUCT.insights)
  .option("--json", "print the rows as one JSON document")
  .addHelpText("after", "\nOn real documents, with CORPUS_DIR set. Run nothing else on the machine meanwhile.")
  .action(async (names: string[], { insights, json }: { insights: number; json?: boolean }) => {
    const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
    if (unknown.length > 0) program.error(`there is no benchmark ${unknown.join(", ")}`, { exitCode: 2 });
    if (!(insights >= 1_000)) program.error("--insights must be a number from 1000", { exitCode: 2 });
    const chosen = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name));
    const rows: Row[] = [];
    for (const benchmark of chosen) {
      // Each in a process of its own: one must not run on the heap that another left.
      rows.push(
        ...(chosen.length === 1 ? await measure(benchmark, insights) : await measureApart(benchmark.name, insights)),
      );
    }
    process.stdout.write(json ? `${JSON.stringify(rows, undefined, 2)}\n` : toTable(rows));
  });

async function measureApart(name: string, insights: number): Promise<Row[]> {
  const child = spawn(process.execPath, [import.meta.filename, name, "--insights", String(insights), "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const said = await text(child.stdout);
  const [status] = await ended;
  if (status !== 0) throw new Error(`the benchmark ${name} ended with ${status}`);
  return JSON.parse(said) as Row[];
}

async function measure({ name, needsCorpus, run }: (typeof BENCHMARKS)[number], insights: number): Promise<Row[]> {
  const corpusDir = process.env["CORPUS_DIR"] ?? "";
  if (needsCorpus && !existsSync(join(corpusDir, "corpus", "documents.jsonl"))) {
    process.stderr.write(`${name}: skipped, set CORPUS_DIR to the folder that holds corpus/ and retrieval/\n`);
    return [];
  }
  process.stderr.write(`${name} …\n`);
  return run({ corpusDir, insights });
}

async function gatewayRows(): Promise<Row[]> {
  const cost = await measureGateway();
  return [
    {
      what: `REST over a stub index, ${kilobytes(cost.answerBytes)} an answer`,
      measured: `${whole(cost.gatewayPerSecond)} requests/s, p50 ${ms(cost.gatewayP50Ms)}`,
      baseline: `${whole(cost.barePerSecond)} requests/s, p50 ${ms(cost.bareP50Ms)}: a bare Fastify route, the same bytes`,
      goal: `ratio ${cost.ratio.toFixed(2)}, goal at least 0.5`,
    },
    {
      what: "the same with the search service behind gRPC",
      measured: `${whole(cost.grpcPerSecond)} requests/s, p50 ${ms(cost.grpcP50Ms)}; CPU of a request ${cost.grpcCpuUs} µs in the gateway, ${cost.grpcServiceCpuUs} µs in the service, ${cost.gatewayCpuUs} µs without gRPC`,
      baseline: `${whole(cost.barePerSecond)} requests/s: the bare Fastify route`,
      goal: `ratio ${cost.grpcRatio.toFixed(3)}, goal 0.12`,
    },
    {
      what: "turn of the event loop in bursts: 64 searches of 100 insights; 32 lists of 200 documents",
      measured: `longest ${ms(cost.searchBurstMs)}; ${ms(cost.listBurstMs)}`,
      baseline: "",
      goal: "at most 10 ms",
    },
  ];
}

async function telemetryRows(): Promise<Row[]> {
  const { perSecond, cpuUs, withoutPerSecond, withoutCpuUs, ratio } = await measureTelemetry();
  return [
    {
      what: "REST over a stub index with metrics, and a tenth of the requests traced",
      measured: `${whole(perSecond)} requests/s, ${whole(cpuUs)} µs of CPU`,
      baseline: `${whole(withoutPerSecond)} requests/s, ${whole(withoutCpuUs)} µs of CPU: without`,
      goal: `ratio ${ratio.toFixed(2)} of CPU`,
    },
  ];
}

async function ledgerRows(): Promise<Row[]> {
  const { baseline, callers64 } = await benchLedger();
  const figures = ({ eventsPerSecond, mainThreadMicros }: RecordingFigures) =>
    `${whole(eventsPerSecond)}/s, ${mainThreadMicros.toFixed(1)} µs of the event loop each`;
  return [
    {
      what: "usage events made durable, 64 callers",
      measured: figures(callers64),
      baseline: `${figures(baseline)}: a transaction each, on the event loop, no sums kept`,
      goal: `ratio ${(callers64.eventsPerSecond / baseline.eventsPerSecond).toFixed(1)}`,
    },
  ];
}

async function ingestionRows({ corpusDir }: Options): Promise<Row[]> {
  const figures = await measureIngestion(join(corpusDir, "corpus", "documents.jsonl"));
  const bare = figures.bareInsightsPerSecond * figures.cores;
  const { once, twice, fourTimes } = figures;
  return [
    {
      what: `ingestion of ${figures.documents} documents, ${figures.textMegabytes.toFixed(1)} MB, ${figures.insights} insights`,
      measured: `${whole(figures.insightsPerSecond)} insights/s, ${figures.megabytesPerSecond.toFixed(2)} MB/s on ${figures.cores} cores; ${whole(figures.laterInsightsPerSecond)} insights/s of the next ${3 * figures.documents} documents`,
      baseline: `${whole(bare)} insights/s: parse and extract alone, ${figures.cores} × one thread`,
      goal: `ratio ${(figures.insightsPerSecond / bare).toFixed(2)}; goal 1,000 insights/s at 5 to 15 per 1,000 words (${figures.insightsPerThousandWords.toFixed(1)})`,
    },
    {
      what: "event loop of the server meanwhile",
      measured: `longest turn ${ms(once.longestTurnMs)} of computing; held up, also by others, p99 ${ms(once.heldUpP99Ms)}, longest ${ms(once.heldUpMaxMs)}`,
      baseline: "",
      goal: "at most 10 ms",
    },
    {
      what: "memory of the server without the index's columns, with twice and four times as much taken in",
      measured: `${megabytes(twice.peakBeyondColumnsBytes)}; ${megabytes(fourTimes.peakBeyondColumnsBytes)}, with the columns ${megabytes(fourTimes.peakBytes)}`,
      baseline: `${megabytes(once.peakBeyondColumnsBytes)} after the first time`,
      goal: `ratio ${(fourTimes.peakBeyondColumnsBytes / once.peakBeyondColumnsBytes).toFixed(2)}, goal at most 1.25`,
    },
  ];
}

async function engineRows({ corpusDir, insights }: Options): Promise<Row[]> {
  const figures = await measureEngine(corpusDir, { ...PRODUCT, insights });
  return [
    {
      what: `engine, ${whole(figures.insights)} insights, ${whole(figures.vectors)} vectors`,
      measured: `p50 ${ms(figures.p50Ms)}, p99 ${ms(figures.p99Ms)}; ${ms(figures.cpuMs)} of CPU`,
      baseline: `${ms(figures.plainScanMs)}: a plain loop over as many vectors, no keywords, no ranking`,
      goal: "p50 at most 12 ms, p99 at most 30 ms",
    },
    {
      what: "the same with filters",
      measured: `p50 ${ms(figures.filteredP50Ms)}, p99 ${ms(figures.filteredP99Ms)}`,
      baseline: `p50 ${ms(figures.p50Ms)} without`,
      goal: "not slower",
    },
    {
      what: "start; event loop; memory; recall of the scan",
      measured: `${ms(figures.openMs)}; longest ${ms(figures.eventLoopMaxMs)}; columns ${whole(figures.columnsMb)} MB, resident ${whole(figures.residentMb)} MB; ${figures.recall.toFixed(3)}`,
      baseline: "",
      goal: "5 s; 10 ms",
    },
  ];
}

async function restRows(shape: Shape, goal: string, { corpusDir, insights }: Options): Promise<Row[]> {
  const figures = await measureRestSearch(corpusDir, { ...shape, insights });
  return [
    {
      what: `search through REST, ${whole(figures.insights)} insights, ${whole(figures.vectors)} vectors`,
      measured: `p50 ${ms(figures.restP50Ms)}, p99 ${ms(figures.restP99Ms)}; event loop at most ${ms(figures.eventLoopMaxMs)}`,
      baseline: `p50 ${ms(figures.engineP50Ms)}, p99 ${ms(figures.engineP99Ms)}: the engine's bare call`,
      goal: `ratio ${figures.ratio.toFixed(2)}, ${figures.firstRatio.toFixed(2)} in the first searches; goal ${goal}`,
    },
  ];
}

async function connectRows(): Promise<Row[]> {
  const { connectPerSecond, connectCpuUs, restPerSecond, restCpuUs, ratio } = await measureConnect();
  return [
    {
      what: "search by Connect in JSON over a stub index",
      measured: `${whole(connectPerSecond)} requests/s, ${whole(connectCpuUs)} µs of CPU`,
      baseline: `${whole(restPerSecond)} requests/s, ${whole(restCpuUs)} µs of CPU: the same by REST`,
      goal: `ratio ${ratio.toFixed(2)}`,
    },
  ];
}

async function mcpRows(): Promise<Row[]> {
  const { eras, restBytes, restPerSecond, restCpuUs, burstMs } = await measureMcp();
  const [newer, older] = [eras["2026-07-28"], eras["2025-11-25"]];
  return [
    {
      what: `search by MCP over a stub index, ${kilobytes(newer.bytes)} an answer: 2026-07-28; 2025-11-25`,
      measured: `${whole(newer.perSecond)} requests/s, ${whole(newer.cpuUs)} µs of CPU; ${whole(older.perSecond)}, ${whole(older.cpuUs)}`,
      baseline: `${whole(restPerSecond)} requests/s, ${whole(restCpuUs)} µs of CPU: the same by REST, ${kilobytes(restBytes)}`,
      goal: `ratio ${newer.ratio.toFixed(2)}; ${older.ratio.toFixed(2)}`,
    },
    {
      what: "turn of the event loop in bursts of 64 searches of 100 insights by MCP",
      measured: `longest ${ms(burstMs)}`,
      baseline: "",
      goal: "at most 10 ms",
    },
  ];
}

async function mcpSearchRows({ corpusDir, insights }: Options): Promise<Row[]> {
  const figures = await measureMcpSearch(corpusDir, { ...ONE_VECTOR_EACH, insights });
  const [newer, older] = [figures.eras["2026-07-28"], figures.eras["2025-11-25"]];
  return [
    {
      what: `search by MCP, ${whole(figures.insights)} insights, ${whole(figures.vectors)} vectors: 2026-07-28; 2025-11-25`,
      measured: `${whole(newer.perSecond)} searches/s; ${whole(older.perSecond)}`,
      baseline: `${whole(figures.restPerSecond)} searches/s: the same queries by REST`,
      goal: `ratio ${newer.ratio.toFixed(2)}; ${older.ratio.toFixed(2)}; goal at least 0.7`,
    },
  ];
}

async function firstSearchRows(): Promise<Row[]> {
  const figures = await measureFirstSearch();
  return [
    {
      what: "first search on a fresh clone, after npm ci",
      measured: `${figures.firstSearchSeconds.toFixed(1)} s`,
      baseline: `${figures.installSeconds.toFixed(1)} s: npm ci itself`,
      goal: "within 60 s",
    },
  ];
}

const toTable = (rows: Row[]): string =>
  [
    "| what | measured | baseline of the same run | goal |",
    "|---|---|---|---|",
    ...rows.map(({ what, measured, baseline, goal }) => `| ${what} | ${measured} | ${baseline} | ${goal} |`),
    "",
  ].join("\n");

const whole = (value: number): string => Math.round(value).toLocaleString("en");
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const kilobytes = (bytes: number): string => `${(bytes / 1e3).toFixed(0)} KB`;
const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`;

await program.parseAsync();
