import { z } from "zod";
import { mysqlConfig } from "#kit/mysql/config.ts";

/** The settings of the migration. */
export const migrateConfig = z.object({ ...mysqlConfig.shape });
