import { z } from "zod";
import { wholeNumber } from "#kit/config.ts";
import { logLevel } from "#kit/log.ts";
import { telemetryConfig } from "#kit/telemetry/config.ts";
import { modelConfig } from "../document/model-settings.ts";
import { embeddingConfig } from "../search/config.ts";

/** The settings of the all-in-one process besides those of the gateway. */
export const allInOneConfig = z.object({
  INSIGHTS_DATA: z.string().default("./data").describe("Folder of the embedded databases"),
  GRPC_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe("Port for gRPC on 127.0.0.1, in plain text; without it, only the Unix socket in INSIGHTS_DATA"),
  SIGN_IN_PASSWORD: z
    .string()
    .min(12, { error: "must have at least 12 characters" })
    .optional()
    .describe(
      "Password of the local sign-in page, a secret; without it that page asks for none and answers only this machine",
    ),
  LOG_LEVEL: logLevel,
  ...embeddingConfig.shape,
  ...modelConfig.shape,
  ...telemetryConfig.shape,
});
export type AllInOneConfig = z.infer<typeof allInOneConfig>;
