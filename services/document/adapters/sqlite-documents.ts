import { openSqlite } from "#kit/sqlite/open-sqlite.ts";
import type { JobLog, JobQueue } from "../job-ports.ts";
import { documents } from "../migrations/0001-documents.ts";
import { earlierBatches } from "../migrations/0002-earlier-batches.ts";
import { modelAnswers } from "../migrations/0003-model-answers.ts";
import { jobTurns } from "../migrations/0004-job-turns.ts";
import type { ModelStore } from "../model-ports.ts";
import type { DocumentStore } from "../ports.ts";
import { sqliteDocumentStore } from "./sqlite-document-store.ts";
import { sqliteJobLog } from "./sqlite-job-log.ts";
import { sqliteJobQueue } from "./sqlite-job-queue.ts";
import { sqliteModelStore } from "./sqlite-model-store.ts";
import type { Tables } from "./tables.ts";

/** Opens documents, their jobs and their history in one SQLite file, which other services may share. */
export async function openSqliteDocuments({
  path,
  answersMax,
}: {
  path: string;
  /** How many answers of language models are kept. */
  answersMax?: number;
}): Promise<DocumentStore & JobLog & JobQueue & ModelStore & AsyncDisposable> {
  const migrations = {
    "0001-documents": documents,
    "0002-earlier-batches": earlierBatches,
    "0003-model-answers": modelAnswers,
    "0004-job-turns": jobTurns,
  };
  const db = await openSqlite<Tables>({ path, owner: "document", sharedWith: ["search"], migrations });
  return {
    ...sqliteDocumentStore(db),
    ...sqliteJobLog(db),
    ...sqliteJobQueue(db),
    ...sqliteModelStore(db, answersMax),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  };
}
