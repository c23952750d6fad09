import { ROOT_CONTEXT, type Span, type SpanKind, TraceFlags, type Tracer } from "@opentelemetry/api";
import type { FastifyRequest } from "fastify";
import { childOf, parentOf } from "#kit/telemetry/trace-context.ts";

/** Begins what is traced of a request. */
export type TraceEntry = (request: Pick<FastifyRequest, "headers" | "ips">, name: string, kind: SpanKind) => Span;

/** Traces a second that others may have us make, beside our own share of all requests. */
const ASKED_A_SECOND = 20;

/**
 * Whose `traceparent` is followed: that of a proxy in TRUSTED_PROXIES, which made it or passed it on. Of everybody else it
 * is kept as a link, and the trace is our own: with a trace id of their choice callers would decide what is sampled. Proxies
 * that pass on whatever they are sent would let callers decide after all, so what they ask for has a limit too.
 */
export function createTraceEntry(tracer: Tracer, now: () => number = () => performance.now()): TraceEntry {
  let second = 0;
  let asked = 0;
  const mayAsk = () => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) [second, asked] = [current, 0];
    asked += 1;
    return asked <= ASKED_A_SECOND;
  };
  return ({ headers, ips }, name, kind) => {
    const parent = parentOf(headers["traceparent"]);
    // More than the connection's own address: a proxy that is trusted has told whom it passes on.
    const isTrusted = parent !== undefined && ips !== undefined && ips.length > 1;
    const isSampled = parent !== undefined && (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
    if (isTrusted && (!isSampled || mayAsk())) return tracer.startSpan(name, { kind }, childOf(parent));
    const links = parent && [{ context: parent }];
    return tracer.startSpan(name, { kind, ...(links && { links }) }, ROOT_CONTEXT);
  };
}
