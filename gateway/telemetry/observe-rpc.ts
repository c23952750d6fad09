import { Code } from "@connectrpc/connect";
import type { FastifyInstance } from "fastify";
import { nameOf, RPC_SERVER_DURATION } from "#kit/grpc/observe.ts";
import { createHistogram } from "#kit/telemetry/metric.ts";
import type { Telemetry } from "#kit/telemetry/telemetry.ts";
import { callOf } from "../rpc/call.ts";

/** What an answer in HTTP means that was given before anything of RPC was read (Connect's protocol has the table). */
const CODE_OF: Record<number, Code> = {
  200: Code.Unknown,
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  404: Code.Unimplemented,
  413: Code.InvalidArgument,
  429: Code.ResourceExhausted,
  500: Code.Internal,
};

/** Times calls of the app's methods, in whatever protocol they came, by gRPC's codes: HTTP's say 200 of most. */
export function observeRpc(app: FastifyInstance, { meter }: Telemetry): void {
  const duration = createHistogram(meter, RPC_SERVER_DURATION);
  app.addHook("onResponse", (request, reply, done) => {
    const outcome = request.rpcValues && callOf(request.rpcValues).outcome;
    const code = outcome ?? CODE_OF[reply.statusCode] ?? Code.Unknown;
    const labels = {
      "rpc.method": String(request.routeOptions.url).slice(1),
      "rpc.response.status_code": nameOf(code),
    };
    duration.record(reply.elapsedTime / 1_000, labels);
    request.span?.setAttributes(labels);
    done();
  });
}
