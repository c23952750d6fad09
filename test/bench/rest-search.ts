import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { type AllInOne, openAllInOne } from "../../services/all-in-one/main.ts";
import { openSqliteIndex } from "../../services/search/adapters/sqlite-index.ts";
import { ONE_VECTOR_EACH } from "./engine.ts";
import { type Shape, sampleDocuments, sampleQueries } from "./engine-documents.ts";
import { watchEventLoop } from "./event-loop.ts";

/** A search through REST, keys and limits and durable usage on, against the bare call of the engine. */
export interface RestSearchFigures {
  insights: number;
  vectors: number;
  engineP50Ms: number;
  engineP99Ms: number;
  restP50Ms: number;
  restP99Ms: number;
  /** REST over engine, of the medians, once the code of both is compiled. The goal is at most 1.25. */
  ratio: number;
  /** The same in the first searches that the process answers. */
  firstRatio: number;
  /** How long the serving thread was busy in the search that held it longest, each query at its best: it blocks no longer. */
  eventLoopMaxMs: number;
}

/** Rounds of all queries that are measured, at first and once more. */
const ROUNDS = 4;
/** And between: each round of 80 queries was a little faster than the one before, up to the tenth or twelfth. */
const ROUNDS_BETWEEN = 8;

/** Builds the index in a data folder of its own, serves it, and asks in turns through REST and directly. */
export function measureRestSearch(corpusDir: string, shape: Shape): Promise<RestSearchFigures> {
  return withServedIndex(corpusDir, shape, (served) => measure(served, sampleQueries(corpusDir)));
}

/** A server on an index of its own. */
export interface ServedIndex {
  server: AllInOne;
  rawKey: string;
}

/** Builds an index in a data folder of its own and serves it for as long as the work takes. */
export async function withServedIndex<Result>(
  corpusDir: string,
  shape: Shape,
  work: (served: ServedIndex) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "bench-rest-"));
  try {
    await build(join(folder, "insights.db"), corpusDir, shape);
    const env = { INSIGHTS_DATA: folder, PORT: "0", LOG_LEVEL: "warn", RATE_LIMIT_ENTERPRISE: "10000000" };
    await using server = await openAllInOne(env, "bench");
    const account = { operator: true } as const;
    const { rawKey } = await server.services.accounts.createKey({ account, name: "bench", tier: "enterprise" });
    return await work({ server, rawKey });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function build(path: string, corpusDir: string, shape: Shape): Promise<void> {
  await using index = await openSqliteIndex({ path });
  for (const document of sampleDocuments(corpusDir, shape)) {
    await index.stage(document);
    await index.publish(document.docId, document.version);
  }
}

async function measure({ server, rawKey }: ServedIndex, queries: string[]): Promise<RestSearchFigures> {
  const { search } = server.services;
  const client = startClient(server.address, rawKey);
  await client.ask(queries);
  const eventLoop = watchEventLoop();
  const askBoth = async (rounds: number) => {
    const engine: number[] = [];
    const rest: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const query of queries) {
        const bare = async () => {
          const before = performance.now();
          await search.search({ query, limit: 20 });
          engine.push(performance.now() - before);
        };
        // In turns first: the second finds the caches warm.
        if (round % 2 === 0) await bare();
        rest.push(...(await eventLoop.during(query, () => client.ask([query]))));
        if (round % 2 === 1) await bare();
      }
    }
    return { engine, rest, ratio: quantile(rest, 0.5) / quantile(engine, 0.5) };
  };
  const first = await askBoth(ROUNDS);
  await askBoth(ROUNDS_BETWEEN);
  const { engine, rest, ratio } = await askBoth(ROUNDS);
  await client.end();
  const { insights, vectors } = await search.status();
  return {
    insights,
    vectors,
    engineP50Ms: quantile(engine, 0.5),
    engineP99Ms: quantile(engine, 0.99),
    restP50Ms: quantile(rest, 0.5),
    restP99Ms: quantile(rest, 0.99),
    ratio,
    firstRatio: first.ratio,
    eventLoopMaxMs: eventLoop.busiestMs(),
  };
}

const quantile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Asks one query after the other over one connection, in a thread of its own, and says how long each took. */
function startClient(address: string, rawKey: string) {
  const thread = new Worker(new URL("./rest-client.ts", import.meta.url), { workerData: { address, rawKey } });
  return {
    async ask(queries: string[]): Promise<number[]> {
      thread.postMessage(queries);
      const [times] = await once(thread, "message");
      return z.array(z.number()).parse(times);
    },
    end: () => thread.terminate(),
  };
}

if (import.meta.main) {
  const corpusDir = process.env["CORPUS_DIR"];
  if (!corpusDir) throw new Error("set CORPUS_DIR to the folder that holds corpus/ and retrieval/");
  const insights = Number(process.argv[2] ?? ONE_VECTOR_EACH.insights);
  const figures = await measureRestSearch(corpusDir, { ...ONE_VECTOR_EACH, insights });
  process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
}
