import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { JobState as WireState } from "#gen/insights/document/v1/job_pb.ts";
import { DomainError } from "#kit/errors.ts";
import { type Route, route } from "#kit/grpc/server.ts";
import type { Documents } from "./documents.ts";
import { JOB_STATES, type JobRecord, type JobState } from "./job-ports.ts";
import type { DocumentRecord } from "./ports.ts";

/** The document service over gRPC. */
export const documentRoutes = (documents: Documents): Route =>
  route(DocumentService, {
    listDocuments: async ({ sourceName, since, limit }, signal) => ({
      documents: (await documents.list({ sourceName, since, limit: orDefault(limit) }, signal)).map(toDocument),
    }),
    getDocument: async ({ docId }, signal) => {
      const { document, insights } = await documents.get(docId, signal);
      return { document: toDocument(document), insights };
    },
    listSourceNames: async () => ({ sourceNames: await documents.sourceNames() }),
    getText: ({ docId }) => documents.text(docId),
    submitDocument: async ({ $typeName, publishedDate = null, ...request }, signal) => {
      const { docId, jobId, unchanged } = await documents.submit({ ...request, publishedDate }, signal);
      return { docId, jobId: jobId ?? "", unchanged };
    },
    getExtractor: async () => {
      const extractor = await documents.extractor();
      if (!extractor) return {};
      const { model, inputPrice, outputPrice, budgetTokens, spentTokens } = extractor;
      return {
        model,
        ...(inputPrice !== undefined && { inputPrice }),
        ...(outputPrice !== undefined && { outputPrice }),
        ...(budgetTokens !== undefined && { budgetTokens: BigInt(budgetTokens) }),
        spentTokens: BigInt(spentTokens),
      };
    },
    estimateDocument: async ({ document }, signal) => {
      if (!document) throw new DomainError("invalid", "document must be given");
      const { $typeName, publishedDate = null, ...rest } = document;
      const { unchanged, calls, inputTokens, outputTokens } = await documents.estimate(
        { ...rest, publishedDate },
        signal,
      );
      return { unchanged, calls, inputTokens: BigInt(inputTokens), outputTokens: BigInt(outputTokens) };
    },
    getBatch: async ({ batchId }) => {
      const { failed, insights, submittedBytes, finishedBytes, ...counts } = await documents.batch(batchId);
      return {
        ...counts,
        insights: BigInt(insights),
        submittedBytes: BigInt(submittedBytes),
        finishedBytes: BigInt(finishedBytes),
        failed: failed.map(toJob),
      };
    },
    listJobs: async ({ states, limit }) => {
      const { jobs, total } = await documents.jobs({ states: states.map(fromState), limit: orDefault(limit) });
      return { jobs: jobs.map(toJob), total: BigInt(total) };
    },
    verifyDocuments: ({ pageSize, pageToken }) => documents.verify({ pageSize: orDefault(pageSize), pageToken }),
  });

/** proto3 has no unset number: zero stands for the default. */
const orDefault = (limit: number): number | undefined => (limit === 0 ? undefined : limit);

const toDocument = ({ publishedDate, extractedAt, ingestedAt, ...rest }: DocumentRecord) => ({
  ...rest,
  ...(publishedDate === null ? {} : { publishedDate }),
  extractTime: timestampFromMs(extractedAt),
  ingestTime: timestampFromMs(ingestedAt),
});

const toJob = ({ state, createdAt, updatedAt, contentBytes, ...rest }: JobRecord) => ({
  ...rest,
  state: WIRE[state],
  contentBytes: BigInt(contentBytes),
  createTime: timestampFromMs(createdAt),
  updateTime: timestampFromMs(updatedAt),
});

const WIRE = {
  pending: WireState.PENDING,
  extracting: WireState.EXTRACTING,
  indexing: WireState.INDEXING,
  complete: WireState.COMPLETE,
  failed: WireState.FAILED,
} satisfies Record<JobState, WireState>;

const STATES = new Map<WireState, JobState>(JOB_STATES.map((state) => [WIRE[state], state]));

function fromState(wire: WireState): JobState {
  const state = STATES.get(wire);
  if (!state) throw new DomainError("invalid", `there is no job state ${wire}`);
  return state;
}
