import {
  create,
  type DescMethod,
  type DescService,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { type handleUnaryCall, Metadata, Server, type ServerUnaryCall, type StatusObject, status } from "@grpc/grpc-js";
import { DomainError, type Kind } from "../errors.ts";
import type { Logger } from "../log.ts";
import { NO_TELEMETRY, type Telemetry } from "../telemetry/telemetry.ts";
import type { Tls } from "./certificates.ts";
import { CODE } from "./codes.ts";
import { KIND_KEY, MESSAGE_LIMIT_BYTES, toBytes, toServiceDefinition } from "./definition.ts";
import { type CallObserver, createCallObserver } from "./observe.ts";
import { addStandardServices } from "./standard-services.ts";
import { serverCredentials } from "./tls.ts";

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
 * Clients of several replicas look for new ones when a connection ends: so none lasts, and a new replica has calls within
 * a minute, of which a name server may take half. Calls on an old one go on to their end.
 */
const CONNECTION_AGE_MS = 20_000;
/** How often callers are sent away from a server that is about to end. */
const SEND_AWAY_MS = 1_000;
/** Longer than any client waits: a call that was under way when its connection was given up goes on to its end. */
const LONGEST_CALL_MS = 3_600_000;
/** A caller who is gone without a word is found out after the sum of both. */
const KEEPALIVE_MS = 30_000;
const KEEPALIVE_TIMEOUT_MS = 10_000;

/**
 * Serves gRPC on `address`: "unix:PATH" or "HOST:PORT", with health and reflection. Callers on TCP must show a certificate
 * of `tls`' authority; without `tls` only loopback is served, in plain text, and the socket's mode guards it. While it is
 * `draining` it says "not serving" and sends callers to look for others, and answers whoever comes nevertheless. Disposal
 * stops accepting, waits `graceMs` for calls in flight, then ends them. Rejects with `unavailable` when the address cannot
 * be had, with `invalid` when it needs certificates.
 */
export async function serveGrpc(options: {
  address: string;
  routes: Route[];
  log: Logger;
  tls?: Tls | undefined;
  draining?: AbortSignal;
  graceMs?: number;
  connectionAgeMs?: number;
  telemetry?: Telemetry | undefined;
}): Promise<{ port: number } & AsyncDisposable> {
  const server = new Server({
    "grpc.max_receive_message_length": MESSAGE_LIMIT_BYTES,
    "grpc.max_send_message_length": MESSAGE_LIMIT_BYTES,
    "grpc.keepalive_time_ms": KEEPALIVE_MS,
    "grpc.keepalive_timeout_ms": KEEPALIVE_TIMEOUT_MS,
  });
  const credentials = serverCredentials(options.address, options.tls);
  const observe = createCallObserver(options.telemetry ?? NO_TELEMETRY);
  for (const { service, handlers } of options.routes) {
    server.addService(
      toServiceDefinition(service),
      Object.fromEntries(
        service.methods.map((method) => [method.localName, handled(method, handlers, options.log, observe)]),
      ),
    );
  }
  const health = addStandardServices(
    server,
    options.routes.map(({ service }) => service),
  );
  const remedy = options.address.startsWith("unix:") ? "" : ": set GRPC_PORT or HOST to another one";
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(options.address, credentials, (cause, bound) => {
      const sentence = `Cannot listen on ${options.address}${remedy}.`;
      if (cause) reject(new DomainError("unavailable", sentence, { cause }));
      else resolve(bound);
    });
  });
  const { graceMs = 5_000, connectionAgeMs = CONNECTION_AGE_MS } = options;
  const away = sendAway(server, options.address.replace(/:0$/, `:${port}`));
  away.every(connectionAgeMs, LONGEST_CALL_MS);
  const onDraining = () => {
    health.stop();
    away.now(graceMs);
    away.every(SEND_AWAY_MS, graceMs);
  };
  options.draining?.addEventListener("abort", onDraining, { once: true });
  return {
    port,
    async [Symbol.asyncDispose]() {
      options.draining?.removeEventListener("abort", onDraining);
      health.stop();
      away.stop();
      const forced = setTimeout(() => server.forceShutdown(), graceMs);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(forced);
    },
  };
}

/**
 * Ends connections in order, again and again: whoever called on one looks the service's name up, and comes back only for as
 * long as the name still leads here. A call that had not arrived by then is sent again by its caller's gRPC; one that had is
 * given `callMs` to end. The library's own max_connection_age does not go with this: where both end a connection in one
 * turn, its GOAWAY takes back which calls ours had let in, a protocol error (RFC 9113, 6.8) that fails all calls on it.
 */
function sendAway(server: Server, address: string) {
  let timer: NodeJS.Timeout | undefined;
  const now = (callMs: number) => server.drain(address, callMs);
  const stop = () => clearInterval(timer);
  return {
    now,
    every(intervalMs: number, callMs: number) {
      stop();
      timer = setInterval(now, intervalMs, callMs);
      timer.unref();
    },
    stop,
  };
}

/** Wraps one handler: the only place of a service where errors become status codes. */
function handled(
  method: DescMethod,
  handlers: Route["handlers"],
  log: Logger,
  observe: CallObserver,
): handleUnaryCall<Message, Buffer> {
  const handler = handlers[method.localName];
  const answer = async (call: ServerUnaryCall<Message, Buffer>): Promise<Buffer> => {
    if (!handler) throw new DomainError("unimplemented", `${method.name} is not served here`);
    const leaving = untilAnswered(call);
    const message = (await handler(call.request as never, leaving.signal)) as MessageInitShape<typeof method.output>;
    leaving.isAnswered = true;
    const bytes = toBytes(method.output, create(method.output, message));
    if (bytes.length > MESSAGE_LIMIT_BYTES) throw new Error(`the answer has ${bytes.length} bytes`);
    return bytes;
  };
  const refused = (err: unknown): Partial<StatusObject> => {
    if (err instanceof DomainError && err.kind !== "internal") {
      if (err.kind === "unavailable") log.warn({ err, rpc: method.name }, "a part is away");
      return toStatus(err.kind, err.message);
    }
    log.error({ err, rpc: method.name }, "bug");
    return toStatus("internal", "internal error");
  };
  return (call, reply) =>
    void observe(method, call.metadata, async () => {
      try {
        reply(null, await answer(call));
        return status.OK;
      } catch (err) {
        const told = refused(err);
        reply(told);
        return told.code ?? status.INTERNAL;
      }
    });
}

/** Keeps a status within what HTTP/2 headers hold: percent-encoded, a unit of text takes up to nine bytes. */
const DETAILS_MAX = 1_000;

function toStatus(kind: Kind, message: string): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set(KIND_KEY, kind);
  // grpc-js encodes as a URI, which throws on half a character.
  return { code: CODE[kind], details: message.slice(0, DETAILS_MAX).toWellFormed(), metadata };
}

/**
 * The signal fires when the caller cancels, disconnects or its deadline passes. grpc-js says so of every call, also when it
 * is over: an abort that nobody hears would be a tenth of what an answer costs.
 */
function untilAnswered(call: ServerUnaryCall<Message, Buffer>): { signal: AbortSignal; isAnswered: boolean } {
  const controller = new AbortController();
  const leaving = { signal: controller.signal, isAnswered: false };
  if (call.cancelled) controller.abort();
  call.on("cancelled", () => {
    if (!leaving.isAnswered) controller.abort();
  });
  return leaving;
}
