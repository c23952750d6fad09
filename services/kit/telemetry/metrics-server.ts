import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DomainError } from "../errors.ts";
import { listenAddress } from "../grpc/addresses.ts";

/** Prometheus' text format, https://prometheus.io/docs/instrumenting/exposition_formats/. */
const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Serves `GET /metrics` and nothing else. Resolves to where it listens, "HOST:PORT". Who asks while an answer is being made
 * gets the same one: asking costs as much as one caller, however many there are.
 */
export async function serveMetrics(options: {
  host: string;
  port: number;
  collect(): Promise<string>;
}): Promise<{ address: string } & AsyncDisposable> {
  const { host, port, collect } = options;
  let underWay: Promise<string> | undefined;
  const shared = () => {
    underWay ??= collect().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    const [path] = (request.url ?? "").split("?");
    request.resume();
    if (path !== "/metrics") return refuse(response, 404, "No such path: /metrics is all there is on this port.");
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("allow", "GET, HEAD");
      return refuse(response, 405, `${request.method} is not possible here: use GET.`);
    }
    shared().then(
      (text) => response.writeHead(200, { "content-type": TEXT_FORMAT }).end(text),
      () => refuse(response, 500, "The metrics cannot be told at the moment: see the log."),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EADDRINUSE" ? "another program listens there" : `the system said ${cause.code}`;
      const sentence = `Cannot listen on ${host}:${port}: ${why}. Set METRICS_PORT or HOST to another one.`;
      reject(new DomainError("unavailable", sentence, { cause }));
    });
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  return {
    address: listenAddress(bound.address, bound.port),
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify({ detail }));
}
