import { type Span, type SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { DomainError } from "../errors.ts";
import { createHistogram, type Labels, type MetricDefinition } from "./metric.ts";
import type { Telemetry } from "./telemetry.ts";
import { within } from "./trace-context.ts";

/** Times a piece of work by its labels, and makes a span of it that is named. */
export type Observer<Label extends string> = <Result>(
  name: string,
  labels: Labels<Label>,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Times work under a metric; with a `kind`, within a request that is traced it is a span too. Work without a request, such
 * as looking for jobs five times a second, makes none: nobody could tell what such traces are for.
 */
export function createObserver<Label extends string>(
  { meter, tracer }: Telemetry,
  definition: MetricDefinition<Label>,
  kind: SpanKind,
): Observer<Label> {
  const duration = createHistogram<string>(meter, definition);
  return async (name, labels, work) => {
    const startedMs = performance.now();
    const span = tracer && trace.getActiveSpan() ? tracer.startSpan(name, { kind, attributes: labels }) : undefined;
    const seconds = () => (performance.now() - startedMs) / 1_000;
    try {
      const result = await (span ? within(span, work) : work());
      duration.record(seconds(), labels);
      return result;
    } catch (err) {
      duration.record(seconds(), { ...labels, "error.type": errorType(err) });
      if (span) failed(span, err);
      throw err;
    } finally {
      span?.end();
    }
  };
}

/** Within a request that is traced, work is a span by its name. */
export async function spanned<Result>(
  { tracer }: Telemetry,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer || !trace.getActiveSpan()) return work();
  const span = tracer.startSpan(name);
  try {
    return await within(span, work);
  } catch (err) {
    failed(span, err);
    throw err;
  } finally {
    span.end();
  }
}

/** Says what a span ended with: that its caller left is no error. */
export function failed(span: Span, err: unknown): void {
  const type = errorType(err);
  span.setAttribute("error.type", type);
  if (type !== "cancelled") span.setStatus({ code: SpanStatusCode.ERROR });
}

/** What went wrong, in one of a few words. Never the message: it may name what a caller sent. */
export const errorType = (err: unknown): string => (err instanceof DomainError ? err.kind : "internal");
