import type { Meter } from "@opentelemetry/api";
import { lookedUp } from "#kit/telemetry/looked-up.ts";
import { metric } from "#kit/telemetry/metric.ts";
import type { InsightIndex } from "./ports.ts";

export const INDEXED = metric({
  name: "insights_index_entries",
  kind: "gauge",
  labels: ["kind"],
  about:
    "What the index holds of published documents; `kind`: `documents`, `insights`, `vectors`. Each search service tells of the whole: take the largest, not the sum",
});
export const INDEX_BYTES = metric({
  name: "insights_index_bytes",
  kind: "gauge",
  labels: ["kind"],
  about: "What it takes in this process; `kind`: `memory` (0 over Milvus, which has metrics of its own)",
});

const FRESH_MS = 60_000;

/** Tells how large the index is. */
export const observeIndex = (meter: Meter, index: Pick<InsightIndex, "status">): void =>
  lookedUp(meter, {
    ask: () => index.status(),
    freshMs: FRESH_MS,
    gauges: [
      {
        definition: INDEXED,
        values: ({ documents, insights, vectors }) => [
          [documents, { kind: "documents" }],
          [insights, { kind: "insights" }],
          [vectors, { kind: "vectors" }],
        ],
      },
      { definition: INDEX_BYTES, values: ({ memoryBytes }) => [[memoryBytes, { kind: "memory" }]] },
    ],
  });
