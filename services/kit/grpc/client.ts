import {
  create,
  type DescMethod,
  type DescService,
  fromBinary,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import { DomainError, KINDS, type Kind } from "../errors.ts";
import { kindOf } from "./codes.ts";
import { KIND_KEY, MESSAGE_LIMIT_BYTES, toBytes, toPath } from "./definition.ts";

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

/** A connection that several clients share. `address`: "unix:PATH" or "HOST:PORT". Connects at the first call. */
export function openChannel(address: string): Client & Disposable {
  const channel = new Client(address, credentials.createInsecure(), {
    "grpc.max_receive_message_length": MESSAGE_LIMIT_BYTES,
    "grpc.max_send_message_length": MESSAGE_LIMIT_BYTES,
    // A service that restarts is back within a second or two; the default would stay away for up to two minutes.
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 2_000,
    // Our services are never behind the proxy that http_proxy names.
    "grpc.enable_http_proxy": 0,
  });
  return Object.assign(channel, { [Symbol.dispose]: () => channel.close() });
}

/** A typed client of one service on a channel. No call without a deadline: `timeoutMs` is the default of every call. */
export function createGrpcClient<Service extends DescService>(
  service: Service,
  channel: Client,
  timeoutMs: number,
): GrpcClient<Service> {
  const calls = service.methods.map((method) => [method.localName, unary(method, channel, timeoutMs)]);
  return Object.fromEntries(calls) as GrpcClient<Service>;
}

function unary(method: DescMethod, channel: Client, defaultTimeoutMs: number) {
  const path = toPath(method);
  const deserialize = (bytes: Buffer) => fromBinary(method.output, bytes);
  return (init: MessageInitShape<typeof method.input>, { signal, timeoutMs = defaultTimeoutMs }: CallOptions = {}) =>
    new Promise<Message>((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      const request = toBytes(method.input, create(method.input, init));
      if (request.length > MESSAGE_LIMIT_BYTES) return reject(tooLarge(method.name, request.length));
      const call = channel.makeUnaryRequest<Buffer, Message>(
        path,
        (bytes) => bytes,
        deserialize,
        request,
        { deadline: Date.now() + timeoutMs },
        (err, answer) => {
          signal?.removeEventListener("abort", cancel);
          if (err) return reject(signal?.aborted ? cancelled() : toDomainError(err, method.name));
          if (!answer) return reject(new DomainError("internal", `${method.name} answered nothing`));
          resolve(answer);
        },
      );
      const cancel = () => call.cancel();
      signal?.addEventListener("abort", cancel, { once: true });
    });
}

const cancelled = () => new DomainError("cancelled", "The caller left before the answer");

const tooLarge = (rpc: string, bytes: number) =>
  new DomainError("invalid", `${rpc}: the request has ${bytes} bytes; the most is ${MESSAGE_LIMIT_BYTES}`);

function toDomainError(err: ServiceError, rpc: string): DomainError {
  const thrown = err.metadata.get(KIND_KEY)[0];
  const kind = KINDS.find((known) => known === thrown) ?? kindOfTransport(kindOf(err.code));
  switch (kind) {
    case "deadline":
      return new DomainError("deadline", `${rpc} took too long`, { cause: err });
    case "internal":
      return new DomainError("internal", `${rpc} failed`, { cause: err });
    case "unavailable":
      return new DomainError(kind, thrown ? err.details : "The server does not answer", { cause: err });
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
