import { z } from "zod";
import { mysqlConfig } from "#kit/mysql/config.ts";
import { redisConfig } from "#kit/redis/config.ts";
import { serviceConfig } from "#kit/service.ts";

/** The settings of the account service as a process of its own. */
export const accountServiceConfig = z.object({ ...serviceConfig.shape, ...mysqlConfig.shape, ...redisConfig.shape });
