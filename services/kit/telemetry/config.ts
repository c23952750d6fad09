import { z } from "zod";
import { wholeNumber } from "../config.ts";

const RATIO = "must be a number from 0 to 1";

/** The settings of what a process tells of itself. */
export const telemetryConfig = z.object({
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe(
      "Port of `GET /metrics` on HOST, Prometheus' text format, without a key; 0 for any that is free; unset: none",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http or https address, for example http://collector:4318" })
    .optional()
    .describe(
      "OpenTelemetry collector that traces are sent to, OTLP over HTTP, such as `http://collector:4318`; unset: none",
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform(toHeaders)
    .refine((headers) => headers !== undefined, { error: "must be NAME=VALUE, several joined by commas" })
    .optional()
    .describe("Headers sent to it, a secret: NAME=VALUE, several joined by commas, values percent-encoded"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: RATIO })
    .min(0, { error: RATIO })
    .max(1, { error: RATIO })
    .default(0.1)
    .describe(
      "Share of the requests that are traced, 0 to 1; those that a trusted proxy or another process traces already come on top",
    ),
});
export type TelemetryConfig = z.output<typeof telemetryConfig>;

/** As OpenTelemetry writes them; undefined when one is not well formed. */
function toHeaders(list: string): Record<string, string> | undefined {
  const pairs = list.split(",").filter((pair) => pair.trim() !== "");
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name = "", value = ""] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
        if (name === "") throw new Error("no name");
        const decoded = decodeURIComponent(value);
        if (/[^\t\x20-\x7e]/.test(decoded)) throw new Error("no header");
        return [name.toLowerCase(), decoded];
      }),
    );
  } catch {
    return undefined;
  }
}
