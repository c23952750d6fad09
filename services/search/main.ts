import { randomUUID } from "node:crypto";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { readConfig } from "#kit/config.ts";
import { createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { observedChannel } from "#kit/grpc/observe.ts";
import { readTls } from "#kit/grpc/tls.ts";
import { createLogger } from "#kit/log.ts";
import { readAuthority } from "#kit/pem.ts";
import { openProcess, runProcess, serveUntilTerminated } from "#kit/service.ts";
import { openTelemetry } from "#kit/telemetry/telemetry.ts";
import { openMilvusIndex } from "./adapters/milvus-index.ts";
import { openMysqlCatalogue } from "./adapters/mysql-catalogue.ts";
import { searchServiceConfig, toEmbedding } from "./config.ts";
import { openMilvus } from "./milvus/client.ts";
import { observedMilvus } from "./milvus/observed-milvus.ts";
import { observeIndex } from "./observe-index.ts";
import { searchRoutes } from "./routes.ts";
import { createSearch } from "./search.ts";

/** Less than a gateway waits for a search. */
const MILVUS_TIMEOUT_MS = 4_000;
const ACCOUNT_TIMEOUT_MS = 10_000;

/** The search service as a process of its own: on Milvus, with its catalogue in MySQL. */
runProcess(async () => {
  const config = readConfig(searchServiceConfig, process.env);
  const log = createLogger("search", config.LOG_LEVEL);
  await using stack = new AsyncDisposableStack();
  const lifecycle = stack.use(await openProcess(config));
  const endpoints = { embedding: config.EMBEDDING_URL };
  const telemetry = stack.use(await openTelemetry({ process: "search", host: config.HOST, config, endpoints, log }));
  const { MILVUS_ADDRESS: address, MILVUS_TOKEN: token, MILVUS_TLS_CA: caPath } = config;
  const ca = caPath === undefined ? undefined : readAuthority("MILVUS_TLS_CA", caPath);
  const milvus = stack.use(observedMilvus(openMilvus({ address, token, ca, timeoutMs: MILVUS_TIMEOUT_MS }), telemetry));
  const catalogue = stack.use(await openMysqlCatalogue({ url: config.MYSQL_URL }));
  const index = stack.use(await openMilvusIndex({ milvus, catalogue, embedding: toEmbedding(config), log }));
  const channel = stack.use(
    observedChannel(openChannel(config.ACCOUNT_ADDRESS, readTls(config, log), [AccountService]), telemetry),
  );
  const accounts = createGrpcClient(AccountService, channel, ACCOUNT_TIMEOUT_MS);
  observeIndex(telemetry.meter, index);
  const search = createSearch({
    index,
    async recordReindex({ model, inputTokens }) {
      const tokens = [{ eventId: randomUUID(), model, inputTokens: BigInt(inputTokens), outputTokens: 0n }];
      const event = { eventId: randomUUID(), operation: "reindex", time: timestampFromMs(Date.now()), tokens };
      await accounts.recordUsage({ events: [event] });
    },
  });
  await serveUntilTerminated(config, {
    name: "search service",
    routes: [searchRoutes(search)],
    log,
    lifecycle,
    telemetry,
  });
});
