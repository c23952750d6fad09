import { z } from "zod";
import { wholeNumber } from "../config.ts";

/** The settings of what a process tells of itself. */
export const telemetryConfig = z.object({
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe(
      "Port of `GET /metrics` on HOST, Prometheus' text format, without a key; 0 for any that is free; unset: none",
    ),
});
export type TelemetryConfig = z.output<typeof telemetryConfig>;
