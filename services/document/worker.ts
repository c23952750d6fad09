import { randomUUID } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { systemClock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { openChannel } from "#kit/grpc/client.ts";
import { observedChannel } from "#kit/grpc/observe.ts";
import { observeCertificates } from "#kit/grpc/observe-certificates.ts";
import { readTls } from "#kit/grpc/tls.ts";
import { createLogger } from "#kit/log.ts";
import { openProcess, runProcess } from "#kit/service.ts";
import { openTelemetry } from "#kit/telemetry/telemetry.ts";
import { createGrpcIndex } from "./adapters/grpc-index.ts";
import { createGrpcUsage } from "./adapters/grpc-usage.ts";
import { openMysqlDocumentStore } from "./adapters/mysql-documents.ts";
import { workerConfig } from "./config.ts";
import { startWorker } from "./ingest/worker.ts";
import { openExtractor } from "./open-extractor.ts";

/** A worker as a process of its own: takes in what was submitted to the document service. Any number may run. */
runProcess(async () => {
  const config = readConfig(workerConfig, process.env);
  const log = createLogger("worker", config.LOG_LEVEL);
  const tls = readTls(config, log);
  await using stack = new AsyncDisposableStack();
  const lifecycle = stack.use(await openProcess(config));
  const endpoints = { language_model: config.LLM_URL };
  const telemetry = stack.use(await openTelemetry({ process: "worker", host: config.HOST, config, endpoints, log }));
  observeCertificates(telemetry.meter, tls);
  const store = stack.use(await openMysqlDocumentStore({ url: config.MYSQL_URL }));
  const search = stack.use(observedChannel(openChannel(config.SEARCH_ADDRESS, tls, [SearchService]), telemetry));
  const account = stack.use(observedChannel(openChannel(config.ACCOUNT_ADDRESS, tls, [AccountService]), telemetry));
  const usage = createGrpcUsage(account);
  const opened = stack.use((await openExtractor({ config, store, usage, log })) ?? null);
  await using worker = await startWorker({
    jobs: store,
    store,
    index: createGrpcIndex(search),
    usage,
    asker: opened?.asker,
    clock: systemClock,
    log,
    telemetry,
    draining: lifecycle.draining,
    threads: config.WORKER_THREADS ?? availableParallelism(),
    // A process that died is found out by its lease: its name is nobody else's.
    owner: `${hostname()}-${randomUUID()}`.slice(-100),
  });
  process.stderr.write("research-insights worker takes documents in\n");
  await Promise.race([lifecycle.untilDrained(), worker.drained]);
});
