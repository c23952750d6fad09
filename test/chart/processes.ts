import type { z } from "zod";
import { gatewayProcessConfig } from "../../gateway/config.ts";
import { accountServiceConfig } from "../../services/account/config.ts";
import { documentServiceConfig, workerConfig } from "../../services/document/config.ts";
import { migrateConfig } from "../../services/migrate/config.ts";
import { searchServiceConfig } from "../../services/search/config.ts";
import { smokeConfig } from "../../services/smoke/config.ts";

/** The schema of every process that the chart starts. */
export const SCHEMAS: Record<string, z.ZodObject> = {
  gateway: gatewayProcessConfig,
  search: searchServiceConfig,
  document: documentServiceConfig,
  account: accountServiceConfig,
  worker: workerConfig,
  migrate: migrateConfig,
  smoke: smokeConfig,
};
