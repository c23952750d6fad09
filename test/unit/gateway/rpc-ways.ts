import type { DescMethod, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type CallOptions, Code, ConnectError, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import type { FastifyInstance } from "fastify";
import { buildNativeGrpc } from "../../../gateway/rpc/native.ts";
import { KEY, openGateway, type TestGateway } from "./open-gateway.ts";

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

/** How the gateway can be called, by clients that are not ours. */
export const WAYS = [
  "Connect in JSON",
  "Connect in binary",
  "gRPC-Web",
  "gRPC by connect-node",
  "gRPC by grpc-js",
] as const;
export type WayName = (typeof WAYS)[number];

/** A gateway that listens on both of its ports. */
export interface ListeningGateway extends TestGateway {
  url: string;
  native: FastifyInstance;
  nativeUrl: string;
  ways: Record<WayName, Way>;
}

export async function openListening(change: Parameters<typeof openGateway>[0] = {}): Promise<ListeningGateway> {
  const stack = new AsyncDisposableStack();
  const gateway = stack.use(await openGateway(change));
  const native = await buildNativeGrpc(gateway.core);
  stack.defer(() => native.close());
  const url = await gateway.app.listen({ host: "127.0.0.1", port: 0 });
  const nativeUrl = await native.listen({ host: "127.0.0.1", port: 0 });
  const client = stack.adopt(new Client(new URL(nativeUrl).host, credentials.createInsecure()), (one) => one.close());
  const h1 = { baseUrl: url, httpVersion: "1.1", nodeOptions: { agent: false } } as const;
  return {
    ...gateway,
    url,
    native,
    nativeUrl,
    ways: {
      "Connect in JSON": byTransport(createConnectTransport({ ...h1, useBinaryFormat: false })),
      "Connect in binary": byTransport(createConnectTransport({ ...h1, useBinaryFormat: true })),
      "gRPC-Web": byTransport(createGrpcWebTransport(h1)),
      "gRPC by connect-node": byTransport(createGrpcTransport({ baseUrl: nativeUrl, idleConnectionTimeoutMs: 1 })),
      "gRPC by grpc-js": byGrpcJs(client),
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const WITH_KEY = { "x-api-key": KEY };

const byTransport =
  (transport: Transport): Way =>
  async (method, message, { headers = WITH_KEY, signal, timeoutMs } = {}) => {
    const answer = await transport.unary(method as never, signal, timeoutMs, headers, message as never);
    return { message: answer.message as never, header: answer.header };
  };

const byGrpcJs =
  (client: Client): Way =>
  (method, message, { headers = WITH_KEY, signal, timeoutMs } = {}) =>
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
