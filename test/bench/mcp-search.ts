import { Agent, request } from "node:http";
import { callMessage, ERAS, type Era } from "../support/mcp-message.ts";
import { ONE_VECTOR_EACH } from "./engine.ts";
import { type Shape, sampleQueries } from "./engine-documents.ts";
import { type ServedIndex, withServedIndex } from "./rest-search.ts";

/** Searches a second by REST and by MCP, the same queries in turns, of one server on a real index. */
export interface McpSearchFigures {
  insights: number;
  vectors: number;
  restPerSecond: number;
  /** By protocol era, and over REST. The goal is at least .7. */
  eras: Record<Era, { perSecond: number; ratio: number }>;
}

/** Enough to keep the search threads busy. */
const CALLERS = 8;

type Way = "rest" | Era;
const WAYS: Way[] = ["rest", ...ERAS];

/**
 * So many queries at once by one way, then by the next, beginning with another way each time: whoever else is at work on the
 * machine holds up all of them alike.
 */
export function measureMcpSearch(corpusDir: string, shape: Shape, rounds = 4): Promise<McpSearchFigures> {
  return withServedIndex(corpusDir, shape, async (served) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
    const queries = sampleQueries(corpusDir);
    const spentMs = { rest: 0, "2025-11-25": 0, "2026-07-28": 0 };
    let turn = 0;
    for (let round = 0; round <= rounds; round += 1) {
      for (let at = 0; at < queries.length; at += CALLERS) {
        const some = queries.slice(at, at + CALLERS);
        for (const [i] of WAYS.entries()) {
          const way = WAYS[(turn + i) % WAYS.length] ?? "rest";
          const before = performance.now();
          await Promise.all(some.map((query) => ask(served, agent, way, query)));
          // The first round warms up.
          if (round > 0) spentMs[way] += performance.now() - before;
        }
        turn += 1;
      }
    }
    agent.destroy();
    const { insights, vectors } = await served.server.services.search.status();
    const perSecond = (way: Way) => (queries.length * rounds) / (spentMs[way] / 1_000);
    const eraOf = (era: Era) => ({ perSecond: perSecond(era), ratio: spentMs.rest / spentMs[era] });
    const eras = { "2025-11-25": eraOf("2025-11-25"), "2026-07-28": eraOf("2026-07-28") };
    return { insights, vectors, restPerSecond: perSecond("rest"), eras };
  });
}

function ask({ server, rawKey }: ServedIndex, agent: Agent, way: Way, query: string): Promise<void> {
  const asked =
    way === "rest"
      ? { path: "/api/insights/search", headers: { "x-api-key": rawKey }, body: { query } }
      : {
          ...callMessage(way, "search_insights", { query }),
          path: "/mcp",
        };
  const headers = { "content-type": "application/json", authorization: `Bearer ${rawKey}`, ...asked.headers };
  return new Promise((resolve, reject) => {
    request(server.address + asked.path, { method: "POST", agent, headers }, (response) => {
      // Counted, and its beginning kept: a refusal of MCP has status 200 and is short.
      let bytes = 0;
      let beginning = "";
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (beginning.length < 500) beginning += part.toString("latin1", 0, 500);
      });
      response.on("end", () => {
        const isRefused = response.statusCode !== 200 || (bytes < 500 && beginning.includes('"isError"'));
        if (isRefused) reject(new Error(`answered ${response.statusCode}: ${beginning}`));
        else resolve();
      });
      response.on("error", reject);
    })
      .on("error", reject)
      .end(JSON.stringify(asked.body));
  });
}

if (import.meta.main) {
  const corpusDir = process.env["CORPUS_DIR"];
  if (!corpusDir) throw new Error("set CORPUS_DIR to the folder that holds corpus/ and retrieval/");
  const insights = Number(process.argv[2] ?? ONE_VECTOR_EACH.insights);
  const figures = await measureMcpSearch(corpusDir, { ...ONE_VECTOR_EACH, insights });
  process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
}
