import { isIPv4 } from "node:net";
import {
  create,
  type DescMethod,
  type DescService,
  fromBinary,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { Client, connectivityState, type ServiceError, status } from "@grpc/grpc-js";
import { DomainError, KINDS, type Kind } from "../errors.ts";
import type { Tls } from "./certificates.ts";
import { kindOf } from "./codes.ts";
import { KIND_KEY, MESSAGE_LIMIT_BYTES, toBytes, toPath } from "./definition.ts";
import { channelCredentials } from "./tls.ts";

/** How long a call may take, and who may end it earlier. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with a `deadline` error. The default is the client's. */
  timeoutMs?: number | undefined;
}

/** One function per method of a service; failures are `DomainError`s of the kind that the server threw. */
export type GrpcClient<Service extends DescService> = {
  [Method in keyof Service["method"]]: (
    request: MessageInitShape<Service["method"][Method]["input"]>,
    options?: CallOptions,
  ) => Promise<MessageShape<Service["method"][Method]["output"]>>;
};

/** Answers that a service is away are asked again, of another replica as it happens, where asking twice does no harm. */
const RETRY = {
  maxAttempts: 3,
  initialBackoff: "0.05s",
  maxBackoff: "0.5s",
  backoffMultiplier: 3,
  retryableStatusCodes: ["UNAVAILABLE"],
};

/** What clients of services call on. */
export type Channel = Pick<Client, "makeUnaryRequest"> & Disposable;

/**
 * A connection that several clients share: to "unix:PATH", "HOST:PORT", or several of the latter joined by commas, among
 * which calls go round; a host that has several addresses counts as several. Connects at the first call. Over TCP to
 * another machine both ends show certificates: throws `invalid` without `tls`. `services`: those whose methods are asked
 * again when a replica is away, if they change nothing when they are asked twice.
 */
export function openChannel(address: string, tls?: Tls, services: readonly DescService[] = []): Channel {
  const addresses = address.split(",").map((one) => one.trim());
  const credentials = channelCredentials(addresses, tls);
  const clients = targetsOf(addresses).map(
    (target) =>
      new Client(target, credentials, {
        "grpc.service_config": JSON.stringify(serviceConfig(services)),
        // Name servers do not configure us.
        "grpc.service_config_disable_resolution": 1,
        "grpc.keepalive_time_ms": 30_000,
        "grpc.keepalive_timeout_ms": 10_000,
        "grpc.keepalive_permit_without_calls": 1,
        "grpc.max_receive_message_length": MESSAGE_LIMIT_BYTES,
        "grpc.max_send_message_length": MESSAGE_LIMIT_BYTES,
        // A service that restarts is back within a second or two; the default would stay away for up to two minutes.
        "grpc.initial_reconnect_backoff_ms": 100,
        "grpc.max_reconnect_backoff_ms": 2_000,
        // Looked up again as often as a connection ends, and no more than once a second: with the default of 30 s a service
        // that moves to another address in one step is lost for that long.
        "grpc.dns_min_time_between_resolutions_ms": 1_000,
        // Our services are never behind the proxy that http_proxy names.
        "grpc.enable_http_proxy": 0,
      }),
  );
  return inTurn(clients);
}

/** Calls go round among the clients, past those that cannot connect while another one can. */
function inTurn(clients: Client[]): Channel {
  let next = 0;
  const turn = (): Client => {
    for (let tries = 0; tries < clients.length; tries++) {
      const client = clients[next++ % clients.length];
      const state = client?.getChannel().getConnectivityState(true);
      if (client && state !== connectivityState.TRANSIENT_FAILURE) return client;
    }
    return clients[next++ % clients.length] as Client;
  };
  const makeUnaryRequest: Client["makeUnaryRequest"] = (...args: unknown[]) =>
    Reflect.apply(Client.prototype.makeUnaryRequest, turn(), args);
  return {
    makeUnaryRequest,
    [Symbol.dispose]() {
      for (const client of clients) client.close();
    },
  };
}

/**
 * As grpc-js names them: it goes round among the addresses of one target by itself, looks a host up again whenever a
 * connection ends, and takes a list of IPv4 addresses but none of hosts.
 */
