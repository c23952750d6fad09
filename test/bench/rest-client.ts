import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** The caller of `rest-search.ts`: a thread of its own, so that its work is not counted as the server's. */
const { address, rawKey } = workerData as { address: string; rawKey: string };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const headers = { "x-api-key": rawKey, "content-type": "application/json" };

function search(query: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(`${address}/api/insights/search`, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => (response.statusCode === 200 ? resolve() : reject(new Error(text))));
    });
    call.on("error", reject).end(JSON.stringify({ query }));
  });
}

parentPort?.on("message", async (queries: string[]) => {
  const times: number[] = [];
  for (const query of queries) {
    const before = performance.now();
    await search(query);
    times.push(performance.now() - before);
  }
  parentPort?.postMessage(times);
});
