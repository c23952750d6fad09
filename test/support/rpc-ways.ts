import type { DescMethod, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type CallOptions, Code, ConnectError, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { Client, credentials, Metadata } from "@grpc/grpc-js";

/** What a client saw of a call that was answered. */
export interface Answer<Method extends DescMethod> {
  message: MessageShape<Method["output"]>;
  header: Headers;
}

/** One way to call the gateway. A refused call rejects with a `ConnectError`, its metadata with all headers and trailers. */
export type Way = <Method extends DescMethod>(
  method: Method,
  message: MessageInitShape<Method["input"]>,
  options?: Pick<CallOptions, "signal" | "timeoutMs"> & { headers?: Record<string, string> },
) => Promise<Answer<Method>>;

/** How soon `grpc-js` looks again for a gateway that did not let it in, give or take a fifth. */
export const RECONNECT_MS = 100;

/** How the gateway can be called, by clients that are not ours. */
export const WAYS = [
  "Connect in JSON",
  "Connect in binary",
  "gRPC-Web",
  "gRPC by connect-node",
  "gRPC by grpc-js",
] as const;
export type WayName = (typeof WAYS)[number];

/**
 * The ways to a gateway at `url`, whose native gRPC is at `nativeUrl`; without that, those over HTTP/1.1 alone. `headers` go
 * with every call that brings none.
 */
export function waysTo(
  { url, nativeUrl }: { url: string; nativeUrl?: string },
  headers: Record<string, string>,
): { ways: Map<WayName, Way> } & Disposable {
  const h1 = { baseUrl: url, httpVersion: "1.1", nodeOptions: { agent: false } } as const;
  const ways = new Map<WayName, Way>([
    ["Connect in JSON", byTransport(createConnectTransport({ ...h1, useBinaryFormat: false }), headers)],
    ["Connect in binary", byTransport(createConnectTransport({ ...h1, useBinaryFormat: true }), headers)],
    ["gRPC-Web", byTransport(createGrpcWebTransport(h1), headers)],
  ]);
  if (nativeUrl === undefined) return { ways, [Symbol.dispose]: () => undefined };
  // By itself it waits a second and more after a connection that failed, and refuses what it is asked meanwhile.
  const client = new Client(new URL(nativeUrl).host, credentials.createInsecure(), {
    "grpc.initial_reconnect_backoff_ms": RECONNECT_MS,
    "grpc.max_reconnect_backoff_ms": RECONNECT_MS,
  });
  const native = createGrpcTransport({ baseUrl: nativeUrl, idleConnectionTimeoutMs: 1 });
  ways.set("gRPC by connect-node", byTransport(native, headers));
  ways.set("gRPC by grpc-js", byGrpcJs(client, headers));
  return { ways, [Symbol.dispose]: () => client.close() };
}

const byTransport =
  (transport: Transport, standard: Record<string, string>): Way =>
  async (method, message, { headers = standard, signal, timeoutMs } = {}) => {
    const answer = await transport.unary(method as never, signal, timeoutMs, headers, message as never);
    return { message: answer.message as never, header: answer.header };
  };

const byGrpcJs =
  (client: Client, standard: Record<string, string>): Way =>
  (method, message, { headers = standard, signal, timeoutMs } = {}) =>
    new Promise((resolve, reject) => {
      const metadata = new Metadata();
      for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
      let header = new Headers();
      const call = client.makeUnaryRequest(
        `/${method.parent.typeName}/${method.name}`,
        (init: typeof message) => Buffer.from(toBinary(method.input, create(method.input, init))),
        (bytes) => fromBinary(method.output, bytes),
        message,
        metadata,
        timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs },
        (err, answer) => {
          if (!err) return resolve({ message: answer as never, header });
          const all = new Headers([...header, ...toPairs(err.metadata)]);
          reject(new ConnectError(err.details, err.code as number as Code, all));
        },
      );
      call.on("metadata", (got: Metadata) => {
        header = new Headers(toPairs(got));
      });
      signal?.addEventListener("abort", () => call.cancel(), { once: true });
    });

const toPairs = (metadata: Metadata): [string, string][] =>
  Object.entries(metadata.getMap()).map(([name, value]) => [name, String(value)]);

/** The error of a call, which must fail with a code. */
export async function errorOf(call: Promise<unknown>): Promise<ConnectError> {
  try {
    await call;
  } catch (err) {
    if (err instanceof ConnectError && err.code in Code) return err;
    throw err;
  }
  throw new Error("the call was answered");
}