function targetsOf(addresses: readonly string[]): string[] {
  if (addresses.length > 1 && addresses.every((one) => isIPv4(one.slice(0, one.lastIndexOf(":")))))
    return [`ipv4:${addresses.join(",")}`];
  return addresses.map((one) => (one.startsWith("unix:") ? one : `dns:///${one}`));
}

function serviceConfig(services: readonly DescService[]) {
  const name = services.flatMap(({ typeName, methods }) =>
    methods
      .filter(({ idempotency }) => idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN)
      .map((method) => ({ service: typeName, method: method.name })),
  );
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: name.length === 0 ? [] : [{ name, retryPolicy: RETRY }],
  };
}

/** A typed client of one service on a channel. No call without a deadline: `timeoutMs` is the default of every call. */
export function createGrpcClient<Service extends DescService>(
  service: Service,
  channel: Channel,
  timeoutMs: number,
): GrpcClient<Service> {
  const calls = service.methods.map((method) => [method.localName, unary(method, channel, timeoutMs)]);
  return Object.fromEntries(calls) as GrpcClient<Service>;
}

function unary(method: DescMethod, channel: Channel, defaultTimeoutMs: number) {
  const path = toPath(method);
  const deserialize = (bytes: Buffer) => fromBinary(method.output, bytes);
  return (init: MessageInitShape<typeof method.input>, { signal, timeoutMs = defaultTimeoutMs }: CallOptions = {}) =>
    new Promise<Message>((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      const request = toBytes(method.input, create(method.input, init));
      if (request.length > MESSAGE_LIMIT_BYTES) return reject(tooLarge(method.name, request.length));
      const deadline = Date.now() + timeoutMs;
      let refusals = 0;
      const ask = () =>
        channel.makeUnaryRequest<Buffer, Message>(
          path,
          (bytes) => bytes,
          deserialize,
          request,
          { deadline },
          (err, answer) => {
            if (err && isRefused(err) && !signal?.aborted && refusals++ < MOST_REFUSALS) {
              try {
                call = ask();
                return;
              } catch {
                // The channel was closed meanwhile: then the refusal is the answer.
              }
            }
            signal?.removeEventListener("abort", cancel);
            if (err) return reject(signal?.aborted ? cancelled() : toDomainError(err, method.name));
            if (!answer) return reject(new DomainError("internal", `${method.name} answered nothing`));
            resolve(answer);
          },
        );
      let call = ask();
      const cancel = () => call.cancel();
      signal?.addEventListener("abort", cancel, { once: true });
    });
}

const MOST_REFUSALS = 4;

/**
 * Whether a server refused a call before it looked at it, as one does that has just sent its callers away: whatever the call
 * changes, it has changed nothing and may be sent again (RFC 9113, 8.7). The library does so once, and the replica that it
 * then asks may be sending its callers away as well.
 */
const isRefused = ({ code, details }: ServiceError) =>
  code === status.UNAVAILABLE && details === "Stream refused by server";

const cancelled = () => new DomainError("cancelled", "The caller left before the answer");

const tooLarge = (rpc: string, bytes: number) =>
  new DomainError("invalid", `${rpc}: the request has ${bytes} bytes; the most is ${MESSAGE_LIMIT_BYTES}`);

const NO_ANSWER = "The server does not answer: see that it runs and what its log says, then try again";

function toDomainError(err: ServiceError, rpc: string): DomainError {
  const thrown = err.metadata.get(KIND_KEY)[0];
  const kind = KINDS.find((known) => known === thrown) ?? kindOfTransport(kindOf(err.code));
  switch (kind) {
    case "deadline":
      return new DomainError("deadline", `${rpc} took too long`, { cause: err });
    case "internal":
      return new DomainError("internal", `${rpc} failed`, { cause: err });
    case "unavailable":
      return new DomainError(kind, thrown ? err.details : NO_ANSWER, { cause: err });
    default:
      return new DomainError(kind, err.details, { cause: err });
  }
}

/** What gRPC reports on its own account, where that is not what our services mean by the same code. */
function kindOfTransport(kind: Kind): Kind {
  // Our caller's own leaving is known by its signal; otherwise the server ended the call, as it does when it stops.
  if (kind === "cancelled") return "unavailable";
  // A message over the limit. To a caller "exhausted" would mean that their quota is used up.
  if (kind === "exhausted") return "internal";
  return kind;
}
