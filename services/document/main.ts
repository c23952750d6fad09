import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { systemClock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { openChannel } from "#kit/grpc/client.ts";
import { observedChannel } from "#kit/grpc/observe.ts";
import { readTls } from "#kit/grpc/tls.ts";
import { createLogger } from "#kit/log.ts";
import { openProcess, runProcess, serveUntilTerminated } from "#kit/service.ts";
import { openTelemetry } from "#kit/telemetry/telemetry.ts";
import { createGrpcUsage } from "./adapters/grpc-usage.ts";
import { openMysqlDocumentStore } from "./adapters/mysql-documents.ts";
import { documentServiceConfig } from "./config.ts";
import { createDocuments } from "./documents.ts";
import { observeJobs } from "./observe-jobs.ts";
import { openExtractor } from "./open-extractor.ts";
import { documentRoutes } from "./routes.ts";

/** The document service as a process of its own, on MySQL. What is submitted to it, workers take in. */
runProcess(async () => {
  const config = readConfig(documentServiceConfig, process.env);
  const log = createLogger("document", config.LOG_LEVEL);
  await using stack = new AsyncDisposableStack();
  const lifecycle = stack.use(await openProcess(config));
  const endpoints = { language_model: config.LLM_URL };
  const telemetry = stack.use(await openTelemetry({ process: "document", host: config.HOST, config, endpoints, log }));
  const store = stack.use(await openMysqlDocumentStore({ url: config.MYSQL_URL }));
  const channel = stack.use(
    observedChannel(openChannel(config.ACCOUNT_ADDRESS, readTls(config, log), [AccountService]), telemetry),
  );
  const usage = createGrpcUsage(channel);
  const opened = stack.use((await openExtractor({ config, store, usage, log })) ?? null);
  observeJobs(telemetry.meter, store);
  const documents = createDocuments({ store, clock: systemClock, extractor: opened?.extractor });
  await serveUntilTerminated(config, {
    name: "document service",
    routes: [documentRoutes(documents)],
    log,
    lifecycle,
    telemetry,
  });
});
