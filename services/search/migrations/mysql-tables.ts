import type { MysqlTables } from "#kit/mysql/open-mysql.ts";
import { mysqlIndex } from "./mysql-0001-index.ts";
import { mysqlDropped } from "./mysql-0002-dropped.ts";
import { mysqlRun } from "./mysql-0003-run.ts";

/** The search service's tables in MySQL or MariaDB. */
export const mysqlSearchTables: MysqlTables = {
  owner: "search",
  migrations: { "0001-index": mysqlIndex, "0002-dropped": mysqlDropped, "0003-run": mysqlRun },
};
