import { z } from "zod";
import { wholeNumber } from "./config.ts";
import { DomainError } from "./errors.ts";
import { listenAddress } from "./grpc/addresses.ts";
import { serveHealth } from "./grpc/health.ts";
import { observeCertificates } from "./grpc/observe-certificates.ts";
import { type Route, serveGrpc } from "./grpc/server.ts";
import { readTls, tlsConfig } from "./grpc/tls.ts";
import { drainConfig, IN_FLIGHT_MS, type Lifecycle, openLifecycle } from "./lifecycle.ts";
import { type Logger, logLevel } from "./log.ts";
import { telemetryConfig } from "./telemetry/config.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** The settings of every process but the gateway. */
export const processConfig = z.object({
  HOST: z.string().default("127.0.0.1").describe("Address to listen on; 0.0.0.0 for every interface"),
  HEALTH_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe(
      'Port of `grpc.health.v1` and nothing else, in plain text, for probes: "" is readiness, `liveness` that the process turns; unset: none',
    ),
  ...drainConfig.shape,
  LOG_LEVEL: logLevel,
  ...tlsConfig.shape,
  ...telemetryConfig.shape,
});

/** The settings of every process that serves gRPC. */
export const serviceConfig = processConfig.extend({
  GRPC_PORT: wholeNumber(0, 65_535).default(50_051).describe("Port for gRPC; 0 for any that is free"),
});

/** The beginning of a process: from here on it hears signals and says how it is. */
export async function openProcess(
  config: Pick<z.output<typeof processConfig>, "HOST" | "HEALTH_PORT" | "DRAIN_SECONDS">,
): Promise<Lifecycle & AsyncDisposable> {
  const lifecycle = openLifecycle(config);
  const { HOST, HEALTH_PORT } = config;
  const health = HEALTH_PORT === undefined ? undefined : await serveHealth(listenAddress(HOST, HEALTH_PORT), lifecycle);
  if (health) process.stderr.write(`research-insights says its health on ${listenAddress(HOST, health.port)}\n`);
  return { ...lifecycle, [Symbol.asyncDispose]: async () => health?.[Symbol.asyncDispose]() };
}

/** Serves until SIGTERM or SIGINT, then finishes what is in flight. Says on stderr where it listens. */
export async function serveUntilTerminated(
  config: z.output<typeof serviceConfig>,
  served: { name: string; routes: Route[]; log: Logger; lifecycle: Lifecycle; telemetry: Telemetry },
): Promise<void> {
  const { HOST, GRPC_PORT } = config;
  const { name, routes, log, lifecycle, telemetry } = served;
  const tls = readTls(config, log);
  observeCertificates(telemetry.meter, tls);
  await using server = await serveGrpc({
    address: listenAddress(HOST, GRPC_PORT),
    routes,
    log,
    telemetry,
    tls,
    draining: lifecycle.draining,
    graceMs: IN_FLIGHT_MS,
  });
  process.stderr.write(`research-insights ${name} serves ${listenAddress(HOST, server.port)}\n`);
  await lifecycle.untilDrained();
}

/** Runs a process's main function; a wrong setting or a part that is away is a sentence on stderr and exit status 1. */
export function runProcess(main: () => Promise<void>): void {
  main().then(
    () => process.exit(0),
    (err: unknown) => {
      process.stderr.write(
        `${err instanceof DomainError ? err.message : String(err instanceof Error ? err.stack : err)}\n`,
      );
      process.exit(1);
    },
  );
}
