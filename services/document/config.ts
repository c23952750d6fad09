import { z } from "zod";
import { wholeNumber } from "#kit/config.ts";
import { serviceAddress } from "#kit/grpc/addresses.ts";
import { tlsConfig } from "#kit/grpc/tls.ts";
import { logLevel } from "#kit/log.ts";
import { mysqlConfig } from "#kit/mysql/config.ts";
import { serviceConfig } from "#kit/service.ts";
import { telemetryConfig } from "#kit/telemetry/config.ts";
import { modelConfig } from "./model-settings.ts";

/** The settings of the document service as a process of its own. */
export const documentServiceConfig = z.object({
  ...serviceConfig.shape,
  ...mysqlConfig.shape,
  ACCOUNT_ADDRESS: serviceAddress("account"),
  ...modelConfig.shape,
});

/** The settings of a worker as a process of its own. */
export const workerConfig = z.object({
  HOST: serviceConfig.shape.HOST,
  ...mysqlConfig.shape,
  SEARCH_ADDRESS: serviceAddress("search"),
  ACCOUNT_ADDRESS: serviceAddress("account"),
  WORKER_THREADS: wholeNumber(1, 256)
    .optional()
    .describe("Documents that are parsed and read at a time; unset: as many as there are cores"),
  LOG_LEVEL: logLevel,
  ...tlsConfig.shape,
  ...telemetryConfig.shape,
  ...modelConfig.shape,
});
