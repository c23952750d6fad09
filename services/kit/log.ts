import { isSpanContextValid, trace } from "@opentelemetry/api";
import { type Logger, pino } from "pino";
import { z } from "zod";

export type { Logger };

/** The setting of how much is logged. */
export const logLevel = z
  .enum(["fatal", "error", "warn", "info", "debug", "silent"], {
    error: "must be fatal, error, warn, info, debug or silent",
  })
  .default("info")
  .describe("Least level logged");

/**
 * The process's logger: JSON lines on stderr, so that stdout stays free for a command's answer.
 * Within a request that has a trace they name it. Headers and fields that carry credentials are blanked wherever they occur.
 */
export function createLogger(process: string, level: string): Logger {
  return pino(
    {
      level,
      base: { process },
      mixin: traceIds,
      redact: {
        paths: [
          "headers",
          "*.headers",
          "raw_key",
          "*.raw_key",
          "rawKey",
          "*.rawKey",
          "authorization",
          "*.authorization",
          "apiKey",
          "*.apiKey",
          "*.LLM_API_KEY",
          "*.EMBEDDING_API_KEY",
        ],
        censor: "[redacted]",
      },
    },
    openStderr(),
  );
}

/** What waits to be logged at most; beyond it lines are lost, not memory. */
const BACKLOG_BYTES = 4 * 1024 * 1024;

/** Where the log goes. One that cannot be written (a full disk) costs its lines, and never the requests that they tell of. */
function openStderr() {
  const destination = pino.destination({ fd: 2, sync: false, maxLength: BACKLOG_BYTES });
  let isFailing = false;
  destination.on("write", () => {
    isFailing = false;
  });
  // Without a listener the error would end the process. What was not written is tried again with the next line.
  destination.on("error", () => {
    isFailing = true;
  });
  // At the end of the process it would try for as long as the disk is full: the process would neither work nor end.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return destination;
}

/** Of the span that is under way, by the names that log collectors look for. */
function traceIds(): object {
  const active = trace.getActiveSpan()?.spanContext();
  return active && isSpanContextValid(active) ? { trace_id: active.traceId, span_id: active.spanId } : {};
}
