import { readConfig } from "#kit/config.ts";
import { migrateMysql } from "#kit/mysql/open-mysql.ts";
import { runProcess } from "#kit/service.ts";
import { mysqlAccountTables } from "../account/migrations/mysql-tables.ts";
import { mysqlDocumentTables } from "../document/migrations/mysql-tables.ts";
import { mysqlSearchTables } from "../search/migrations/mysql-tables.ts";
import { migrateConfig } from "./config.ts";

/**
 * Brings the tables of all services up to date and ends. Each service does so itself when it starts; this is for whoever
 * wants it done, or refused, before any of them is replaced.
 */
runProcess(async () => {
  const { MYSQL_URL: url } = readConfig(migrateConfig, process.env);
  for (const tables of [mysqlAccountTables, mysqlDocumentTables, mysqlSearchTables]) {
    const steps = await migrateMysql({ url, ...tables });
    process.stdout.write(`${tables.owner}: ${steps.length === 0 ? "up to date" : `did ${steps.join(", ")}`}\n`);
  }
});
