import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { AccountService, type CheckKeyResponse } from "#gen/insights/account/v1/account_service_pb.ts";
import type { ApiKey } from "#gen/insights/account/v1/api_key_pb.ts";
import type { UsageSums as UsageSumsMessage } from "#gen/insights/account/v1/usage_pb.ts";
import type { Document } from "#gen/insights/document/v1/document_pb.ts";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import type { Insight } from "#gen/insights/search/v1/insight_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import { type Channel, createGrpcClient } from "#kit/grpc/client.ts";
import type {
  AccountUpstream,
  ApiKeyRecord,
  ConsoleUpstream,
  DocumentRecord,
  DocumentUpstream,
  FoundInsight,
  KeyState,
  Owner,
  SearchUpstream,
  Upstreams,
  UsageEvent,
  UsageSums,
} from "./upstreams.ts";

/** The three upstreams over gRPC; several may share one channel. No call takes longer than `timeoutMs`. */
export const createGrpcUpstreams = (channels: {
  search: Channel;
  documents: Channel;
  accounts: Channel;
  timeoutMs: number;
}): Upstreams => ({
  search: searchUpstream(channels.search, channels.timeoutMs),
  documents: documentUpstream(channels.documents, channels.timeoutMs),
  accounts: accountUpstream(channels.accounts, channels.timeoutMs),
  console: consoleUpstream(channels.accounts, channels.timeoutMs),
});

function searchUpstream(channel: Channel, timeoutMs: number): SearchUpstream {
  const client = createGrpcClient(SearchService, channel, timeoutMs);
  return {
    async search(query, call) {
      const { insights, embedding } = await client.search(query, call);
      return {
        insights: insights.map(toFoundInsight),
        embedding: { model: embedding?.model ?? "", inputTokens: Number(embedding?.inputTokens ?? 0) },
      };
    },
    async check(call) {
      await client.getIndexStatus({}, call);
    },
  };
}

function documentUpstream(channel: Channel, timeoutMs: number): DocumentUpstream {
  const client = createGrpcClient(DocumentService, channel, timeoutMs);
  return {
    async list(filter, call) {
      const { documents } = await client.listDocuments(filter, call);
      return documents.map(toDocumentRecord);
    },
    async get(docId, call) {
      const { document, insights } = await client.getDocument({ docId }, call);
      if (!document) throw new DomainError("internal", "GetDocument answered without a document");
      return {
        document: toDocumentRecord(document),
        insights: insights.map(({ insightId, title, insight, excerpts }) => ({
          insightId,
          title,
          insight,
          excerpts: excerpts.map(({ text }) => text),
        })),
      };
    },
    async sourceNames(call) {
      const { sourceNames } = await client.listSourceNames({}, call);
      return sourceNames;
    },
    async check(call) {
      await client.listDocuments({ limit: 1 }, call);
    },
  };
}

function accountUpstream(channel: Channel, timeoutMs: number): AccountUpstream {
  const client = createGrpcClient(AccountService, channel, timeoutMs);
  return {
    async checkKey(keyHash, call) {
      return toKeyState(await client.checkKey({ keyHash }, call));
    },
    async checkAccount(owner, call) {
      const { accountId, tier, countedThisMonth } = await client.checkAccount({ account: refTo(owner) }, call);
      return { accountId, tier, countedThisMonth: Number(countedThisMonth) };
    },
    async recordUsage(events, call) {
      await client.recordUsage({ events: events.map(fromUsageEvent) }, call);
    },
    async check(call) {
      await client.checkReady({}, call);
    },
  };
}

const refTo = ({ issuer, subject, email }: Owner) => ({
  by: { case: "identity" as const, value: { issuer, subject, email: email ?? "" } },
});

function consoleUpstream(channel: Channel, timeoutMs: number): ConsoleUpstream {
  const client = createGrpcClient(AccountService, channel, timeoutMs);
  return {
    async createKey(owner, name, call) {
      const { key, rawKey } = await client.createKey({ account: refTo(owner), name }, call);
      if (!key) throw new DomainError("internal", "CreateKey answered without a key");
      return { ...toKeyRecord(key), rawKey };
    },
    async listKeys(owner, call) {
      return (await client.listKeys({ account: refTo(owner) }, call)).keys.map(toKeyRecord);
    },
    async revokeKey(owner, keyId, call) {
      await client.revokeKey({ account: refTo(owner), keyId }, call);
    },
    async usage(owner, days, call) {
      const report = await client.getUsage({ account: refTo(owner), days }, call);
      const { startDate, endDate, daily, operations } = report;
      return { startDate, endDate, daily: daily.map(toUsageSums), operations: operations.map(toUsageSums) };
    },
  };
}

const toKeyRecord = (key: ApiKey): ApiKeyRecord => ({
  keyId: key.keyId,
  name: key.name,
  prefix: key.prefix,
  tier: key.tier,
  isActive: key.isActive,
  createdAt: key.createTime ? timestampMs(key.createTime) : 0,
  lastUsedAt: key.lastUseTime ? timestampMs(key.lastUseTime) : null,
});

const toUsageSums = (sums: UsageSumsMessage): UsageSums => ({
  name: sums.name,
  inputTokens: Number(sums.inputTokens),
  outputTokens: Number(sums.outputTokens),
  requestCount: Number(sums.requestCount),
});

const toFoundInsight = (insight: Insight): FoundInsight => ({
  insightId: insight.insightId,
  title: insight.title,
  insight: insight.insight,
  excerpts: insight.excerpts,
  docId: insight.docId,
  docTitle: insight.docTitle,
  sourceUrl: insight.sourceUrl,
  sourceName: insight.sourceName,
  publishedDate: insight.publishedDate ?? null,
  score: insight.score,
  matchedBy: insight.matchedBy,
  matchedQuestion: insight.matchedQuestion ?? null,
  matchedWords: insight.matchedWords,
});

const toDocumentRecord = (document: Document): DocumentRecord => ({
  docId: document.docId,
  documentUrl: document.documentUrl,
  articleTitle: document.articleTitle,
  summary: document.summary,
  sourceName: document.sourceName,
  authors: document.authors,
  publishedDate: document.publishedDate ?? null,
  extractedAt: document.extractTime ? timestampMs(document.extractTime) : 0,
  extractionStatus: document.extractionStatus,
  ingestedAt: document.ingestTime ? timestampMs(document.ingestTime) : 0,
});

function toKeyState({ key, countedThisMonth }: CheckKeyResponse): KeyState {
  if (!key) throw new DomainError("internal", "CheckKey answered without a key");
  const { keyId, accountId, tier, isActive } = key;
  return { keyId, accountId, tier, isActive, countedThisMonth: Number(countedThisMonth) };
}

const fromUsageEvent = ({ keyId, time, tokens, ...event }: UsageEvent) => ({
  ...event,
  keyId: keyId ?? "",
  time: timestampFromMs(time),
  tokens: tokens.map((token) => ({
    ...token,
    inputTokens: BigInt(token.inputTokens),
    outputTokens: BigInt(token.outputTokens),
  })),
});
