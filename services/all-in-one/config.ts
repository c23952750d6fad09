import { z } from "zod";

/** The settings of the all-in-one process besides those of the gateway. */
export const allInOneConfig = z.object({
  INSIGHTS_DATA: z.string().default("./data").describe("Folder of the embedded databases"),
  GRPC_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe("Port for gRPC on 127.0.0.1, in plain text; without it, only the Unix socket in INSIGHTS_DATA"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "silent"])
    .default("info")
    .describe("Least level logged"),
});
export type AllInOneConfig = z.infer<typeof allInOneConfig>;
