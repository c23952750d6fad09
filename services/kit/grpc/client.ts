import {
  create,
  type DescMethod,
  type DescService,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { Client, credentials, type ServiceError, status } from "@grpc/grpc-js";
import { DomainError } from "../errors.ts";
import { kindOf } from "./codes.ts";
import { MESSAGE_LIMIT_BYTES, toMethodDefinition } from "./definition.ts";

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
  const { path, requestSerialize, responseDeserialize } = toMethodDefinition(method);
  return (init: MessageInitShape<typeof method.input>, { signal, timeoutMs = defaultTimeoutMs }: CallOptions = {}) =>
    new Promise<Message>((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled());
      const deadline = Date.now() + timeoutMs;
      const call = channel.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        create(method.input, init),
        { deadline },
        (err, answer) => {
          signal?.removeEventListener("abort", cancel);
          if (err) return reject(toDomainError(err, method.name));
          if (!answer) return reject(new DomainError("internal", `${method.name} answered nothing`));
          resolve(answer);
        },
      );
      const cancel = () => call.cancel();
      signal?.addEventListener("abort", cancel, { once: true });
    });
}

const cancelled = () => new DomainError("cancelled", "The caller left before the answer");

function toDomainError(err: ServiceError, rpc: string): DomainError {
  const kind = kindOf(err.code);
  if (kind === "cancelled") return cancelled();
  if (kind === "deadline") return new DomainError("deadline", `${rpc} took too long`, { cause: err });
  const message = err.code === status.INTERNAL || kind === "internal" ? `${rpc} failed` : err.details;
  return new DomainError(kind, message, { cause: err });
}
