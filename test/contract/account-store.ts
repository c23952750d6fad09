import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import type { Account, AccountStore, ApiKey, UsageEvent } from "../../services/account/ports.ts";
import { DAY_MS } from "../../services/account/ports.ts";

/** 2026-03-31T23:59:59.999Z: the last millisecond of a month. */
const MONTH_END = Date.UTC(2026, 3, 1) - 1;
const dayOf = (time: number) => Math.floor(time / DAY_MS);
const MARCH = { firstDay: dayOf(Date.UTC(2026, 2, 1)), lastDay: dayOf(MONTH_END) };
const APRIL = { firstDay: MARCH.lastDay + 1, lastDay: MARCH.lastDay + 30 };
const EVER = { firstDay: 0, lastDay: 50_000 };

const newAccount = (fields: Partial<Account> = {}): Account => ({
  accountId: randomUUID(),
  issuer: "https://issuer.example",
  subject: randomUUID(),
  email: null,
  createdAt: 1_700_000_000_123,
  ...fields,
});

const newKey = (accountId: string, fields: Partial<ApiKey> = {}): ApiKey => ({
  keyId: randomUUID(),
  accountId,
  name: "a key",
  prefix: "fri_abcdefgh",
  tier: "free",
  isActive: true,
  createdAt: 1_700_000_000_123,
  lastUsedAt: null,
  ...fields,
});

