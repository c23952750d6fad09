import { z } from "zod";

export const mysqlConfig = z.object({
  MYSQL_URL: z
    .string({ error: "is missing: set it to mysql://user:password@host:port/database" })
    .describe("MySQL 8.4 or MariaDB 10.11: mysql://user:password@host:port/database; `?ssl-ca=FILE` for TLS"),
});
