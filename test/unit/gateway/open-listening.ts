import type { FastifyInstance } from "fastify";
import { buildNativeGrpc } from "../../../gateway/rpc/native.ts";
import { type Way, type WayName, waysTo } from "../../support/rpc-ways.ts";
import { KEY, openGateway, type TestGateway } from "./open-gateway.ts";

/** A gateway that listens on both of its ports. */
export interface ListeningGateway extends TestGateway {
  url: string;
  native: FastifyInstance;
  nativeUrl: string;
  /** Calls it with the key that every test gateway knows. */
  way(name: WayName): Way;
}

export async function openListening(change: Parameters<typeof openGateway>[0] = {}): Promise<ListeningGateway> {
  const stack = new AsyncDisposableStack();
  const gateway = stack.use(await openGateway(change));
  const native = await buildNativeGrpc(gateway.core);
  stack.defer(() => native.close());
  const url = await gateway.app.listen({ host: "127.0.0.1", port: 0 });
  const nativeUrl = await native.listen({ host: "127.0.0.1", port: 0 });
  const { ways } = stack.use(waysTo({ url, nativeUrl }, { "x-api-key": KEY }));
  return {
    ...gateway,
    url,
    native,
    nativeUrl,
    way(name) {
      const way = ways.get(name);
      if (!way) throw new Error(`no way ${name}`);
      return way;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
