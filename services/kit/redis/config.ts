import { z } from "zod";

export const redisConfig = z.object({
  REDIS_URL: z
    .string({ error: "is missing: set it to redis://host:port" })
    .describe("Redis 7 with AOF and `noeviction`: redis://[[user]:password@]host:port, rediss:// for TLS"),
});
