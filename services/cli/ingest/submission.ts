import { setTimeout as sleep } from "node:timers/promises";
import type { DocumentService, SubmitDocumentResponse } from "#gen/insights/document/v1/document_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import type { GrpcClient } from "#kit/grpc/client.ts";
import type { SourceDocument } from "../sources/source.ts";

/** A long filing takes a while to send and to store; a queue that is full is waited for outside of this. */
const SUBMIT_TIMEOUT_MS = 120_000;
/** How long a server may be away (restarting) before the run ends. */
const AWAY_LIMIT_MS = 30_000;

/**
 * Submits one document. A full queue is waited for as long as it takes, a server that is away for half a minute. Rejects
 * with `invalid` when the document is refused.
 */
export async function submit(
  service: {
    readonly documents: Pick<GrpcClient<typeof DocumentService>, "submitDocument">;
    renew?: () => Promise<void>;
  },
  batchId: string,
  document: SourceDocument,
  signal: AbortSignal,
): Promise<SubmitDocumentResponse> {
  const request = toRequest(batchId, document);
  return patiently(
    () => service.documents.submitDocument(request, { signal, timeoutMs: SUBMIT_TIMEOUT_MS }),
    signal,
    service,
  );
}

/** A document as it is sent. */
export function toRequest(batchId: string, document: SourceDocument) {
  const { content, mediaType, documentUrl, sourceName, articleTitle, publishedDate, authors, summary } = document;
  return { batchId, content, mediaType, documentUrl, sourceName, articleTitle, publishedDate, authors, summary };
}

/**
 * Calls again while the server is full, and for a bounded time while it is away; `renew` looks for another in between.
 * Safe for calls that are idempotent.
 */
export async function patiently<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  { awayLimitMs = AWAY_LIMIT_MS, renew }: { awayLimitMs?: number; renew?: (() => Promise<void>) | undefined } = {},
): Promise<T> {
  let awaySince: number | undefined;
  for (let pauseMs = 50; ; pauseMs = Math.min(2_000, pauseMs * 2)) {
    try {
      return await call();
    } catch (err) {
      if (!(err instanceof DomainError)) throw err;
      if (err.kind === "unavailable" || err.kind === "deadline") {
        awaySince ??= Date.now();
        if (Date.now() - awaySince > awayLimitMs) throw away(err);
        await renew?.();
      } else if (err.kind === "exhausted") awaySince = undefined;
      else throw err;
      // Rejects when the run is interrupted.
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

const away = (cause: DomainError): DomainError =>
  new DomainError(
    "unavailable",
    `${cause.message.replace(/\.?$/, ".")} What was sent before is stored: when that is mended, give the same command again.`,
    { cause },
  );
