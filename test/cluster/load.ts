import { Agent, request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { callMessage } from "../support/mcp-message.ts";
import { waysTo } from "../support/rpc-ways.ts";

/** What callers saw while something happened. */
export interface Seen {
  /** Requests that were answered as they should be; each is one operation on the account. */
  answered: number;
  failures: Failure[];
  /** Connections that nobody took: nothing was sent, and the caller tried again. */
  refused: number;
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
  seconds: number;
}

export interface Failure {
  call: string;
  why: string;
  sentMs: number;
  failedMs: number;
}

/** Callers at work, until they are stopped. */
export interface Load {
  stop(): Promise<Seen>;
}

const DEADLINE_MS = 15_000;
const RETRY_MS = 50;
const QUERIES = [
  "policy rate decision",
  "wheat ending stocks",
  "crude oil price forecast",
  "inflation outlook",
  "revenue growth",
];

/** A person at the console, whose requests are no operations. */
const CONSOLE = "console";

/**
 * Callers of every kind, each with one request under way at a time: REST over connections that stay open, REST over one each,
 * MCP, native gRPC, and the console, which asks the account service each time. Each pauses for `pauseMs` after an answer.
 */
export function startLoad(options: {
  url: string;
  nativeUrl: string;
  key: string;
  token: string;
  pauseMs: number;
}): Load {
  const { url, nativeUrl, key, token, pauseMs } = options;
  const startedMs = performance.now();
  const seen = { answered: 0, refused: 0, failures: [] as Failure[], latencies: [] as number[] };
  let isStopped = false;
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })];
  const { ways, [Symbol.dispose]: closeWays } = waysTo({ url, nativeUrl }, { "x-api-key": key });
  const grpc = ways.get("gRPC by grpc-js");
  if (!grpc) throw new Error("there is no way by grpc-js");

  const query = (turn: number) => QUERIES[turn % QUERIES.length] ?? "";
  const json = { "content-type": "application/json", "x-api-key": key };
  const calls: Record<string, (turn: number) => Promise<void>> = {};
  for (const [at, agent] of agents.entries()) {
    const how = at === 0 ? "kept" : "new";
    calls[`REST search, ${how}`] = async (turn) => {
      const answer = await ask(agent, `${url}/api/insights/search`, json, { query: query(turn), limit: 5 });
      if (!answer.includes('"insight_id"')) throw new Error(`an answer without insights: ${answer.slice(0, 200)}`);
    };
    calls[`REST documents, ${how}`] = async () => void (await ask(agent, `${url}/api/documents?limit=5`, json));
  }
  calls["MCP search"] = async (turn) => {
    const { body, headers } = callMessage("2025-11-25", "search_insights", { query: query(turn), limit: 3 });
    const accept = { accept: "application/json, text/event-stream", authorization: `Bearer ${key}` };
    const all = { "content-type": "application/json", ...headers, ...accept };
    const answer = await ask(agents[0], `${url}/mcp`, all, body);
    if (!answer.includes("insight_id")) throw new Error(`a tool call without insights: ${answer.slice(0, 300)}`);
  };
  calls["gRPC search"] = async (turn) =>
    void (await grpc(SearchService.method.search, { query: query(turn), limit: 3 }, { timeoutMs: DEADLINE_MS }));
  calls["gRPC documents"] = async () =>
    void (await grpc(DocumentService.method.listDocuments, { limit: 3 }, { timeoutMs: DEADLINE_MS }));

  const session = { authorization: `Bearer ${token}` };
  calls[CONSOLE] = async () => void (await ask(agents[0], `${url}/console/content/me/api-keys`, session));

  const caller = async ([name, call]: [string, (turn: number) => Promise<void>]) => {
    for (let turn = 0; !isStopped; turn += 1) {
      const sentMs = Date.now();
      try {
        await call(turn);
        if (name !== CONSOLE) seen.answered += 1;
        seen.latencies.push(Date.now() - sentMs);
      } catch (err) {
        if (isRefusal(err)) {
          seen.refused += 1;
          await pause(RETRY_MS);
          continue;
        }
        seen.failures.push({ call: name, why: reasonOf(err), sentMs, failedMs: Date.now() });
      }
      await pause(pauseMs);
    }
  };
  const callers = Object.entries(calls).map(caller);
  return {
    async stop() {
      isStopped = true;
      await Promise.all(callers);
      for (const agent of agents) agent.destroy();
      closeWays();
      const { latencies, ...counts } = seen;
      const sorted = latencies.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      const seconds = (performance.now() - startedMs) / 1_000;
      return { ...counts, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1), seconds };
    },
  };
}

/** The body of a 200, which it must be; a body is sent by POST. By Node's own client, which neither sends again by itself nor hides how a connection ended. */
export function ask(
  agent: Agent | undefined,
  url: string,
  headers: Record<string, string>,
  body?: object,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const method = body ? "POST" : "GET";
    const request = httpRequest(url, { agent, method, headers, timeout: DEADLINE_MS }, (response) => {
      let answer = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        answer += chunk;
      });
      response.once("error", reject).once("end", () => {
        if (response.statusCode === 200) resolve(answer);
        else reject(new Error(`${response.statusCode}: ${answer.slice(0, 300)}`));
      });
    });
    request.once("error", (err) => reject(Object.assign(err, { wasReused: request.reusedSocket })));
    request.once("timeout", () => request.destroy(new Error(`no answer within ${DEADLINE_MS} ms`)));
    request.end(body && JSON.stringify(body));
  });
}

const codeOf = (err: unknown) => (err instanceof Error && "code" in err ? err.code : undefined);

/** Whether no server ever saw the request: nobody listens at the address while a process is started again. */
const isRefusal = (err: unknown): boolean =>
  codeOf(err) === "ECONNREFUSED" || (err instanceof Error && /ECONNREFUSED/.test(err.message));

const reasonOf = (err: unknown): string => {
  const code = codeOf(err);
  const reused = err instanceof Error && "wasReused" in err && err.wasReused ? ", on a connection that was open" : "";
  return `${code === undefined ? "" : `${code}: `}${err instanceof Error ? err.message : String(err)}${reused}`;
};
