import { systemClock } from "#kit/clock.ts";
import { readConfig } from "#kit/config.ts";
import { terminated } from "#kit/lifecycle.ts";
import { createLogger, type Logger } from "#kit/log.ts";
import { openTelemetry } from "#kit/telemetry/telemetry.ts";
import { buildGateway } from "../../gateway/app.ts";
import { type GatewayConfig, gatewayConfig } from "../../gateway/config.ts";
import { createCore } from "../../gateway/core.ts";
import { createMemoryKeyCache } from "../../gateway/key-cache.ts";
import { createMemoryLimiter } from "../../gateway/limiters/memory-limiter.ts";
import { listen } from "../../gateway/listen.ts";
import { configuredIssuer, createMcpTokens, createSessions } from "../../gateway/tokens/sessions.ts";
import { openWebSearch } from "../../gateway/web-search/open-web-search.ts";
import { type AllInOneConfig, allInOneConfig } from "./config.ts";
import { createDirectUpstreams } from "./direct-upstreams.ts";
import { type LocalIdentity, MCP_SCOPE, openLocalIdentity } from "./identity/local-identity.ts";
import { type OpenedServices, openServices } from "./open-services.ts";

/**
 * How long a call of the gateway to a service may take. Most of it is for waiting: on two busy cores, a hundred searches
 * that came at once took two seconds.
 */
const UPSTREAM_TIMEOUT_MS = 5_000;

/** A gateway that listens. */
export interface AllInOne extends AsyncDisposable {
  /** Where it listens, for example http://127.0.0.1:8080. */
  address: string;
  /** What it calls. */
  services: OpenedServices;
}

/** Opens the gateway and the three services in this process and listens. */
export async function openAllInOne(env: Record<string, string | undefined>, command: string): Promise<AllInOne> {
  const config = readConfig(gatewayConfig.extend(allInOneConfig.shape), env);
  const log = createLogger("all-in-one", config.LOG_LEVEL);
  const keys = createMemoryKeyCache({ clock: systemClock });
  await using stack = new AsyncDisposableStack();
  const endpoints = {
    embedding: config.EMBEDDING_URL,
    language_model: config.LLM_URL,
    web_search: config.SEARCH_WEB_URL,
    identity_provider: config.OIDC_ISSUER,
  };
  const telemetry = stack.use(
    await openTelemetry({ process: "all-in-one", host: config.HOST, config, endpoints, log }),
  );
  const services = stack.use(
    await openServices({
      config,
      command,
      log,
      telemetry,
      announcer: { changed: async (keyHash) => keys.forget(keyHash) },
    }),
  );
  const configured = configuredIssuer(config, { clock: systemClock, log });
  // One way to sign in: the operator's provider, or else our own.
  const local = configured ? undefined : await openIdentity(config, log);
  if (local) stack.use(local);
  const issuer = configured ?? local?.issuer;
  const app = await buildGateway(
    createCore({
      upstreams: createDirectUpstreams(services, UPSTREAM_TIMEOUT_MS, telemetry),
      limiter: createMemoryLimiter({ windowMs: 60_000, maxKeys: 100_000 }),
      keys,
      sessions: createSessions({ issuer, audiences: config, clock: systemClock }),
      mcpSignIn: issuer && {
        tokens: createMcpTokens({
          issuer,
          audiences: config,
          // Our own provider gives one scope, to all.
          scope: local ? undefined : config.MCP_SCOPE,
          clock: systemClock,
        }),
        authorizationServer: () => (local ? local.authorizationServer() : config.OIDC_ISSUER),
        scope: local ? MCP_SCOPE : config.MCP_SCOPE,
      },
      signIn: local?.signIn,
      tiers: { free: config.RATE_LIMIT_FREE, pro: config.RATE_LIMIT_PRO, enterprise: config.RATE_LIMIT_ENTERPRISE },
      freeMonthlyAllowance: config.FREE_MONTHLY_ALLOWANCE,
      trustedProxies: config.TRUSTED_PROXIES,
      publicUrl: config.PUBLIC_URL,
      webSearch: await openWebSearch(config),
      telemetry,
      clock: systemClock,
      log,
    }),
  );
  stack.defer(() => app.close());
  const address = await listen(app, config.HOST, config.PORT, "PORT");
  const opened = stack.move();
  const url = `http://${address}`;
  local?.listensAt(url);
  return {
    address: url,
    services,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Serves until SIGTERM or SIGINT, then finishes what is in flight. */
export async function runAllInOne(env: Record<string, string | undefined>): Promise<void> {
  await using served = await openAllInOne(env, "serve");
  process.stderr.write(`research-insights serves ${served.address} (Ctrl-C ends it)\n`);
  await terminated();
}

const openIdentity = (config: AllInOneConfig & GatewayConfig, log: Logger): Promise<LocalIdentity> =>
  openLocalIdentity({
    folder: config.INSIGHTS_DATA,
    host: config.HOST,
    publicUrl: config.PUBLIC_URL,
    hasTrustedProxies: config.TRUSTED_PROXIES.length > 0,
    password: config.SIGN_IN_PASSWORD,
    consoleAudience: config.CONSOLE_AUDIENCE,
    mcpAudience: config.MCP_AUDIENCE,
    clock: systemClock,
    log,
  });
