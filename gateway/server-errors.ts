import { type Server, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import type { Logger } from "#kit/log.ts";
import type { Admission } from "./admission.ts";
import { STANDARD_HEADERS } from "./headers.ts";
import { rateLimitHeaders } from "./rate-limit.ts";

/** What Node's HTTP parser refuses, by its error code. */
const REFUSALS: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: "The headers are larger than 16 KiB: send a shorter URL and fewer headers.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: "The request took too long to arrive: send it faster." },
};
const MALFORMED = { status: 400, detail: "Malformed HTTP request: use an HTTP client library." };

const NO_PROXY = { status: 405, detail: "CONNECT is not possible here: this is no proxy." };

/** Answers what never became a request: the same body and headers as elsewhere, then the connection ends. */
export function createRefuser(deps: { admission: Admission; clock: Clock; log: Logger }) {
  const { admission, clock, log } = deps;

  const refuse = (socket: Duplex, { status, detail }: { status: number; detail: string }) => {
    void admission
      .countAddress(socket instanceof Socket ? socket.remoteAddress : undefined)
      .then((standing) => rateLimitHeaders(standing, clock.now()))
      .catch((cause: unknown) => {
        log.error(
          { err: new DomainError("internal", "an address could not be counted", { cause }) },
          "a request failed",
        );
        return {};
      })
      .then((headers) => {
        if (socket.writable) socket.end(rawAnswer(status, detail, headers));
        else socket.destroy();
      });
  };

  return {
    /** For Fastify's `clientErrorHandler`. */
    onClientError(err: Error & { code?: string }, socket: Socket): void {
      if (err.code === "ECONNRESET" || !socket.writable) socket.destroy();
      else refuse(socket, REFUSALS[err.code ?? ""] ?? MALFORMED);
    },
    /** What Node would otherwise end without a word, or answer with an empty body. */
    listen(server: Server): void {
      server.on("connect", (_request, socket) => {
        // From here on Node leaves the socket to us: an error that nobody listens for would end the process.
        socket.on("error", () => socket.destroy());
        refuse(socket, NO_PROXY);
      });
      // An expectation that we do not know is ignored, as RFC 9110 allows, and the request served.
      server.on("checkExpectation", (request, response) => server.emit("request", request, response));
    },
  };
}

function rawAnswer(status: number, detail: string, headers: Record<string, string>): string {
  const body = JSON.stringify({ detail });
  const all = {
    ...STANDARD_HEADERS,
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}
