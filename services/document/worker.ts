import { randomUUID } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import { z } from "zod";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { systemClock } from "#kit/clock.ts";
import { readConfig, wholeNumber } from "#kit/config.ts";
import { serviceAddress } from "#kit/grpc/addresses.ts";
import { openChannel } from "#kit/grpc/client.ts";
import { readTls, tlsConfig } from "#kit/grpc/tls.ts";
import { terminated } from "#kit/lifecycle.ts";
import { createLogger, logLevel } from "#kit/log.ts";
import { mysqlConfig } from "#kit/mysql/config.ts";
import { runProcess } from "#kit/service.ts";
import { createGrpcIndex } from "./adapters/grpc-index.ts";
import { createGrpcUsage } from "./adapters/grpc-usage.ts";
import { openMysqlDocumentStore } from "./adapters/mysql-documents.ts";
import { startWorker } from "./ingest/worker.ts";
import { modelConfig } from "./model-settings.ts";
import { openExtractor } from "./open-extractor.ts";

const schema = z.object({
  ...mysqlConfig.shape,
  SEARCH_ADDRESS: serviceAddress("search"),
  ACCOUNT_ADDRESS: serviceAddress("account"),
  WORKER_THREADS: wholeNumber(1, 256)
    .default(availableParallelism())
    .describe("Documents that are parsed and read at a time; by default as many as there are cores"),
  LOG_LEVEL: logLevel,
  ...tlsConfig.shape,
  ...modelConfig.shape,
});

/** A worker as a process of its own: takes in what was submitted to the document service. Any number may run. */
runProcess(async () => {
  const config = readConfig(schema, process.env);
  const log = createLogger("worker", config.LOG_LEVEL);
  const tls = readTls(config);
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openMysqlDocumentStore({ url: config.MYSQL_URL }));
  const search = stack.use(openChannel(config.SEARCH_ADDRESS, tls, [SearchService]));
  const account = stack.use(openChannel(config.ACCOUNT_ADDRESS, tls, [AccountService]));
  const usage = createGrpcUsage(account);
  const opened = stack.use((await openExtractor({ config, store, usage, log })) ?? null);
  await using _worker = await startWorker({
    jobs: store,
    store,
    index: createGrpcIndex(search),
    usage,
    asker: opened?.asker,
    clock: systemClock,
    log,
    threads: config.WORKER_THREADS,
    // A process that died is found out by its lease: its name is nobody else's.
    owner: `${hostname()}-${randomUUID()}`.slice(-100),
  });
  process.stderr.write("research-insights worker takes documents in\n");
  await terminated();
});
