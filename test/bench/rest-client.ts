import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/**
 * The caller of `rest-search.ts`: a thread of its own on a bare socket, so that a client's work is not counted as the
 * server's. It sends a request, reads until the announced length is there, and sends the next.
 */
const { address, rawKey } = workerData as { address: string; rawKey: string };
const { hostname, port } = new URL(address);
const socket = connect({ host: hostname, port: Number(port), noDelay: true });

function search(query: string): Promise<void> {
  const body = JSON.stringify({ query });
  const head = `POST /api/insights/search HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${rawKey}\r\nContent-Type: application/json\r\n`;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  let missing = Number.NaN;
  const read = (chunk: Buffer) => {
    chunks.push(chunk);
    missing -= chunk.length;
    if (Number.isNaN(missing)) missing = missingOf(Buffer.concat(chunks));
    if (missing !== 0) return;
    socket.off("data", read);
    const answer = Buffer.concat(chunks);
    if (answer.includes("HTTP/1.1 200 ")) resolve();
    else reject(new Error(answer.toString()));
  };
  socket.on("data", read);
  socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  return promise;
}

/** Bytes still to come; NaN before the head is whole. */
function missingOf(answer: Buffer): number {
  const end = answer.indexOf("\r\n\r\n");
  const [, length] = /content-length: (\d+)/i.exec(answer.toString("latin1", 0, Math.max(0, end))) ?? [];
  return end < 0 || length === undefined ? Number.NaN : end + 4 + Number(length) - answer.length;
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
