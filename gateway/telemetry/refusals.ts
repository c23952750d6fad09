import { DomainError } from "#kit/errors.ts";
import { createCounter, metric } from "#kit/telemetry/metric.ts";
import type { Telemetry } from "#kit/telemetry/telemetry.ts";
import { Exhausted } from "../rate-limit.ts";

export const REFUSALS = metric({
  name: "insights_refusals_total",
  kind: "counter",
  labels: ["reason", "tier"],
  about:
    "Callers who were not let pass; `reason`: `rate` (more requests a minute than allowed), `allowance` (the month's is used up), `unauthenticated` (no key or token, or not a good one); `tier`: of the key or account, where there is one",
});

/** Counts a refusal, whatever protocol tells it; other errors are none. */
export type CountRefusal = (err: unknown) => void;

export function createRefusals({ meter }: Telemetry): CountRefusal {
  const refusals = createCounter(meter, REFUSALS);
  // From the start: what a counter begins with has not risen to Prometheus.
  refusals.add(0, { reason: "unauthenticated" });
  return (err) => {
    if (err instanceof Exhausted) {
      const reason = err.standing.policy === "month" ? "allowance" : "rate";
      refusals.add(1, { reason, ...(err.tier !== undefined && { tier: err.tier }) });
    } else if (err instanceof DomainError && err.kind === "unauthenticated") {
      refusals.add(1, { reason: "unauthenticated" });
    }
  };
}
