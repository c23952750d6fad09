import { randomUUID } from "node:crypto";
import { systemClock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { createLogger } from "#kit/log.ts";
import { observeRedis } from "#kit/redis/observe-redis.ts";
import { openRedis } from "#kit/redis/open-redis.ts";
import { openProcess, runProcess, serveUntilTerminated } from "#kit/service.ts";
import { openTelemetry } from "#kit/telemetry/telemetry.ts";
import { createAccounts } from "./accounts.ts";
import { openMysqlAccountStore } from "./adapters/mysql-accounts.ts";
import { createRedisAnnouncer } from "./adapters/redis-announcer.ts";
import { readUsageStream } from "./adapters/redis-usage-stream.ts";
import { accountServiceConfig } from "./config.ts";
import { observeStream } from "./observe-stream.ts";
import { accountRoutes } from "./routes.ts";

/** The account service as a process of its own: on MySQL, with the usage that gateways left in Redis. */
runProcess(async () => {
  const config = readConfig(accountServiceConfig, process.env);
  const log = createLogger("account", config.LOG_LEVEL);
  await using stack = new AsyncDisposableStack();
  const lifecycle = stack.use(await openProcess(config));
  const telemetry = stack.use(await openTelemetry({ process: "account", host: config.HOST, config, log }));
  const redis = stack.use(openRedis({ url: config.REDIS_URL, clock: systemClock, log }));
  const store = stack.use(await openMysqlAccountStore({ url: config.MYSQL_URL }));
  const announcer = stack.use(createRedisAnnouncer(redis));
  const record = createAccounts({ store, clock: systemClock, announcer }).recordUsage;
  const stream = stack.use(readUsageStream(redis, { record, reader: randomUUID(), log }));
  observeRedis(telemetry.meter, redis);
  observeStream(telemetry.meter, stream.depth);
  const accounts = createAccounts({
    store: {
      ...store,
      async sumUsage(accountId, range) {
        // What was answered before counts, also while it is on its way.
        await stream.drained();
        return store.sumUsage(accountId, range);
      },
    },
    clock: systemClock,
    announcer,
  });
  await serveUntilTerminated(config, {
    name: "account service",
    routes: [accountRoutes(accounts)],
    log,
    lifecycle,
    telemetry,
  });
});
