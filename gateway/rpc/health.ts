import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "#gen/health/v1/health_pb.ts";

/** What `grpc.health.v1` says of this port. */
export interface HealthService {
  add(router: ConnectRouter): void;
  /** From now on it says "not serving", also to those who watch: a balancer sends no more calls here. */
  stop(): void;
}

/** Of the port and of each service: https://github.com/grpc/grpc/blob/master/doc/health-checking.md. */
export function createHealth(services: readonly string[]): HealthService {
  const known = new Set(["", ...services]);
  const stopped = new AbortController();
  const status = () => (stopped.signal.aborted ? Status.NOT_SERVING : Status.SERVING);
  const notFound = (service: string) =>
    new ConnectError(`No such service here: ${service}. Leave the name out for the whole server.`, Code.NotFound);
  return {
    stop: () => stopped.abort(),
    add(router) {
      router.service(Health, {
        check({ service }) {
          if (!known.has(service)) throw notFound(service);
          return { status: status() };
        },
        list: () => ({ statuses: Object.fromEntries([...known].map((name) => [name, { status: status() }])) }),
        async *watch({ service }, { signal }) {
          if (!known.has(service)) yield { status: Status.SERVICE_UNKNOWN };
          else yield { status: status() };
          await firstOf(signal, stopped.signal);
          if (!signal.aborted && known.has(service)) yield { status: status() };
        },
      });
    },
  };
}

function firstOf(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  return new Promise((resolve) => {
    if (any.aborted) resolve();
    else any.addEventListener("abort", () => resolve(), { once: true });
  });
}
