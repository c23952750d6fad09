import type { Meter } from "@opentelemetry/api";
import { lookedUp } from "#kit/telemetry/looked-up.ts";
import { metric } from "#kit/telemetry/metric.ts";

export const USAGE_STREAM_EVENTS = metric({
  name: "insights_usage_stream_events",
  kind: "gauge",
  labels: ["state"],
  about:
    "Usage in Redis on its way to the ledger; `state`: `waiting`, and of these `taken` by an account service that has not written it yet. Each account service tells of all: take the largest, not the sum",
});

const FRESH_MS = 5_000;

/** Tells how much usage is not in the ledger yet. */
export const observeStream = (meter: Meter, depth: () => Promise<{ waiting: number; taken: number }>): void =>
  lookedUp(meter, {
    ask: depth,
    freshMs: FRESH_MS,
    gauges: [
      {
        definition: USAGE_STREAM_EVENTS,
        values: ({ waiting, taken }) => [
          [waiting, { state: "waiting" }],
          [taken, { state: "taken" }],
        ],
      },
    ],
  });
