import type { DescService } from "@bufbuild/protobuf";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { systemClock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { openChannel } from "#kit/grpc/client.ts";
import { observedChannel } from "#kit/grpc/observe.ts";
import { observeCertificates } from "#kit/grpc/observe-certificates.ts";
import { readTls } from "#kit/grpc/tls.ts";
import { openLifecycle } from "#kit/lifecycle.ts";
import { createLogger } from "#kit/log.ts";
import { observeRedis } from "#kit/redis/observe-redis.ts";
import { openRedis } from "#kit/redis/open-redis.ts";
import { runProcess } from "#kit/service.ts";
import { openTelemetry } from "#kit/telemetry/telemetry.ts";
import { buildGateway } from "./app.ts";
import { gatewayProcessConfig, tiersOf } from "./config.ts";
import { createCore } from "./core.ts";
import { createGrpcUpstreams } from "./grpc-upstreams.ts";
import { createMemoryLimiter } from "./limiters/memory-limiter.ts";
import { listen } from "./listen.ts";
import { createReadiness, reach } from "./readiness.ts";
import { createRedisKeyCache } from "./redis/redis-key-cache.ts";
import { createRedisLimiter } from "./redis/redis-limiter.ts";
import { createRedisUsageRecorder } from "./redis/redis-usage.ts";
import { buildNativeGrpc } from "./rpc/native.ts";
import { configuredIssuer, createMcpTokens, createSessions } from "./tokens/sessions.ts";
import { openWebSearch } from "./web-search/open-web-search.ts";

/** A gateway as a process of its own; any number may run. */
runProcess(async () => {
  const config = readConfig(gatewayProcessConfig, process.env);
  const log = createLogger("gateway", config.LOG_LEVEL);
  const lifecycle = openLifecycle(config);
  const { draining } = lifecycle;
  const tls = readTls(config, log);
  await using stack = new AsyncDisposableStack();
  const endpoints = { web_search: config.SEARCH_WEB_URL, identity_provider: config.OIDC_ISSUER };
  const telemetry = stack.use(await openTelemetry({ process: "gateway", host: config.HOST, config, endpoints, log }));
  const redis = stack.use(openRedis({ url: config.REDIS_URL, clock: systemClock, log }));
  observeRedis(telemetry.meter, redis);
  observeCertificates(telemetry.meter, tls);
  const issuer = configuredIssuer(config, { clock: systemClock, log });
  const channelTo = (address: string, service: DescService) =>
    stack.use(observedChannel(openChannel(address, tls, [service]), telemetry));
  const search = channelTo(config.SEARCH_ADDRESS, SearchService);
  const documents = channelTo(config.DOCUMENT_ADDRESS, DocumentService);
  const accounts = channelTo(config.ACCOUNT_ADDRESS, AccountService);
  const services = { search: reach(search), documents: reach(documents), accounts: reach(accounts) };
  const timeoutMs = config.UPSTREAM_TIMEOUT_SECONDS * 1_000;
  const core = createCore({
    upstreams: createGrpcUpstreams({ search, documents, accounts, timeoutMs }),
    readiness: createReadiness({ services, draining, clock: systemClock }),
    draining,
    limiter: createRedisLimiter(redis, {
      windowMs: 60_000,
      meanwhile: createMemoryLimiter({ windowMs: 60_000, maxKeys: 100_000 }),
    }),
    keys: createRedisKeyCache(redis, { clock: systemClock, distrustMs: config.KEY_DISTRUST_SECONDS * 1_000 }),
    recordUsage: (otherwise) => createRedisUsageRecorder(redis, otherwise),
    sessions: createSessions({ issuer, audiences: config, clock: systemClock }),
    mcpSignIn: issuer && {
      tokens: createMcpTokens({ issuer, audiences: config, scope: config.MCP_SCOPE, clock: systemClock }),
      authorizationServer: () => config.OIDC_ISSUER,
      scope: config.MCP_SCOPE,
    },
    tiers: tiersOf(config),
    freeMonthlyAllowance: config.FREE_MONTHLY_ALLOWANCE,
    trustedProxies: config.TRUSTED_PROXIES,
    publicUrl: config.PUBLIC_URL,
    webSearch: await openWebSearch(config),
    telemetry,
    clock: systemClock,
    log,
  });
  const app = await buildGateway(core);
  const native = config.GRPC_PORT === undefined ? undefined : await buildNativeGrpc(core);
  // At the same time: each finishes what is in flight.
  stack.defer(async () => void (await Promise.all([app.close(), native?.close()])));
  if (native) {
    const address = await listen(native, config.HOST, config.GRPC_PORT ?? 0, "GRPC_PORT");
    process.stderr.write(`research-insights gateway listens for gRPC on ${address}\n`);
  }
  const address = await listen(app, config.HOST, config.PORT, "PORT");
  process.stderr.write(`research-insights gateway serves http://${address}\n`);
  await lifecycle.untilDrained();
});
