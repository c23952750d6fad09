import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { type Channel, createGrpcClient } from "#kit/grpc/client.ts";
import type { UsageRecorder } from "../ports.ts";

const TIMEOUT_MS = 10_000;

/** The ledger of the account service over gRPC: what ingestion costs is the operator's. */
export function createGrpcUsage(channel: Channel): UsageRecorder {
  const client = createGrpcClient(AccountService, channel, TIMEOUT_MS);
  return {
    async record({ eventId, operation, time, tokens }) {
      const event = {
        eventId,
        operation,
        time: timestampFromMs(time),
        tokens: tokens.map(({ inputTokens, outputTokens, ...token }) => ({
          ...token,
          inputTokens: BigInt(inputTokens),
          outputTokens: BigInt(outputTokens),
        })),
      };
      await client.recordUsage({ events: [event] });
    },
  };
}
