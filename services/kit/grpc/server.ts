import { create, type DescService, type Message, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { type handleUnaryCall, Server, ServerCredentials, type ServerUnaryCall, status } from "@grpc/grpc-js";
import { DomainError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { CODE } from "./codes.ts";
import { MESSAGE_LIMIT_BYTES, toServiceDefinition } from "./definition.ts";

/** One function per method of a service: message in, message (or its plain form) out. The signal fires when the caller leaves. */
export type Handlers<Service extends DescService> = {
  [Method in keyof Service["method"]]: (
    request: MessageShape<Service["method"][Method]["input"]>,
    signal: AbortSignal,
  ) => Promise<MessageInitShape<Service["method"][Method]["output"]>>;
};

/** A service with its handlers, ready to be served. */
export interface Route {
  service: DescService;
  handlers: Record<string, (request: never, signal: AbortSignal) => Promise<unknown>>;
}

export const route = <Service extends DescService>(service: Service, handlers: Handlers<Service>): Route => ({
  service,
  handlers: handlers as Route["handlers"],
});

/**
 * Serves gRPC on `address`: "unix:PATH" or "HOST:PORT". Plain text: the socket's mode guards it, and TCP is for loopback.
 * Disposal stops accepting, waits `graceMs` for calls in flight, then ends them.
 */
export async function serveGrpc(options: {
  address: string;
  routes: Route[];
  log: Logger;
  graceMs?: number;
}): Promise<{ port: number } & AsyncDisposable> {
  const server = new Server({
    "grpc.max_receive_message_length": MESSAGE_LIMIT_BYTES,
    "grpc.max_send_message_length": MESSAGE_LIMIT_BYTES,
  });
  for (const { service, handlers } of options.routes) {
    server.addService(
      toServiceDefinition(service),
      Object.fromEntries(service.methods.map((method) => [method.localName, handled(method, handlers, options.log)])),
    );
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(options.address, ServerCredentials.createInsecure(), (err, bound) =>
      err ? reject(err) : resolve(bound),
    );
  });
  return {
    port,
    async [Symbol.asyncDispose]() {
      const forced = setTimeout(() => server.forceShutdown(), options.graceMs ?? 5_000);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(forced);
    },
  };
}

/** Wraps one handler: the only place of a service where errors become status codes. */
function handled(
  method: DescService["methods"][number],
  handlers: Route["handlers"],
  log: Logger,
): handleUnaryCall<Message, Message> {
  const handler = handlers[method.localName];
  return (call, reply) => {
    if (!handler) return reply({ code: status.UNIMPLEMENTED, details: `${method.name} is not served here` });
    handler(call.request as never, signalOf(call)).then(
      (answer) => reply(null, create(method.output, answer as MessageInitShape<typeof method.output>)),
      (err) => {
        if (err instanceof DomainError && err.kind !== "internal") {
          if (err.kind === "unavailable") log.warn({ err, rpc: method.name }, "a part is away");
          return reply({ code: CODE[err.kind], details: err.message });
        }
        log.error({ err, rpc: method.name }, "bug");
        return reply({ code: status.INTERNAL, details: "internal error" });
      },
    );
  };
}

/** Fires when the caller cancels, disconnects or its deadline passes. */
function signalOf(call: ServerUnaryCall<Message, Message>): AbortSignal {
  const controller = new AbortController();
  if (call.cancelled) controller.abort();
  call.on("cancelled", () => controller.abort());
  return controller.signal;
}
