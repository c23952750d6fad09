import type { MysqlTables } from "#kit/mysql/open-mysql.ts";
import { mysqlDocuments } from "./mysql-0001-documents.ts";

/** The document service's tables in MySQL or MariaDB. */
export const mysqlDocumentTables: MysqlTables = {
  owner: "document",
  migrations: { "0001-documents": mysqlDocuments },
};
