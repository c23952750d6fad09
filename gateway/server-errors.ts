import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
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

/** Answers what never became a request: the same body and headers as elsewhere, then the connection ends. */
export function answerBrokenHttp(deps: { admission: Admission; clock: Clock; log: Logger }) {
  const { admission, clock, log } = deps;
  return (err: Error & { code?: string }, socket: Socket): void => {
    if (err.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, detail } = REFUSALS[err.code ?? ""] ?? MALFORMED;
    void admission
      .countAddress(socket.remoteAddress)
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
