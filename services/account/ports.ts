/** What the account service needs from outside. Times are milliseconds since 1970; ids are compared byte for byte. */

/** Who uses the product: an identity of one issuer. */
export interface Account {
  /** UUID. */
  accountId: string;
  /** The identity provider that vouches for `subject`; "local" is the operator of this install. */
  issuer: string;
  subject: string;
  email: string | null;
  createdAt: number;
}

/** Whom an identity provider vouches for. */
export type Identity = Pick<Account, "issuer" | "subject">;

/** An API key, without the key itself. */
export interface ApiKey {
  /** UUID. */
  keyId: string;
  accountId: string;
  name: string;
  /** The first 12 characters of the raw key. */
  prefix: string;
  tier: string;
  isActive: boolean;
  createdAt: number;
  /** When an operation with it was last carried out; null until then. */
  lastUsedAt: number | null;
}

/** One operation that was carried out, with the model calls inside it. */
export interface UsageEvent {
  /** UUID, best of version 7: ids that rise with time keep the ledger's index compact. */
  eventId: string;
  accountId: string;
  /** Null for callers without a key. */
  keyId: string | null;
  operation: string;
  time: number;
  tokens: TokenEvent[];
}

/** One embedding or model call. */
export interface TokenEvent {
  /** UUID. */
  eventId: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
}

/** What one operation came to on one day. */
export interface UsageRow {
  /** Days since 1970-01-01 (UTC). */
  day: number;
  operation: string;
  requestCount: number;
  inputTokens: number;
  outputTokens: number;
}

/** The ledger's two layers, and where its sums are not theirs. */
export interface LedgerComparison {
  /** All operations and model calls that were recorded. */
  events: Pick<UsageRow, "requestCount" | "inputTokens" | "outputTokens">;
  /** How much more the sums say than the events; the first `DIFFERENCES_MAX` of them. */
  differences: (UsageRow & { accountId: string })[];
  /** Model calls that belong to no operation. */
  strayTokens: number;
  /** Sums of which more counts against an allowance than there is. */
  overcounted: number;
}

export const DIFFERENCES_MAX = 100;

/** A range of days since 1970-01-01 (UTC), both included. */
export interface DayRange {
  firstDay: number;
  lastDay: number;
}

export const DAY_MS = 86_400_000;

/** The tier of new keys, and the only one with a monthly allowance. */
export const FREE_TIER = "free";

/** The tiers, from the least to the highest. */
export const TIERS: readonly string[] = [FREE_TIER, "pro", "enterprise"];

/** What counts against the allowance (SPEC.md, Limits); everything else is only tracked. */
export const COUNTED_OPERATIONS: readonly string[] = ["search", "explore_message"];

export interface AccountDirectory {
  /** The account of (issuer, subject). When there is none, `account` is stored; of two at once both get the same. */
  ensureAccount(account: Account): Promise<Account>;
  /** The account of (issuer, subject), or undefined. */
  findAccount(issuer: string, subject: string): Promise<Account | undefined>;
  /** The id of the account that the identity was linked to, or undefined. */
  findLink(identity: Identity): Promise<string | undefined>;
  /**
   * Links an identity to an account. False when it is linked already, or another identity of its issuer is linked to that
   * account: an address that was given to somebody else must not bring the account with it.
   */
  link(identity: Identity, accountId: string, createdAt: number): Promise<boolean>;
  hasAccount(accountId: string): Promise<boolean>;
}

export interface KeyStore {
  /** Rejects with `conflict` when the id or the hash is taken. */
  insertKey(key: ApiKey, hash: Uint8Array): Promise<void>;
  /**
   * The key with that SHA-256, and how many counted operations its account carried out in `month` on the free tier: with
   * keys that were on it at that time, or without a key while no active key of the account was on another.
   */
  findKey(hash: Uint8Array, month: DayRange): Promise<{ key: ApiKey; counted: number } | undefined>;
  /**
   * The tiers of the account's active keys, each once, and how many counted operations it carried out in `month` as
   * `findKey` has them.
   */
  accountStanding(accountId: string, month: DayRange): Promise<{ tiers: string[]; counted: number }>;
  /** Keys of one account, or of all: newest first, then by id. */
  listKeys(accountId: string | undefined): Promise<ApiKey[]>;
  /** Changes the key, of that account where one is given. Resolves to undefined when there is none. */
  updateKey(
    keyId: string,
    accountId: string | undefined,
    change: { isActive: false } | { tier: string },
  ): Promise<{ key: ApiKey; hash: Uint8Array } | undefined>;
}

export interface UsageLedger {
  /**
   * Resolves when all events are durable: a process killed afterwards has lost none. Of one call all are stored or
   * none. An event whose id is stored already, or came earlier in the call, is left out. Sets the keys' `lastUsedAt`.
   * Rejects with `unavailable` when too many events wait already.
   */
  record(events: readonly UsageEvent[]): Promise<void>;
  /** Resolves when events can be recorded; rejects as `record` would. Leaves nothing behind. */
  check(): Promise<void>;
  /** Compares the sums by day and operation with the events, at one moment. Takes long, and nobody waits for it. */
  compareSums(): Promise<LedgerComparison>;
  /** Sums of one account, or of all together, by day and operation. Sees every event recorded before. */
  sumUsage(accountId: string | undefined, range: DayRange): Promise<UsageRow[]>;
}

/** Where accounts, keys and usage live. */
export interface AccountStore extends AccountDirectory, KeyStore, UsageLedger {}

/** Tells whoever caches key state that a key has changed. */
export interface KeyAnnouncer {
  /** Resolves when no cache can answer with the state before the change any more. */
  changed(keyHash: Uint8Array): Promise<void>;
}
