import {
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";

/** The span that a `traceparent` header names (https://www.w3.org/TR/trace-context/); undefined when it names none. */
export function parentOf(traceparent: unknown): SpanContext | undefined {
  // Sent twice it is joined by a comma, and names nothing: so the standard says.
  const parsed = typeof traceparent === "string" ? parseTraceParent(traceparent) : null;
  return parsed && isSpanContextValid(parsed) ? { ...parsed, isRemote: true } : undefined;
}

/** Where a request's spans belong that came from that parent. */
export const childOf = (parent: SpanContext | undefined): Context =>
  parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;

/** The header for whoever is asked within a span. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** Runs work inside a span: what it asks for becomes its children, and what it logs names it. */
export const within = <Result>(span: Span, work: () => Result): Result =>
  context.with(trace.setSpan(context.active(), span), work);
