import { z } from "zod";
import { wholeNumber } from "#kit/config.ts";
import { serviceAddress } from "#kit/grpc/addresses.ts";
import { mysqlConfig } from "#kit/mysql/config.ts";
import { processConfig, serviceConfig } from "#kit/service.ts";
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
  ...processConfig.shape,
  ...mysqlConfig.shape,
  SEARCH_ADDRESS: serviceAddress("search"),
  ACCOUNT_ADDRESS: serviceAddress("account"),
  WORKER_THREADS: wholeNumber(1, 256)
    .optional()
    .describe("Documents that are parsed and read at a time; unset: as many as there are cores"),
  ...modelConfig.shape,
});
