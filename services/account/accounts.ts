import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "#kit/clock.ts";
import { DomainError } from "#kit/errors.ts";
import type { AccountStore, ApiKey, Identity, KeyAnnouncer, LedgerComparison, UsageEvent } from "./ports.ts";
import { DAY_MS, FREE_TIER, TIERS } from "./ports.ts";
import { faultsOf, summarise, type UsageReport, usageRange } from "./usage.ts";
import { checkEvents, checkIdentity, isUuid, readEmail, toEmail, toKeyName } from "./validation.ts";

/** Which account a call is about. An e-mail address is one that the operator vouches for. */
export type AccountRef = { accountId: string } | { email: string } | { operator: true } | { identity: SignedIn };

/** Somebody who has signed in. `email` is one that the issuer has verified and is trusted to; null: none. */
export type SignedIn = Identity & { email: string | null };

/** The issuer of accounts that the operator makes by hand, and the subject of the operator's own. */
export const LOCAL_ISSUER = "local";
const OPERATOR_SUBJECT = "operator";

/** Keys that somebody who has signed in may have made, revoked ones included. */
const ACCOUNT_KEYS_MAX = 1_000;

const KEY_PREFIX = "fri_";
const SHOWN_PREFIX_LENGTH = 12;

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * The account service's use cases. Wrong input rejects with `invalid`, naming the field and the remedy, and changes
 * nothing. `tiers`: the names that a key may have, from the least to the highest; "free" must be the first.
 */
