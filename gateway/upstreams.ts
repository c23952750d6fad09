/**
 * What the gateway calls. Two adapters keep the same promises: `grpc-upstreams.ts` over the network and
 * `services/all-in-one/direct-upstreams.ts` in one process; `test/contract/upstreams.test.ts` holds for both.
 *
 * Every method rejects with a `DomainError`: `invalid`, `notFound` and `conflict` carry a message for callers;
 * `unavailable` when a part is away, `deadline` when it took longer than the adapter's limit, `cancelled` when the
 * caller's signal fired.
 */
export interface Upstreams {
  search: SearchUpstream;
  documents: DocumentUpstream;
  accounts: AccountUpstream;
}

/** Who may end a call early. */
export interface Call {
  signal?: AbortSignal | undefined;
}

export interface SearchUpstream {
  /** The insights that answer the query, by score from high to low. */
  search(query: SearchQuery, call: Call): Promise<SearchAnswer>;
  /** Resolves when the index can answer. */
  check(call: Call): Promise<void>;
}

export interface SearchQuery {
  query: string;
  sourceName?: string | undefined;
  /** YYYY-MM-DD. */
  since?: string | undefined;
  limit: number;
}

export interface SearchAnswer {
  insights: FoundInsight[];
  /** What embedding the query cost. */
  embedding: { model: string; inputTokens: number };
}

export interface FoundInsight {
  insightId: string;
  title: string;
  insight: string;
  excerpts: string[];
  docId: string;
  docTitle: string;
  sourceUrl: string;
  sourceName: string;
  publishedDate: string | null;
  score: number;
  matchedBy: string;
  /** Null when something else than a question matched. */
  matchedQuestion: string | null;
  matchedWords: string[];
}

export interface DocumentUpstream {
  list(filter: DocumentFilter, call: Call): Promise<DocumentRecord[]>;
  /** Rejects with `notFound` and the message "Document not found". */
  get(docId: string, call: Call): Promise<{ document: DocumentRecord; insights: InsightRecord[] }>;
  sourceNames(call: Call): Promise<string[]>;
  /** Resolves when documents can be read. */
  check(call: Call): Promise<void>;
}

export interface DocumentFilter {
  sourceName?: string | undefined;
  /** YYYY-MM-DD. */
  since?: string | undefined;
  limit: number;
}

export interface DocumentRecord {
  docId: string;
  documentUrl: string;
  articleTitle: string;
  summary: string;
  sourceName: string;
  authors: string[];
  publishedDate: string | null;
  /** Milliseconds since 1970. */
  extractedAt: number;
  extractionStatus: string;
  /** Milliseconds since 1970. */
  ingestedAt: number;
}

export interface InsightRecord {
  insightId: string;
  title: string;
  insight: string;
  excerpts: string[];
}

export interface AccountUpstream {
  /** Rejects with `notFound` when no key has that SHA-256; a revoked key is found, and inactive. */
  checkKey(keyHash: Uint8Array, call: Call): Promise<KeyState>;
  /** Resolves when all events are durable. An event that arrives twice counts once. */
  recordUsage(events: UsageEvent[], call: Call): Promise<void>;
  /** Resolves when keys can be checked and usage recorded. */
  check(call: Call): Promise<void>;
}

export interface KeyState {
  keyId: string;
  accountId: string;
  tier: string;
  isActive: boolean;
  /** Operations that count against the allowance, carried out this month (UTC) with the account's free keys. */
  countedThisMonth: number;
}

export interface UsageEvent {
  /** UUID. */
  eventId: string;
  accountId: string;
  /** Null for callers without a key. */
  keyId: string | null;
  operation: string;
  /** Milliseconds since 1970. */
  time: number;
  tokens: TokenEvent[];
}

export interface TokenEvent {
  /** UUID. */
  eventId: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
}
