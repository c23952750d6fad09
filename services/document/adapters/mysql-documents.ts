import { type MysqlOptions, openMysql } from "#kit/mysql/open-mysql.ts";
import type { JobLog, JobQueue } from "../job-ports.ts";
import { mysqlDocumentTables } from "../migrations/mysql-tables.ts";
import type { ModelStore } from "../model-ports.ts";
import type { DocumentStore } from "../ports.ts";
import { mysqlDocumentStore } from "./mysql-document-store.ts";
import { mysqlJobLog } from "./mysql-job-log.ts";
import { mysqlJobQueue } from "./mysql-job-queue.ts";
import { mysqlModelStore } from "./mysql-model-store.ts";
import type { Tables } from "./tables.ts";

/** Documents, their jobs and their history in MySQL or MariaDB, for any number of processes. */
export async function openMysqlDocumentStore({
  answersMax,
  ...options
}: MysqlOptions & {
  /** How many answers of language models are kept. */
  answersMax?: number;
}): Promise<DocumentStore & JobLog & JobQueue & ModelStore & AsyncDisposable> {
  const mysql = await openMysql<Tables>({ ...options, ...mysqlDocumentTables });
  return {
    ...mysqlDocumentStore(mysql),
    ...mysqlJobLog(mysql),
    ...mysqlJobQueue(mysql),
    ...mysqlModelStore(mysql, answersMax),
    [Symbol.asyncDispose]: () => mysql[Symbol.asyncDispose](),
  };
}
