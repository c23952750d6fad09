import { DomainError } from "#kit/errors.ts";
import { spanned } from "#kit/telemetry/observer.ts";
import { NO_TELEMETRY, type Telemetry } from "#kit/telemetry/telemetry.ts";
import type {
  AccountState,
  ApiKeyRecord,
  Call,
  DocumentFilter,
  DocumentRecord,
  InsightRecord,
  KeyState,
  Owner,
  SearchAnswer,
  SearchQuery,
  Upstreams,
  UsageEvent,
  UsageReport,
} from "../../gateway/upstreams.ts";

/** The use cases that the gateway calls, as the services' own functions have them. */
export interface UseCases {
  search: {
    search(query: SearchQuery, call: Call): Promise<SearchAnswer>;
    status(): Promise<unknown>;
  };
  documents: {
    list(filter: DocumentFilter, signal?: AbortSignal): Promise<DocumentRecord[]>;
    get(
      docId: string,
      signal?: AbortSignal,
    ): Promise<{
      document: DocumentRecord;
      insights: (Omit<InsightRecord, "excerpts"> & { excerpts: { text: string }[] })[];
    }>;
    sourceNames(): Promise<string[]>;
  };
  accounts: {
    checkKey(keyHash: Uint8Array): Promise<KeyState>;
    checkAccount(account: { identity: Owner }): Promise<AccountState>;
    recordUsage(events: UsageEvent[]): Promise<void>;
    check(): Promise<void>;
    createKey(input: { account: { identity: Owner }; name: string }): Promise<ApiKeyRecord & { rawKey: string }>;
    listKeys(account: { identity: Owner }): Promise<ApiKeyRecord[]>;
    revokeKey(keyId: string, account: { identity: Owner }): Promise<void>;
    getUsage(account: { identity: Owner }, days: number): Promise<UsageReport>;
  };
}

/**
 * The gateway's upstreams on the use cases themselves: no message is made, nothing is serialised. A call ends with
 * `deadline` after `timeoutMs` and with `cancelled` when its signal fires, as it would over gRPC.
 */
export function createDirectUpstreams(
  { search, documents, accounts }: UseCases,
  timeoutMs: number,
  telemetry: Telemetry = NO_TELEMETRY,
): Upstreams {
  const bounded = <Answer>(call: Call, what: string, work: (signal: AbortSignal) => Promise<Answer>) =>
    spanned(telemetry, what, () => withinDeadline(work, what, timeoutMs, call.signal));
  return {
    search: {
      search: (query, call) => bounded(call, "Search", (signal) => search.search(query, { signal })),
      check: (call) => bounded(call, "Search", async () => void (await search.status())),
    },
    documents: {
      list: (filter, call) => bounded(call, "ListDocuments", (signal) => documents.list(filter, signal)),
      get: (docId, call) =>
        bounded(call, "GetDocument", async (signal) => {
          const { document, insights } = await documents.get(docId, signal);
          return {
            document,
            insights: insights.map(({ insightId, title, insight, excerpts }) => ({
              insightId,
              title,
              insight,
              excerpts: excerpts.map(({ text }) => text),
            })),
          };
        }),
      sourceNames: (call) => bounded(call, "ListSourceNames", () => documents.sourceNames()),
      check: (call) => bounded(call, "ListDocuments", async () => void (await documents.list({ limit: 1 }))),
    },
    accounts: {
      checkKey: (keyHash, call) => bounded(call, "CheckKey", () => accounts.checkKey(keyHash)),
      checkAccount: (identity, call) => bounded(call, "CheckAccount", () => accounts.checkAccount({ identity })),
      // Once begun, recording goes on to its end: an operation that was carried out is counted, caller or no caller.
      recordUsage: (events) => bounded({}, "RecordUsage", () => accounts.recordUsage(events)),
      check: (call) => bounded(call, "CheckAccounts", () => accounts.check()),
    },
    console: {
      async createKey(identity, name, call) {
        const made = await bounded(call, "CreateKey", () => accounts.createKey({ account: { identity }, name }));
        return { ...toKeyRecord(made), rawKey: made.rawKey };
      },
      async listKeys(identity, call) {
        return (await bounded(call, "ListKeys", () => accounts.listKeys({ identity }))).map(toKeyRecord);
      },
      revokeKey: (identity, keyId, call) => bounded(call, "RevokeKey", () => accounts.revokeKey(keyId, { identity })),
      async usage(identity, days, call) {
        const report = await bounded(call, "GetUsage", () => accounts.getUsage({ identity }, days));
        const { startDate, endDate, daily, operations } = report;
        return { startDate, endDate, daily, operations };
      },
    },
  };
}

/** What a contract between processes would carry, and no more. */
const toKeyRecord = (key: ApiKeyRecord): ApiKeyRecord => ({
  keyId: key.keyId,
  name: key.name,
  prefix: key.prefix,
  tier: key.tier,
  isActive: key.isActive,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
});

/** Rejects as soon as the time is up or the caller leaves; the work is told by its signal. */
function withinDeadline<Answer>(
  work: (signal: AbortSignal) => Promise<Answer>,
  what: string,
  timeoutMs: number,
  caller: AbortSignal | undefined,
): Promise<Answer> {
  const left = () => new DomainError("cancelled", "The caller left before the answer");
  if (caller?.aborted) return Promise.reject(left());
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const controller = new AbortController();
  const end = (err: DomainError) => {
    controller.abort(err);
    reject(err);
  };
  const timer = setTimeout(() => end(new DomainError("deadline", `${what} took too long`)), timeoutMs);
  const leave = () => end(left());
  caller?.addEventListener("abort", leave, { once: true });
  work(controller.signal)
    .then(resolve, reject)
    .finally(() => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", leave);
    });
  return promise;
}