/** What every store of accounts, keys and usage promises. */
export function accountStoreContract(backend: string, open: () => Promise<AccountStore & AsyncDisposable>): void {
  describe(`AccountStore on ${backend}`, function () {
    this.timeout(20_000);
    let store: AccountStore & AsyncDisposable;
    let accountId: string;
    let key: ApiKey;
    let hash: Uint8Array;

    /** Stores a key of the account and returns it with its hash. */
    const addKey = async (owner: string, fields: Partial<ApiKey> = {}) => {
      const added = { key: newKey(owner, fields), hash: new Uint8Array(randomBytes(32)) };
      await store.insertKey(added.key, added.hash);
      return added;
    };
    const newEvent = (fields: Partial<UsageEvent> = {}): UsageEvent => ({
      eventId: randomUUID(),
      accountId,
      keyId: key.keyId,
      operation: "search",
      time: MONTH_END,
      tokens: [{ eventId: randomUUID(), model: "bundled", inputTokens: 7, outputTokens: 2 }],
      ...fields,
    });
    /** The totals of one account, or of all. */
    const sums = async (of: string | undefined, range = EVER) => {
      const total = { requestCount: 0, inputTokens: 0, outputTokens: 0 };
      for (const row of await store.sumUsage(of, range)) {
        total.requestCount += row.requestCount;
        total.inputTokens += row.inputTokens;
        total.outputTokens += row.outputTokens;
      }
      return total;
    };
    const counted = async (keyHash = hash, month = MARCH) => (await store.findKey(keyHash, month))?.counted;

    before(async () => {
      store = await open();
    });
    after(() => store[Symbol.asyncDispose]());
    beforeEach(async () => {
      accountId = (await store.ensureAccount(newAccount())).accountId;
      ({ key, hash } = await addKey(accountId));
    });

    describe("accounts", () => {
      it("keeps every field, emoji and milliseconds included", async () => {
        const account = newAccount({ subject: `${randomUUID()} 🌾 ünïcode`, email: "ana@exämple.org" });
        assert.deepEqual(await store.ensureAccount(account), account);
        assert.deepEqual(await store.findAccount(account.issuer, account.subject), account);
        assert.equal(await store.hasAccount(account.accountId), true);
      });

      it("gives the same account to everybody who asks for an identity at once", async () => {
        const [issuer, subject] = ["local", `${randomUUID()}@example.org`];
        const asked = Array.from({ length: 20 }, () => store.ensureAccount(newAccount({ issuer, subject })));
        const ids = new Set((await Promise.all(asked)).map((account) => account.accountId));
        assert.equal(ids.size, 1);
        assert.equal((await store.findAccount(issuer, subject))?.accountId, [...ids][0]);
      });

      it("keeps identities apart that differ only in case, in a trailing space or in the issuer", async () => {
        const run = randomUUID();
        const identities = [
          ["local", `${run} ana`],
          ["local", `${run} Ana`],
          ["local", `${run} ana `],
          ["other", `${run} ana`],
        ] as const;
        const ids = new Set<string>();
        for (const [issuer, subject] of identities) {
          ids.add((await store.ensureAccount(newAccount({ issuer, subject }))).accountId);
        }
        assert.equal(ids.size, identities.length);
      });

      it("lets two identities have one e-mail address", async () => {
        const [a, b] = [newAccount({ email: "x@example.org" }), newAccount({ email: "x@example.org" })];
        await store.ensureAccount(a);
        assert.deepEqual(await store.ensureAccount(b), b);
      });

      it("links an identity to an account, once, and only one identity of an issuer to an account", async () => {
        const [issuer, other] = ["https://issuer.example", "https://other.example"];
        const subject = `${randomUUID()} ü`;
        assert.equal(await store.findLink({ issuer, subject }), undefined);
        assert.equal(await store.link({ issuer, subject }, accountId, 1), true);
        assert.equal(await store.findLink({ issuer, subject }), accountId);
        assert.equal(await store.findLink({ issuer, subject: `${subject} ` }), undefined);
        const second = (await store.ensureAccount(newAccount())).accountId;
        assert.equal(await store.link({ issuer, subject }, second, 2), false);
        assert.equal(await store.link({ issuer, subject: subject.toUpperCase() }, accountId, 2), false);
        assert.equal(await store.link({ issuer: other, subject }, accountId, 2), true);
        assert.equal(await store.findLink({ issuer, subject }), accountId);
      });

      it("knows no account that is not there", async () => {
        assert.equal(await store.findAccount("local", "nobody' or 1=1 --"), undefined);
        assert.equal(await store.hasAccount(randomUUID()), false);
        assert.equal(await store.hasAccount(accountId.toUpperCase()), false);
      });
    });

    describe("keys", () => {
      it("finds a key by its hash, every field of it", async () => {
        const added = await addKey(accountId, {
          name: `${"🌾".repeat(99)}'`,
          tier: "pro",
          createdAt: 1_700_000_000_789,
        });
        assert.deepEqual((await store.findKey(added.hash, MARCH))?.key, added.key);
        assert.equal(await store.findKey(new Uint8Array(32), MARCH), undefined);
      });

      it("refuses a taken id and a taken hash with conflict", async () => {
        await assert.rejects(store.insertKey(key, new Uint8Array(randomBytes(32))), { kind: "conflict" });
        await assert.rejects(store.insertKey(newKey(accountId), hash), { kind: "conflict" });
        assert.equal((await store.listKeys(accountId)).length, 1);
      });

      it("lists one account's keys or all, newest first, then by id", async () => {
        const other = (await store.ensureAccount(newAccount())).accountId;
        const { key: newest } = await addKey(accountId, { createdAt: key.createdAt + 2 });
        const { key: others } = await addKey(other, { createdAt: key.createdAt + 1 });
        const { key: twin } = await addKey(accountId, { createdAt: key.createdAt });
        const twins = [key.keyId, twin.keyId].sort();
        const ids = (keys: ApiKey[]) => keys.map(({ keyId }) => keyId);
        assert.deepEqual(ids(await store.listKeys(accountId)), [newest.keyId, ...twins]);
        const all = (await store.listKeys(undefined)).filter((one) => [accountId, other].includes(one.accountId));
        assert.deepEqual(ids(all), [newest.keyId, others.keyId, ...twins]);
      });

      it("revokes a key, again too, and gives back its hash", async () => {
        for (const _ of ["first", "second"]) {
          const changed = await store.updateKey(key.keyId, accountId, { isActive: false });
          assert.deepEqual(changed, { key: { ...key, isActive: false }, hash });
        }
        assert.equal((await store.findKey(hash, MARCH))?.key.isActive, false);
      });

      it("changes no key of another account, and none that is not there", async () => {
        const other = (await store.ensureAccount(newAccount())).accountId;
        assert.equal(await store.updateKey(key.keyId, other, { isActive: false }), undefined);
        assert.equal(await store.updateKey(randomUUID(), undefined, { isActive: false }), undefined);
        assert.equal(await store.updateKey(key.keyId.toUpperCase(), undefined, { isActive: false }), undefined);
        assert.deepEqual((await store.findKey(hash, MARCH))?.key, key);
      });

      it("moves a key to a tier, whoever owns it, and leaves the others", async () => {
        const { key: neighbour } = await addKey(accountId);
        assert.equal((await store.updateKey(key.keyId, undefined, { tier: "pro" }))?.key.tier, "pro");
        const tiers = new Map((await store.listKeys(accountId)).map(({ keyId, tier }) => [keyId, tier]));
        assert.deepEqual([tiers.get(key.keyId), tiers.get(neighbour.keyId)], ["pro", "free"]);
      });
    });

    describe("usage", () => {
      it("sums both layers by day and operation", async () => {
        const tokens = (inputTokens: number) => ({
          eventId: randomUUID(),
          model: "modèle 🌾",
          inputTokens,
          outputTokens: 1,
        });
        await store.record([
          newEvent({ tokens: [tokens(10), tokens(20)] }),
          newEvent({ tokens: [tokens(5)] }),
          newEvent({ operation: "get_document", tokens: [] }),
        ]);
        await store.record([newEvent({ time: MONTH_END + 1, tokens: [tokens(3)] })]);
        const rows = await store.sumUsage(accountId, EVER);
        const day = dayOf(MONTH_END);
        assert.deepEqual(
          rows.sort((a, b) => a.day - b.day || (a.operation < b.operation ? -1 : 1)),
          [
            { day, operation: "get_document", requestCount: 1, inputTokens: 0, outputTokens: 0 },
            { day, operation: "search", requestCount: 2, inputTokens: 35, outputTokens: 3 },
            { day: day + 1, operation: "search", requestCount: 1, inputTokens: 3, outputTokens: 1 },
          ],
        );
      });

      it("counts an event once, however often and in whatever company it arrives", async () => {
        const event = newEvent();
        await store.record([event, newEvent(), event]);
        await store.record([event]);
        await Promise.all([store.record([event]), store.record([newEvent(), event]), store.record([event])]);
        assert.deepEqual(await sums(accountId), { requestCount: 3, inputTokens: 21, outputTokens: 6 });
        assert.equal(await counted(), 3);
      });

      it("leaves a stored event as it is when it arrives with other contents", async () => {
        const event = newEvent();
        await store.record([event]);
        await store.record([{ ...newEvent({ operation: "get_document", time: 1 }), eventId: event.eventId }]);
        assert.deepEqual(await sums(accountId), { requestCount: 1, inputTokens: 7, outputTokens: 2 });
        assert.deepEqual((await store.sumUsage(accountId, EVER))[0]?.operation, "search");
      });

      it("counts a model call once, within an event and across events", async () => {
        const call = { eventId: randomUUID(), model: "bundled", inputTokens: 7, outputTokens: 2 };
        await store.record([newEvent({ tokens: [call, call] }), newEvent({ tokens: [call] })]);
        await store.record([newEvent({ tokens: [call] })]);
        assert.deepEqual(await sums(accountId), { requestCount: 3, inputTokens: 7, outputTokens: 2 });
      });

      it("stores all events of a call or none, and fails no other call with it", async () => {
        const broken = Object.assign(newEvent(), { operation: null });
        const results = await Promise.allSettled([
          store.record([newEvent()]),
          store.record([newEvent(), broken, newEvent()]),
          store.record([newEvent()]),
          store.record([newEvent()]),
        ]);
        assert.deepEqual(
          results.map(({ status }) => status),
          ["fulfilled", "rejected", "fulfilled", "fulfilled"],
        );
        assert.equal((await sums(accountId)).requestCount, 3);
      });

      it("loses and doubles nothing of 1,000 calls at once", async () => {
        const events = Array.from({ length: 1_000 }, () => newEvent());
        await Promise.all(events.map((event) => store.record([event])));
        await Promise.all(events.map((event) => store.record([event])));
        assert.deepEqual(await sums(accountId), { requestCount: 1_000, inputTokens: 7_000, outputTokens: 2_000 });
        assert.equal(await counted(), 1_000);
      });

      it("shows an event to every read that begins after it was recorded", async () => {
        for (let recorded = 1; recorded <= 20; recorded++) {
          await store.record([newEvent()]);
          assert.equal((await sums(accountId)).requestCount, recorded);
          assert.equal(await counted(), recorded);
        }
      });

      it("draws days and months at midnight UTC", async () => {
        await store.record([newEvent({ time: MONTH_END }), newEvent({ time: MONTH_END + 1 })]);
        assert.deepEqual([await counted(hash, MARCH), await counted(hash, APRIL)], [1, 1]);
        const day = (time: number) => sums(accountId, { firstDay: dayOf(time), lastDay: dayOf(time) });
        assert.equal((await day(MONTH_END)).requestCount, 1);
        assert.equal((await day(MONTH_END + 1)).requestCount, 1);
        assert.equal((await day(MONTH_END + 1 + DAY_MS)).requestCount, 0);
      });

      it("sums 400 days, and only the days asked for", async () => {
        const time = (day: number) => Date.UTC(2025, 0, 1) + day * DAY_MS + 12_345;
        await store.record(Array.from({ length: 400 }, (_, day) => newEvent({ time: time(day) })));
        assert.equal((await store.sumUsage(accountId, EVER)).length, 400);
        const year = { firstDay: dayOf(time(20)), lastDay: dayOf(time(384)) };
        assert.equal((await sums(accountId, year)).requestCount, 365);
      });

      it("finds the sums to be those of the events, at any moment while others are recorded", async () => {
        const [before, counted] = [await store.compareSums(), await sums(undefined)];
        assert.deepEqual(before.events, counted);
        const recording = Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            store.record([newEvent({ time: MONTH_END + (i % 3), operation: i % 2 ? "search" : "get_document" })]),
          ),
        );
        for (let round = 0; round < 3; round += 1) {
          const { events: _, ...faults } = await store.compareSums();
          assert.deepEqual(faults, { differences: [], strayTokens: 0, overcounted: 0 });
        }
        await recording;
        const after = await store.compareSums();
        assert.equal(after.events.requestCount, before.events.requestCount + 40);
        assert.equal(after.events.inputTokens, before.events.inputTokens + 40 * 7);
        assert.deepEqual(after.differences, []);
      });

      it("keeps accounts apart and sums them together", async () => {
        const other = (await store.ensureAccount(newAccount())).accountId;
        const before = await sums(undefined);
        await store.record([newEvent(), newEvent({ accountId: other, keyId: null }), newEvent()]);
        const [ours, others, all] = [await sums(accountId), await sums(other), await sums(undefined)];
        assert.deepEqual([ours.requestCount, others.requestCount], [2, 1]);
        assert.deepEqual([all.requestCount - before.requestCount, all.inputTokens - before.inputTokens], [3, 21]);
      });

      it("counts for the allowance what the account did with free keys, and nothing else", async () => {
        const { key: second } = await addKey(accountId);
        const { key: paid } = await addKey(accountId, { tier: "pro" });
        const stranger = await addKey((await store.ensureAccount(newAccount())).accountId);
        await store.record([
          newEvent(),
          newEvent({ keyId: second.keyId, operation: "explore_message" }),
          newEvent({ keyId: paid.keyId }),
          newEvent({ keyId: null }),
          newEvent({ operation: "get_document" }),
          newEvent({ operation: "list_documents" }),
          newEvent({ operation: "list_filter_options" }),
          newEvent({ operation: "ingest" }),
          newEvent({ keyId: stranger.key.keyId, accountId: stranger.key.accountId }),
        ]);
        assert.equal(await counted(), 2);
        assert.equal(await counted(stranger.hash), 1);
      });

      it("counts what was done without a key while the account had no active key above the free tier", async () => {
        const month = { firstDay: MARCH.firstDay, lastDay: MARCH.lastDay };
        const withoutKey = (operation = "search") => newEvent({ keyId: null, operation });
        await store.record([withoutKey(), withoutKey("explore_message"), withoutKey("get_document"), newEvent()]);
        assert.deepEqual(await store.accountStanding(accountId, month), { tiers: ["free"], counted: 3 });
        assert.equal(await counted(), 3, "one allowance for both");
        const { key: paid } = await addKey(accountId, { tier: "pro" });
        await store.record([withoutKey(), withoutKey()]);
        const standing = await store.accountStanding(accountId, month);
        assert.deepEqual([standing.tiers.sort(), standing.counted], [["free", "pro"], 3]);
        await store.updateKey(paid.keyId, undefined, { isActive: false });
        await store.record([withoutKey()]);
        assert.deepEqual(await store.accountStanding(accountId, month), { tiers: ["free"], counted: 4 });
        assert.equal((await store.compareSums()).overcounted, 0);
      });

      it("counts by the tier that a key had at the time", async () => {
        await store.record([newEvent()]);
        await store.updateKey(key.keyId, undefined, { tier: "pro" });
        await store.record([newEvent()]);
        await store.updateKey(key.keyId, undefined, { tier: "free" });
        assert.equal(await counted(), 1);
      });

      it("notes the latest time that each key was used, in whatever order events arrive", async () => {
        const { key: second } = await addKey(accountId);
        await store.record([newEvent({ time: 5_123 }), newEvent({ time: 9_456 }), newEvent({ time: 7_000 })]);
        await store.record([newEvent({ time: 8_000 })]);
        const used = new Map((await store.listKeys(accountId)).map(({ keyId, lastUsedAt }) => [keyId, lastUsedAt]));
        assert.deepEqual([used.get(key.keyId), used.get(second.keyId)], [9_456, null]);
      });

      it("keeps counts exact far above what 32 bits hold", async () => {
        const large = () => ({
          eventId: randomUUID(),
          model: "m",
          inputTokens: 1_000_000_000,
          outputTokens: 999_999_999,
        });
        await store.record(Array.from({ length: 1_000 }, () => newEvent({ tokens: [large()] })));
        assert.deepEqual(await sums(accountId), { requestCount: 1_000, inputTokens: 1e12, outputTokens: 1e12 - 1_000 });
      });
    });
  });
}
