import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { type Accounts, createAccounts } from "../../../services/account/accounts.ts";
import { openSqliteAccounts } from "../../../services/account/adapters/sqlite-accounts.ts";
import { type AccountStore, DAY_MS, type TokenEvent, type UsageEvent } from "../../../services/account/ports.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const OPERATOR = { operator: true } as const;

describe("accounts", function () {
  this.timeout(20_000);
  let store: AccountStore & AsyncDisposable;
  let accounts: Accounts;
  let now: number;
  /** Hex of the hashes that were announced. */
  let announced: string[];
  let announce: () => Promise<void>;

  before(async () => {
    store = await openSqliteAccounts({ path: ":memory:" });
  });
  after(() => store[Symbol.asyncDispose]());
  beforeEach(() => {
    now = Date.UTC(2026, 2, 31, 23, 59, 59, 999);
    announced = [];
    announce = () => Promise.resolve();
    const announcer = {
      async changed(hash: Uint8Array) {
        await announce();
        announced.push(Buffer.from(hash).toString("hex"));
      },
    };
    accounts = createAccounts({ store, clock: { now: () => now }, announcer });
  });

  /** A fresh account with a key. */
  const newKey = (tier?: string) =>
    accounts.createKey({ account: { email: `${randomUUID()}@example.org` }, name: "a key", tier });
  const newEvent = (
    key: { accountId: string; keyId: string | null },
    fields: Partial<UsageEvent> = {},
  ): UsageEvent => ({
    eventId: randomUUID(),
    accountId: key.accountId,
    keyId: key.keyId,
    operation: "search",
    time: now,
    tokens: [{ eventId: randomUUID(), model: "bundled", inputTokens: 7, outputTokens: 1 }],
    ...fields,
  });

  describe("who has signed in", () => {
    const ISSUER = "https://issuer.example";
    const signIn = (change: { issuer?: string; subject?: string; email?: string | null } = {}) => ({
      identity: { issuer: ISSUER, subject: randomUUID(), email: null, ...change },
    });

    it("has one account for an issuer and subject, made at the first use, and the same for many at once", async () => {
      const ada = signIn();
      const ids = await Promise.all(Array.from({ length: 10 }, () => accounts.accountIdOf(ada)));
      assert.equal(new Set(ids).size, 1);
      const elsewhere = await accounts.accountIdOf(signIn({ ...ada.identity, issuer: "https://other.example" }));
      assert.notEqual(elsewhere, ids[0]);
      assert.deepEqual(await accounts.listKeys(signIn()), []);
      assert.equal((await accounts.getUsage(signIn(), 7)).daily.length, 7);
    });

    it("has the account of a verified e-mail address, whoever used that first", async () => {
      const email = `${randomUUID()}@example.org`;
      const { keyId } = await accounts.createKey({ account: { email }, name: "by the operator" });
      const ada = signIn({ email: email.toUpperCase() });
      const both = await Promise.all([accounts.listKeys(ada), accounts.listKeys(ada)]);
      for (const keys of both)
        assert.deepEqual(
          keys.map((key) => key.keyId),
          [keyId],
        );
      const other = `${randomUUID()}@example.org`;
      const made = await accounts.createKey({ account: signIn({ email: other }), name: "signed in" });
      assert.deepEqual(
        (await accounts.listKeys({ email: other })).map((key) => key.keyId),
        [made.keyId],
      );
    });

    it("keeps the account when the address changes, and whoever is given the address gets another account", async () => {
      const email = `${randomUUID()}@example.org`;
      const ada = signIn({ email });
      const adas = await accounts.accountIdOf(ada);
      assert.equal(await accounts.accountIdOf(signIn({ ...ada.identity, email: `${randomUUID()}@example.org` })), adas);
      assert.equal(await accounts.accountIdOf(signIn({ ...ada.identity, email: null })), adas);
      assert.notEqual(await accounts.accountIdOf(signIn({ email })), adas);
    });

    it("has an account of its own where the address only looks like another one, or is none", async () => {
      const name = `k${randomUUID()}`;
      const marks = await accounts.accountIdOf({ email: `${name}@example.org` });
      for (const email of [`\u212a${name.slice(1)}@example.org`, "\ud800@example.org", `${"x".repeat(300)}@b.org`]) {
        const account = signIn({ email });
        const own = await accounts.accountIdOf(account);
        assert.notEqual(own, marks);
        assert.equal(await accounts.accountIdOf(account), own);
      }
    });

    it("by the install itself has the account of the address, and never the operator's", async () => {
      const email = `${randomUUID()}@example.org`;
      const accountId = await accounts.accountIdOf({ email });
      assert.equal(await accounts.accountIdOf(signIn({ issuer: "local", subject: email })), accountId);
      await assert.rejects(accounts.accountIdOf(signIn({ issuer: "local", subject: "operator" })), { kind: "invalid" });
    });

    it("may make a thousand keys, the operator more for them", async () => {
      const email = `${randomUUID()}@example.org`;
      const ada = signIn({ email });
      const accountId = await accounts.accountIdOf(ada);
      const list = store.listKeys;
      const [some] = [await accounts.createKey({ account: ada, name: "one" })];
      store.listKeys = async (of) => (of === accountId ? Array(1_000).fill(some) : list(of));
      try {
        await assert.rejects(accounts.createKey({ account: ada, name: "more" }), {
          kind: "conflict",
          message: /^The account has 1000 API keys, revoked ones included\. .*operator/,
        });
        await accounts.createKey({ account: { email }, name: "by the operator" });
      } finally {
        store.listKeys = list;
      }
    });

    it("cannot revoke the key of another account", async () => {
      const ada = signIn();
      const { keyId } = await accounts.createKey({ account: ada, name: "hers" });
      await assert.rejects(accounts.revokeKey(keyId, signIn()), { kind: "notFound", message: "API key not found" });
      assert.equal((await accounts.listKeys(ada))[0]?.isActive, true);
    });

    for (const [what, identity] of Object.entries({
      "no issuer": { issuer: "" },
      "no subject": { subject: "" },
      "a subject of 256 characters": { subject: "x".repeat(256) },
      "half a surrogate pair": { subject: "\ud800" },
    })) {
      it(`is refused with ${what}`, async () => {
        await assert.rejects(accounts.accountIdOf(signIn(identity)), { kind: "invalid" });
      });
    }
  });

  describe("keys", () => {
    it("shows the raw key once, and finds the key by its SHA-256", async () => {
      const { rawKey, ...key } = await newKey();
      assert.match(rawKey, /^fri_[A-Za-z0-9_-]{32}$/);
      assert.equal(key.prefix, rawKey.slice(0, 12));
      assert.deepEqual(await accounts.checkKey(sha256(rawKey)), { ...key, countedThisMonth: 0 });
      assert.ok(!JSON.stringify(await accounts.listKeys()).includes(rawKey));
    });

    it("makes keys that differ in every run", async () => {
      const keys = await Promise.all(Array.from({ length: 50 }, () => newKey()));
      assert.equal(new Set(keys.map(({ rawKey }) => rawKey)).size, 50);
      assert.equal(new Set(keys.map(({ prefix }) => prefix)).size, 50);
    });

    it("takes a name by its trimmed code points", async () => {
      for (const name of ["x", "🌾".repeat(100), "  two words\n", "名前", "a'b\"c%_;--"]) {
        const key = await accounts.createKey({ account: OPERATOR, name });
        assert.equal(key.name, name.trim());
      }
    });

    for (const [what, name] of Object.entries({
      "an empty one": "",
      "white space": " \t\n ",
      "101 code points": "🌾".repeat(101),
      "a huge one": "x".repeat(1_000_000),
      "a line break": "one\ntwo",
      "a control character": "bell\u0007",
      "half a character": "half \ud83c",
    })) {
      it(`refuses ${what} as a name, and makes neither key nor account`, async () => {
        const email = `${randomUUID()}@example.org`;
        await assert.rejects(accounts.createKey({ account: { email }, name }), { kind: "invalid", message: /^name: / });
        await assert.rejects(accounts.listKeys({ email }), { kind: "notFound" });
      });
    }

    it("refuses a tier that is not configured and says which are", async () => {
      const message = 'tier: there is no "gold"; use one of free, pro, enterprise';
      await assert.rejects(newKey("gold"), { kind: "invalid", message });
      const { keyId } = await newKey();
      await assert.rejects(accounts.setKeyTier(keyId, "gold"), { kind: "invalid", message });
      assert.deepEqual(announced, []);
    });

    it("refuses a hash that is no SHA-256 and knows no other", async () => {
      await assert.rejects(accounts.checkKey(new Uint8Array(31)), { kind: "invalid", message: /32 bytes/ });
      await assert.rejects(accounts.checkKey(new Uint8Array(32)), { kind: "notFound" });
    });
  });

  describe("revocation and tiers", () => {
    it("announces a revocation after it is stored and before it resolves", async () => {
      const { keyId, rawKey } = await newKey();
      let activeWhenAnnounced: boolean | undefined;
      announce = async () => {
        activeWhenAnnounced = (await accounts.checkKey(sha256(rawKey))).isActive;
      };
      await accounts.revokeKey(keyId);
      assert.equal(activeWhenAnnounced, false);
      assert.deepEqual(announced, [sha256(rawKey).toString("hex")]);
      assert.equal((await accounts.checkKey(sha256(rawKey))).isActive, false);
    });

    it("announces again when a revocation is repeated, as after a failed announcement", async () => {
      const { keyId, rawKey } = await newKey();
      announce = () => Promise.reject(new Error("the cache is away"));
      await assert.rejects(accounts.revokeKey(keyId), /the cache is away/);
      announce = () => Promise.resolve();
      await accounts.revokeKey(keyId);
      await accounts.revokeKey(keyId);
      assert.equal(announced.length, 2);
      assert.equal((await accounts.checkKey(sha256(rawKey))).isActive, false);
    });

    it("keeps a revoked key in the list, inactive", async () => {
      const { keyId, accountId } = await newKey();
      await accounts.revokeKey(keyId, { accountId });
      assert.deepEqual(
        (await accounts.listKeys({ accountId })).map((key) => [key.keyId, key.isActive]),
        [[keyId, false]],
      );
    });

    it("announces a change of tier, which the next check shows", async () => {
      const { keyId, rawKey } = await newKey();
      assert.equal((await accounts.setKeyTier(keyId, "enterprise")).tier, "enterprise");
      assert.deepEqual(announced, [sha256(rawKey).toString("hex")]);
      assert.equal((await accounts.checkKey(sha256(rawKey))).tier, "enterprise");
    });

    it("finds no unknown, malformed or foreign key, and changes none", async () => {
      const mine = await newKey();
      const { accountId } = await newKey();
      const ids = [randomUUID(), "", "not-a-uuid", mine.keyId.toUpperCase(), "' or 1=1 --", "x".repeat(100_000)];
      for (const id of ids) {
        await assert.rejects(accounts.revokeKey(id), { kind: "notFound", message: "API key not found" });
        await assert.rejects(accounts.setKeyTier(id, "pro"), { kind: "notFound", message: "API key not found" });
      }
      await assert.rejects(accounts.revokeKey(mine.keyId, { accountId }), { kind: "notFound" });
      await assert.rejects(accounts.revokeKey(mine.keyId, OPERATOR), { kind: "notFound" });
      assert.deepEqual(announced, []);
      assert.equal((await accounts.checkKey(sha256(mine.rawKey))).isActive, true);
    });
  });

  describe("account references", () => {
    it("knows an e-mail address in any case as one account", async () => {
      const id = randomUUID();
      const first = await accounts.createKey({ account: { email: `Ana.${id}@Example.ORG` }, name: "first" });
      const second = await accounts.createKey({ account: { email: `ana.${id}@example.org` }, name: "second" });
      assert.equal(second.accountId, first.accountId);
      assert.equal((await accounts.listKeys({ email: `ANA.${id}@example.org` })).length, 2);
      const account = await store.findAccount("local", `ana.${id}@example.org`);
      assert.deepEqual([account?.accountId, account?.email], [first.accountId, `ana.${id}@example.org`]);
    });

    it("gives the operator one account, empty until used", async () => {
      await using empty = await openSqliteAccounts({ path: ":memory:" });
      const fresh = createAccounts({
        store: empty,
        clock: { now: () => now },
        announcer: { changed: () => Promise.resolve() },
      });
      assert.deepEqual(await fresh.listKeys(OPERATOR), []);
      assert.equal((await fresh.getUsage(OPERATOR)).total.requestCount, 0);
      const others = await fresh.createKey({ account: { email: "ana@example.org" }, name: "another's" });
      await assert.rejects(fresh.revokeKey(others.keyId, OPERATOR), { kind: "notFound" });
      assert.equal((await fresh.listKeys())[0]?.isActive, true);
      const { accountId } = await fresh.createKey({ account: OPERATOR, name: "first" });
      assert.equal(await fresh.accountIdOf(OPERATOR), accountId);
      assert.equal((await fresh.listKeys(OPERATOR)).length, 1);
    });

    for (const email of [
      "",
      "ana",
      "@example.org",
      "ana@",
      "a b@example.org",
      "a@b@c",
      "a@ex\u0000ample",
      "mar\u212a@example.org",
      "\u0130nes@example.org",
      `${"x".repeat(250)}@b.org`,
    ]) {
      it(`refuses ${JSON.stringify(email.slice(0, 20))} as an e-mail address`, async () => {
        const refused = { kind: "invalid", message: /^email: / };
        await assert.rejects(accounts.createKey({ account: { email }, name: "x" }), refused);
        await assert.rejects(accounts.listKeys({ email }), refused);
        await assert.rejects(accounts.getUsage({ email }), refused);
      });
    }

    it("says which account is not there, rather than answer for an empty one", async () => {
      const email = `${randomUUID()}@example.org`;
      await assert.rejects(accounts.getUsage({ email }), { kind: "notFound", message: new RegExp(email) });
      for (const accountId of [randomUUID(), "x"]) {
        await assert.rejects(accounts.listKeys({ accountId }), { kind: "notFound", message: "Account not found" });
        await assert.rejects(accounts.createKey({ account: { accountId }, name: "x" }), { kind: "notFound" });
      }
    });
  });

  describe("usage", () => {
    it("counts searches and chat turns of the calendar month, and starts again at midnight UTC of the first", async () => {
      const key = await newKey();
      const counted = async () => (await accounts.checkKey(sha256(key.rawKey))).countedThisMonth;
      await accounts.recordUsage([newEvent(key), newEvent(key, { operation: "explore_message" })]);
      await accounts.recordUsage([newEvent(key, { operation: "list_documents" })]);
      assert.equal(await counted(), 2);
      now += 1;
      assert.equal(await counted(), 0);
      await accounts.recordUsage([newEvent(key)]);
      assert.equal(await counted(), 1);
    });

    it("notes when a key was last used", async () => {
      const key = await newKey();
      await accounts.recordUsage([newEvent(key)]);
      assert.equal((await accounts.checkKey(sha256(key.rawKey))).lastUsedAt, now);
    });

    it("reports every day of the range, and sums that agree", async () => {
      const key = await newKey();
      await accounts.recordUsage([
        newEvent(key),
        newEvent(key, { time: now - DAY_MS, operation: "get_document", tokens: [] }),
        newEvent(key, { time: now - 29 * DAY_MS }),
        newEvent(key, { time: now - 30 * DAY_MS }),
      ]);
      const report = await accounts.getUsage({ accountId: key.accountId });
      assert.deepEqual([report.days, report.startDate, report.endDate], [30, "2026-03-02", "2026-03-31"]);
      assert.equal(report.daily.length, 30);
      assert.deepEqual(report.daily[0], { name: "2026-03-02", inputTokens: 7, outputTokens: 1, requestCount: 1 });
      assert.deepEqual(report.daily[1], { name: "2026-03-03", inputTokens: 0, outputTokens: 0, requestCount: 0 });
      assert.deepEqual(report.operations, [
        { name: "get_document", inputTokens: 0, outputTokens: 0, requestCount: 1 },
        { name: "search", inputTokens: 14, outputTokens: 2, requestCount: 2 },
      ]);
      assert.deepEqual(report.total, { inputTokens: 14, outputTokens: 2, requestCount: 3 });
    });

    it("reports 1 to 365 days and refuses any other number", async () => {
      const one = await accounts.getUsage(undefined, 1);
      assert.deepEqual([one.startDate, one.endDate, one.daily.length], ["2026-03-31", "2026-03-31", 1]);
      const year = await accounts.getUsage(undefined, 365);
      assert.deepEqual([year.startDate, year.daily.length], ["2025-04-01", 365]);
      for (const days of [0, -1, 366, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(accounts.getUsage(undefined, days), { kind: "invalid", message: /^days: .* 1 to 365$/ });
      }
    });

    const call = (fields: Partial<TokenEvent>) => ({
      tokens: [{ eventId: randomUUID(), model: "m", inputTokens: 1, outputTokens: 1, ...fields }],
    });
    for (const [what, fields] of Object.entries<Partial<UsageEvent>>({
      event_id: { eventId: "7" },
      account_id: { accountId: randomUUID().toUpperCase() },
      key_id: { keyId: "" },
      operation: { operation: "Search; drop" },
      time: { time: Number.NaN },
      "time:": { time: 253_402_300_800_000 },
      tokens: { tokens: Array.from({ length: 5_000 }, () => call({}).tokens).flat() },
      "tokens.event_id": call({ eventId: "" }),
      "tokens.model": call({ model: "" }),
      "tokens: counts": call({ inputTokens: -1 }),
      "tokens: counts must": call({ outputTokens: 0.5 }),
      "tokens: counts must be": call({ inputTokens: 2 ** 53 }),
    })) {
      it(`refuses a wrong event by the name of its field, and all that came with it (${what})`, async () => {
        const key = await newKey();
        const events = [newEvent(key), newEvent(key, fields), newEvent(key)];
        await assert.rejects(accounts.recordUsage(events), { kind: "invalid", message: new RegExp(`^${what}`) });
        assert.equal((await accounts.getUsage({ accountId: key.accountId })).total.requestCount, 0);
      });
    }

    it("refuses no events and more than 1,000", async () => {
      const key = await newKey();
      for (const count of [0, 1_001]) {
        const events = Array.from({ length: count }, () => newEvent(key));
        await assert.rejects(accounts.recordUsage(events), { kind: "invalid", message: /^events: / });
      }
    });
  });
});
