import { randomUUID } from "node:crypto";
import { chmod } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { systemClock } from "#kit/clock.ts";
import { serveGrpc } from "#kit/grpc/server.ts";
import type { Logger } from "#kit/log.ts";
import { NO_TELEMETRY, type Telemetry } from "#kit/telemetry/telemetry.ts";
import { type Accounts, createAccounts } from "../account/accounts.ts";
import { openSqliteAccounts } from "../account/adapters/sqlite-accounts.ts";
import type { KeyAnnouncer } from "../account/ports.ts";
import { accountRoutes } from "../account/routes.ts";
import { openSqliteDocuments } from "../document/adapters/sqlite-documents.ts";
import { createDocuments, type Documents } from "../document/documents.ts";
import { startWorker } from "../document/ingest/worker.ts";
import { observeJobs } from "../document/observe-jobs.ts";
import { openExtractor } from "../document/open-extractor.ts";
import type { UsageRecorder } from "../document/ports.ts";
import { documentRoutes } from "../document/routes.ts";
import { openSqliteIndex } from "../search/adapters/sqlite-index.ts";
import { toEmbedding } from "../search/config.ts";
import { observeIndex } from "../search/observe-index.ts";
import type { EmbeddingUsage } from "../search/ports.ts";
import { searchRoutes } from "../search/routes.ts";
import { createSearch, type Search } from "../search/search.ts";
import type { AllInOneConfig } from "./config.ts";
import { ownDataFolder } from "./data-folder.ts";
import type { UseCases } from "./direct-upstreams.ts";

/** The three services on the embedded stores of one data folder, also served on its Unix socket. */
export interface OpenedServices extends UseCases, AsyncDisposable {
  search: Search;
  documents: Documents;
  accounts: Accounts;
  socketPath: string;
}

/** Commands that are of no use without an index that answers; others must do their work, `reindex` above all. */
const NEED_INDEX = new Set(["serve", "demo", "ingest", "search"]);

/**
 * Opens the data folder and the services on it, starts taking in documents, and serves gRPC on the folder's socket.
 * `command` is what the owner is called when somebody else asks for the folder.
 */
export async function openServices(options: {
  config: AllInOneConfig;
  command: string;
  log: Logger;
  /** Where the services tell what they do; without it, nowhere. */
  telemetry?: Telemetry;
  /** Told of keys that change. */
  announcer: KeyAnnouncer;
}): Promise<OpenedServices> {
  const { config, log, telemetry = NO_TELEMETRY, announcer } = options;
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(ownDataFolder(config.INSIGHTS_DATA, options.command));

  const accountStore = stack.use(await openSqliteAccounts({ path: folder.accountsPath }));
  const accounts = createAccounts({ store: accountStore, clock: systemClock, announcer });
  const documentStore = stack.use(await openSqliteDocuments({ path: folder.documentsPath }));
  const operatorId = await accounts.accountIdOf({ operator: true });
  const usage: UsageRecorder = { record: (event) => accounts.recordUsage([{ ...event, accountId: operatorId }]) };
  const index = stack.use(
    await openSqliteIndex({
      path: folder.documentsPath,
      embedding: toEmbedding(config),
      evenUnusable: !NEED_INDEX.has(options.command),
      log,
    }),
  );
  const search = createSearch({
    index,
    recordReindex: (tokens) => accounts.recordUsage([{ ...reindexEvent(tokens), accountId: operatorId }]),
  });

  const opened = stack.use((await openExtractor({ config, store: documentStore, usage, log })) ?? null);
  observeJobs(telemetry.meter, documentStore);
  observeIndex(telemetry.meter, index);
  const documents = createDocuments({ store: documentStore, clock: systemClock, extractor: opened?.extractor });
  // Without an index every document would fail.
  if (!index.problem) {
    const worker = await startWorker({
      jobs: documentStore,
      store: documentStore,
      index: search,
      usage,
      asker: opened?.asker,
      clock: systemClock,
      log,
      telemetry,
      threads: availableParallelism(),
      // One process owns the folder at a time: whatever had this name before is dead.
      owner: "all-in-one",
    });
    stack.use(worker);
  }

  const routes = [searchRoutes(search), documentRoutes(documents), accountRoutes(accounts)];
  stack.use(await serveGrpc({ address: `unix:${folder.socketPath}`, routes, log, telemetry }));
  await chmod(folder.socketPath, 0o600);
  if (config.GRPC_PORT !== undefined) {
    const { port } = stack.use(await serveGrpc({ address: `127.0.0.1:${config.GRPC_PORT}`, routes, log, telemetry }));
    log.info({ port }, "gRPC in plain text on loopback");
  }

  const services = stack.move();
  return {
    search,
    documents,
    accounts,
    socketPath: folder.socketPath,
    [Symbol.asyncDispose]: () => services.disposeAsync(),
  };
}

const reindexEvent = ({ model, inputTokens }: EmbeddingUsage) => ({
  eventId: randomUUID(),
  keyId: null,
  operation: "reindex",
  time: systemClock.now(),
  tokens: [{ eventId: randomUUID(), model, inputTokens, outputTokens: 0 }],
});
