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
  console: ConsoleUpstream;
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
  /** What somebody who has signed in may do without a key. The account is made at its first use. */
  checkAccount(owner: Owner, call: Call): Promise<AccountState>;
  /** Resolves when all events are durable. An event that arrives twice counts once. */
  recordUsage(events: UsageEvent[], call: Call): Promise<void>;
  /** Resolves when keys can be checked and usage recorded. */
  check(call: Call): Promise<void>;
}

export interface AccountState {
  accountId: string;
  tier: string;
  /** Operations that count against the allowance, carried out this month (UTC) by the account on the free tier. */
  countedThisMonth: number;
}

export interface KeyState extends AccountState {
  keyId: string;
  isActive: boolean;
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

/** What somebody who has signed in may do with their account, which is made at its first use. */
export interface ConsoleUpstream {
  /** The answer is the only place where the raw key is ever seen. */
  createKey(owner: Owner, name: string, call: Call): Promise<ApiKeyRecord & { rawKey: string }>;
  /** Newest first, revoked ones too. */
  listKeys(owner: Owner, call: Call): Promise<ApiKeyRecord[]>;
  /**
   * Resolves when the key is refused everywhere, and again when it was already. Rejects with `notFound` for an unknown or
   * malformed id and for another account's.
   */
  revokeKey(owner: Owner, keyId: string, call: Call): Promise<void>;
  /** Usage over the last `days`, 1 to 365, today included (UTC). */
  usage(owner: Owner, days: number, call: Call): Promise<UsageReport>;
}

/** Whose account it is. `email`: verified by an issuer that is trusted with that. */
export interface Owner {
  issuer: string;
  subject: string;
  email: string | null;
}

export interface ApiKeyRecord {
  keyId: string;
  name: string;
  prefix: string;
  tier: string;
  isActive: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Null until the first use. */
  lastUsedAt: number | null;
}

export interface UsageReport {
  /** YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  /** Every day of the range, oldest first. */
  daily: UsageSums[];
  /** Every operation that occurs, by name. */
  operations: UsageSums[];
}

export interface UsageSums {
  /** The day as YYYY-MM-DD, or the operation's name. */
  name: string;
  inputTokens: number;
  outputTokens: number;
  requestCount: number;
}
