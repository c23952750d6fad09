import type { MysqlTables } from "#kit/mysql/open-mysql.ts";
import { mysqlAccounts } from "./mysql-0001-accounts.ts";
import { mysqlLinks } from "./mysql-0002-links.ts";

/** The account service's tables in MySQL or MariaDB. */
export const mysqlAccountTables: MysqlTables = {
  owner: "account",
  migrations: { "0001-accounts": mysqlAccounts, "0002-links": mysqlLinks },
};
