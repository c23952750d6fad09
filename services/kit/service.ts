import { z } from "zod";
import { wholeNumber } from "./config.ts";
import { DomainError } from "./errors.ts";
import { listenAddress } from "./grpc/addresses.ts";
import { type Route, serveGrpc } from "./grpc/server.ts";
import { readTls, tlsConfig } from "./grpc/tls.ts";
import { terminated } from "./lifecycle.ts";
import { type Logger, logLevel } from "./log.ts";
import { telemetryConfig } from "./telemetry/config.ts";

/** The settings of every process that serves gRPC. */
export const serviceConfig = z.object({
  HOST: z.string().default("127.0.0.1").describe("Address to listen on; 0.0.0.0 for every interface"),
  GRPC_PORT: wholeNumber(0, 65_535).default(50_051).describe("Port for gRPC; 0 for any that is free"),
  LOG_LEVEL: logLevel,
  ...tlsConfig.shape,
  ...telemetryConfig.shape,
});

/** Serves until SIGTERM or SIGINT, then finishes what is in flight. Says on stderr where it listens. */
export async function serveUntilTerminated(
  config: z.output<typeof serviceConfig>,
  { name, routes, log }: { name: string; routes: Route[]; log: Logger },
): Promise<void> {
  const { HOST, GRPC_PORT } = config;
  await using server = await serveGrpc({
    address: listenAddress(HOST, GRPC_PORT),
    routes,
    log,
    tls: readTls(config),
    graceMs: 10_000,
  });
  process.stderr.write(`research-insights ${name} serves ${listenAddress(HOST, server.port)}\n`);
  await terminated();
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
