import { once } from "node:events";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { waysTo } from "./rpc-ways.ts";

/** Callers who ask, one after the other, until they are stopped; disposal does that for a test that failed. */
export interface Load extends AsyncDisposable {
  /** Answers as they ought to be, by the caller's name. */
  answered: Record<string, number>;
  failed: FailedCall[];
  /** Resolves when every call has ended. */
  stop(): Promise<void>;
}

/** A call that was not answered as it ought to be. */
export interface FailedCall {
  caller: string;
  /** Of `performance.now()`. */
  fromMs: number;
  toMs: number;
  error: string;
}

type Call = () => Promise<void>;

/** Keeps calling. Callers of a name pause `pauseMs` on average between two calls. */
export function startLoad(callers: { name: string; call: Call; pauseMs: number; count: number }[]): Load {
  const stopping = new AbortController();
  const load: Load = {
    answered: {},
    failed: [],
    async stop() {
      stopping.abort();
      await running;
    },
    [Symbol.asyncDispose]: () => load.stop(),
  };
  const keepCalling = async ({ name, call, pauseMs }: (typeof callers)[number]) => {
    load.answered[name] ??= 0;
    while (!stopping.signal.aborted) {
      const fromMs = performance.now();
      try {
        await call();
        load.answered[name]++;
      } catch (err) {
        load.failed.push({ caller: name, fromMs, toMs: performance.now(), error: String(err) });
      }
      await sleep(pauseMs * (0.5 + Math.random()), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = Promise.all(callers.flatMap((one) => Array.from({ length: one.count }, () => keepCalling(one))));
  return load;
}

/** A request over HTTP/1.1, never sent twice. Rejects unless it is answered with `status`. */
export async function ask(
  url: string,
  options: { agent: Agent | false; method?: string; headers?: Record<string, string>; body?: unknown; status?: number },
): Promise<string> {
  const { agent, method = "GET", headers = {}, body, status = 200 } = options;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const call = request(url, {
    agent,
    method,
    headers: { ...headers, ...(sent && { "content-type": "application/json", "content-length": sent.length }) },
  });
  call.end(sent);
  const [answer] = await once(call, "response");
  const got = await text(answer);
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode} ${got}`);
  return got;
}

/** Everybody who searches with a key: on connections kept and new, busy and quiet, by REST and by native gRPC. */
export function searchers({ url, nativeUrl }: { url: string; nativeUrl: string }, key: string) {
  const stack = new DisposableStack();
  const headers = { "x-api-key": key };
  const search = (agent: Agent | false) => async () => {
    await ask(`${url}/api/insights/search`, {
      agent,
      method: "POST",
      headers,
      body: { query: "policy rate", limit: 1 },
    });
  };
  const kept = () => stack.adopt(new Agent({ keepAlive: true }), (agent) => agent.destroy());
  const native = (name: "gRPC by grpc-js" | "gRPC by connect-node") => {
    const way = stack.use(waysTo({ url, nativeUrl }, headers)).ways.get(name);
    return async () => {
      if (!way) throw new Error(`no ${name}`);
      await way(SearchService.method.search, { query: "policy rate", limit: 1 }, { timeoutMs: 20_000 });
    };
  };
  return {
    callers: [
      { name: "REST, connections kept", call: search(kept()), pauseMs: 60, count: 2 },
      { name: "REST, connections kept and quiet", call: search(kept()), pauseMs: 800, count: 2 },
      { name: "REST, a connection each", call: search(false), pauseMs: 120, count: 1 },
      { name: "gRPC by grpc-js", call: native("gRPC by grpc-js"), pauseMs: 120, count: 1 },
      { name: "gRPC by connect-node", call: native("gRPC by connect-node"), pauseMs: 120, count: 1 },
    ],
    [Symbol.dispose]: () => stack.dispose(),
  };
}
