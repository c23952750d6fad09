import type { Meter } from "@opentelemetry/api";
import { createGauge, type Labels, type MetricDefinition } from "./metric.ts";

/**
 * Gauges of what has to be asked of a store. It is asked when somebody wants to know, once in `freshMs` however many do, and
 * never twice at a time. What does not answer is left out: `/metrics` waits for nobody longer than some seconds.
 */
export function lookedUp<Answer, const Label extends string>(
  meter: Meter,
  options: {
    ask: () => Promise<Answer>;
    freshMs: number;
    gauges: { definition: MetricDefinition<Label>; values(answer: Answer): [number, Labels<Label>][] }[];
  },
): void {
  const { ask, freshMs } = options;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let answer: Promise<Answer> | undefined;
  const fresh = () => {
    if (!answer || performance.now() - askedAtMs > freshMs) {
      askedAtMs = performance.now();
      const asked = ask();
      answer = asked;
      asked.catch(() => {
        if (answer === asked) answer = undefined;
      });
    }
    return answer;
  };
  for (const { definition, values } of options.gauges) {
    createGauge(meter, definition).addCallback(async (result) => {
      for (const [value, labels] of values(await fresh())) result.observe(value, labels);
    });
  }
}
