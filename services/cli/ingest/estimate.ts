import { randomUUID } from "node:crypto";
import type { DocumentService, GetExtractorResponse } from "#gen/insights/document/v1/document_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import type { GrpcClient } from "#kit/grpc/client.ts";
import type { Failure, Survey } from "../sources/source.ts";
import { counted, grouped } from "../table.ts";
import { patiently, toRequest } from "./submission.ts";

/** What taking documents in would take of a language model. */
export interface IngestEstimate {
  /** Documents that would be taken in. */
  documents: number;
  /** Documents that are there already: they take nothing. */
  unchanged: number;
  /** Documents that cannot be taken in. */
  failed: Failure[];
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

interface Service {
  readonly documents: Pick<GrpcClient<typeof DocumentService>, "estimateDocument">;
  renew?: () => Promise<void>;
}

/** Documents that are read side by side: as many as the service has threads for, and one that is on its way. */
const LANES = 4;
/** As long as reading the largest document may take. */
const TIMEOUT_MS = 300_000;

/** Asks for each document of the survey what it would take. Stores nothing. Rejects when the signal fires. */
export async function estimateIngestion(
  { sources, failures }: Survey,
  service: Service,
  interrupted: AbortSignal,
): Promise<IngestEstimate> {
  const stop = new AbortController();
  const signal = AbortSignal.any([interrupted, stop.signal]);
  const sum: IngestEstimate = {
    documents: 0,
    unchanged: 0,
    failed: [...failures],
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
  };
  const items = (async function* () {
    for (const source of sources) yield* source.read(signal);
  })();
  const lane = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) {
      signal.throwIfAborted();
      const item = next.value;
      if ("failure" in item) {
        sum.failed.push(item.failure);
        continue;
      }
      try {
        const request = { document: toRequest(randomUUID(), item.document) };
        const call = () => service.documents.estimateDocument(request, { signal, timeoutMs: TIMEOUT_MS });
        const { unchanged, calls, inputTokens, outputTokens } = await patiently(call, signal, service);
        sum[unchanged ? "unchanged" : "documents"] += 1;
        sum.calls += calls;
        sum.inputTokens += Number(inputTokens);
        sum.outputTokens += Number(outputTokens);
      } catch (err) {
        if (!(err instanceof DomainError && err.kind === "invalid")) throw err;
        const { name, listedAs } = item.document;
        sum.failed.push({ documentUrl: listedAs, reason: `${name}: ${err.message}` });
      }
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  try {
    await Promise.all(lanes);
  } finally {
    // The first that fails ends the others.
    stop.abort();
    await Promise.allSettled(lanes);
  }
  return sum;
}

/** In the currency of the prices; undefined when a price is not known. */
export function costOf({ inputTokens, outputTokens }: IngestEstimate, extractor: GetExtractorResponse) {
  const { inputPrice, outputPrice } = extractor;
  if (inputPrice === undefined || outputPrice === undefined) return undefined;
  return (inputTokens * inputPrice + outputTokens * outputPrice) / 1e6;
}

/** The estimate in one or two sentences. */
export function describeEstimate(estimate: IngestEstimate, extractor: GetExtractorResponse): string {
  const { documents, unchanged, calls, inputTokens, outputTokens } = estimate;
  const { model, budgetTokens, spentTokens } = extractor;
  const what = `${counted(documents, "document")}${unchanged > 0 ? ` (${grouped(unchanged)} more are there already)` : ""}`;
  if (model === "") return `${what}: insights are made by rules, which costs nothing (no LLM_URL is set).`;
  const cost = costOf(estimate, extractor);
  const money = cost === undefined ? "" : `, ${cost.toFixed(2)} at the prices that are set`;
  const sentence = `${what}: about ${counted(calls, "call")} of ${model}, ${grouped(inputTokens)} tokens in and ${grouped(outputTokens)} out${money}.`;
  if (budgetTokens === undefined) return sentence;
  const left = Math.max(0, Number(budgetTokens - spentTokens));
  const isEnough = inputTokens + outputTokens <= left;
  return `${sentence} Of today's budget ${grouped(left)} tokens are left${isEnough ? "." : ": it stops when they are spent, and the same command goes on tomorrow (UTC)."}`;
}