export function createAccounts({
  store,
  clock,
  announcer,
  tiers = TIERS,
  randomKey = () => randomBytes(24).toString("base64url"),
}: {
  store: AccountStore;
  clock: Clock;
  announcer: KeyAnnouncer;
  tiers?: readonly string[];
  /** 32 URL-safe characters from a cryptographic source. */
  randomKey?: () => string;
}) {
  const checkTier = (tier: string): string => {
    if (tiers.includes(tier)) return tier;
    throw new DomainError("invalid", `tier: there is no "${tier.slice(0, 40)}"; use one of ${tiers.join(", ")}`);
  };

  /** The identity behind a reference, where it names one. */
  const identityOf = (ref: { email: string } | { operator: true }) =>
    "email" in ref
      ? { subject: toEmail(ref.email), email: toEmail(ref.email) }
      : { subject: OPERATOR_SUBJECT, email: null };

  /** The account's id; e-mail addresses, identities and the operator get an account at their first use. */
  const ensureAccountId = async (ref: AccountRef): Promise<string> => {
    if ("accountId" in ref) return knownAccountId(ref.accountId);
    if ("identity" in ref) return signedInAccountId(ref.identity);
    return ensure({ issuer: LOCAL_ISSUER, ...identityOf(ref) });
  };

  const ensure = async (identity: SignedIn): Promise<string> => {
    const account = { accountId: randomUUID(), ...identity, createdAt: clock.now() };
    return (await store.ensureAccount(account)).accountId;
  };

  /** Who has signed in keeps the account of the first time, whatever becomes of the e-mail address. */
  const signedInAccountId = async (identity: SignedIn): Promise<string> => {
    checkIdentity(identity);
    if (identity.issuer === LOCAL_ISSUER) return ensureAccountId({ email: identity.subject });
    const own = (await store.findAccount(identity.issuer, identity.subject))?.accountId;
    const known = own ?? (await store.findLink(identity));
    if (known !== undefined) return known;
    // An address that we would not take from the operator leads nowhere; its owner has an account without one.
    const email = readEmail(identity.email ?? "") ?? null;
    if (email !== null) {
      const accountId = await ensureAccountId({ email });
      const isLinked = await store.link(identity, accountId, clock.now());
      // Two requests at once: the other one has linked it.
      if (isLinked || (await store.findLink(identity)) === accountId) return accountId;
    }
    return ensure({ ...identity, email });
  };

  const knownAccountId = async (accountId: string): Promise<string> => {
    if (isUuid(accountId) && (await store.hasAccount(accountId))) return accountId;
    throw new DomainError("notFound", "Account not found");
  };

  /** The account's id for a read, which makes none but for who has signed in. Undefined: the operator, who has done nothing yet. */
  const findAccountId = async (ref: AccountRef): Promise<string | undefined> => {
    if ("accountId" in ref || "identity" in ref) return ensureAccountId(ref);
    const { subject, email } = identityOf(ref);
    const account = await store.findAccount(LOCAL_ISSUER, subject);
    if (!account && email) throw new DomainError("notFound", `No account has the e-mail address ${email}`);
    return account?.accountId;
  };

  /** People make their own keys as often as they like, and every list has all of them. Operators know what they do. */
  const checkRoom = async (accountId: string): Promise<void> => {
    if ((await store.listKeys(accountId)).length < ACCOUNT_KEYS_MAX) return;
    const remedy = "Use one of them, or ask the operator for another one.";
    throw new DomainError("conflict", `The account has ${ACCOUNT_KEYS_MAX} API keys, revoked ones included. ${remedy}`);
  };

  const keyNotFound = () => new DomainError("notFound", "API key not found");

  return {
    /** Says whose key it is and what it may do. Rejects with `notFound` for an unknown hash; a revoked key is found. */
    async checkKey(keyHash: Uint8Array): Promise<ApiKey & { countedThisMonth: number }> {
      if (keyHash.length !== 32) throw new DomainError("invalid", "key_hash: must be a SHA-256, 32 bytes");
      const found = await store.findKey(keyHash, monthOf(clock.now()));
      if (!found) throw keyNotFound();
      return { ...found.key, countedThisMonth: found.counted };
    },

    /**
     * What an account may do whose owner signed in and sends no key: as much as with the best of its active keys, which
     * the owner could send as well.
     */
    async checkAccount(account: AccountRef): Promise<{ accountId: string; tier: string; countedThisMonth: number }> {
      const accountId = await ensureAccountId(account);
      const standing = await store.accountStanding(accountId, monthOf(clock.now()));
      const highest = Math.max(0, ...standing.tiers.map((tier) => tiers.indexOf(tier)));
      return { accountId, tier: tiers[highest] ?? FREE_TIER, countedThisMonth: standing.counted };
    },

    /** Makes a key. The answer is the only place where the raw key is ever seen. */
    async createKey(input: {
      account: AccountRef;
      name: string;
      tier?: string | undefined;
    }): Promise<ApiKey & { rawKey: string }> {
      const name = toKeyName(input.name);
      const tier = checkTier(input.tier ?? FREE_TIER);
      const accountId = await ensureAccountId(input.account);
      if ("identity" in input.account) await checkRoom(accountId);
      const rawKey = KEY_PREFIX + randomKey();
      const key: ApiKey = {
        keyId: randomUUID(),
        accountId,
        name,
        prefix: rawKey.slice(0, SHOWN_PREFIX_LENGTH),
        tier,
        isActive: true,
        createdAt: clock.now(),
        lastUsedAt: null,
      };
      await store.insertKey(key, hashKey(rawKey));
      return { ...key, rawKey };
    },

    /** The keys of one account, or of all: newest first, revoked ones too. */
    async listKeys(account?: AccountRef): Promise<ApiKey[]> {
      if (!account) return store.listKeys(undefined);
      const accountId = await findAccountId(account);
      return accountId ? store.listKeys(accountId) : [];
    },

    /**
     * Makes a key inactive, for its very next request on. Again: no change, but announced again, so that a caller whose
     * first try failed halfway can repeat it. Unknown, malformed or another account's id: `notFound`.
     */
    async revokeKey(keyId: string, account?: AccountRef): Promise<void> {
      const accountId = account && (await findAccountId(account));
      if (!isUuid(keyId) || (account && !accountId)) throw keyNotFound();
      const changed = await store.updateKey(keyId, accountId, { isActive: false });
      if (!changed) throw keyNotFound();
      await announcer.changed(changed.hash);
    },

    /** Moves a key to another tier, for its very next request on. */
    async setKeyTier(keyId: string, tier: string): Promise<ApiKey> {
      const change = { tier: checkTier(tier) };
      const changed = isUuid(keyId) ? await store.updateKey(keyId, undefined, change) : undefined;
      if (!changed) throw keyNotFound();
      await announcer.changed(changed.hash);
      return changed.key;
    },

    /** Resolves when all events are durable; rejects when none is. An event that arrives twice counts once. */
    async recordUsage(events: readonly UsageEvent[]): Promise<void> {
      checkEvents(events);
      await store.record(events);
    },

    /** Usage of one account, or of all, over the last `days` (1 to 365, 30 if left out), today included, UTC. */
    async getUsage(account?: AccountRef, days?: number): Promise<UsageReport> {
      const range = usageRange(clock.now(), days);
      if (!account) return summarise(range, await store.sumUsage(undefined, range));
      const accountId = await findAccountId(account);
      return summarise(range, accountId ? await store.sumUsage(accountId, range) : []);
    },

    /**
     * Proves that what is reported is what was recorded: reports are made of sums by day and operation, and these are
     * compared with the events one by one. A fault is a sentence.
     */
    async verifyUsage(): Promise<{ events: LedgerComparison["events"]; faults: string[] }> {
      const comparison = await store.compareSums();
      return { events: comparison.events, faults: faultsOf(comparison) };
    },

    /** The id to attribute usage to. E-mail addresses and the operator get an account at their first use. */
    accountIdOf: ensureAccountId,

    /** Resolves when keys can be checked and usage recorded. */
    async check(): Promise<void> {
      await Promise.all([store.hasAccount(""), store.check()]);
    },
  };
}

const hashKey = (rawKey: string): Uint8Array => createHash("sha256").update(rawKey).digest();

/** The days of the calendar month (UTC) that `now` is in. */
function monthOf(now: number) {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { firstDay: Date.UTC(year, month, 1) / DAY_MS, lastDay: Date.UTC(year, month + 1, 0) / DAY_MS };
}
