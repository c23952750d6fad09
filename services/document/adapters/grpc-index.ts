import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { type Channel, createGrpcClient } from "#kit/grpc/client.ts";
import type { InsightIndex } from "../ports.ts";

/** A long filing is embedded by a model that may be slow. */
const STAGE_TIMEOUT_MS = 10 * 60_000;
const PUBLISH_TIMEOUT_MS = 30_000;

/** The search service over gRPC, as a worker sees it. */
export function createGrpcIndex(channel: Channel): InsightIndex {
  const client = createGrpcClient(SearchService, channel, PUBLISH_TIMEOUT_MS);
  return {
    async stage({ publishedDate, version, ...document }, signal) {
      const { embedding } = await client.stageDocument(
        { document: { ...document, version: BigInt(version), publishedDate: publishedDate ?? undefined } },
        { signal, timeoutMs: STAGE_TIMEOUT_MS },
      );
      return { model: embedding?.model ?? "", inputTokens: Number(embedding?.inputTokens ?? 0) };
    },
    async publish(docId, version) {
      await client.publishDocument({ docId, version: BigInt(version) });
    },
  };
}
