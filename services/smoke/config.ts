import { z } from "zod";
import { serviceAddress } from "#kit/grpc/addresses.ts";
import { tlsConfig } from "#kit/grpc/tls.ts";

/** The settings of the smoke test. */
export const smokeConfig = z.object({
  REST_URL: z
    .url({ protocol: /^https?$/, error: "must be the http or https address of a gateway" })
    .transform((url) => url.replace(/\/+$/, ""))
    .describe("Where a gateway serves REST and MCP"),
  GRPC_ADDRESS: z
    .string({ error: "is missing: set it to HOST:PORT" })
    .regex(/^[^\s,/]+:\d{1,5}$/, { error: "must be HOST:PORT" })
    .describe("Where a gateway serves native gRPC, in plain text: HOST:PORT"),
  ACCOUNT_ADDRESS: serviceAddress("account"),
  ...tlsConfig.shape,
});
