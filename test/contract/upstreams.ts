import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { DomainError } from "#kit/errors.ts";
import type { Upstreams } from "../../gateway/upstreams.ts";
import type { Accounts } from "../../services/account/accounts.ts";
import type { UseCases } from "../../services/all-in-one/direct-upstreams.ts";
import type { Documents } from "../../services/document/documents.ts";
import type { Search } from "../../services/search/search.ts";

/** The services behind the upstreams under test, whose use cases a test may replace one by one. */
export interface Services extends UseCases {
  search: Search;
  documents: Documents;
  accounts: Accounts;
}

export interface Fixture {
  /** Real use cases on embedded stores with one published document of two insights. */
  services: Services;
  docId: string;
  rawKey: string;
  keyId: string;
  /** The adapter under test on the given services; calls end after `timeoutMs`. */
  connect(services: Services, timeoutMs: number): Promise<Upstreams>;
}

/** What the gateway relies on, whether its upstreams are functions or processes. */
export function upstreamsContract(adapter: string, fixture: () => Fixture): void {
  const call = {};
  const connect = (changes: { [Name in keyof Services]?: Partial<Services[Name]> } = {}, timeoutMs = 5_000) => {
    const { services, connect } = fixture();
    return connect(
      {
        search: { ...services.search, ...changes.search },
        documents: { ...services.documents, ...changes.documents },
        accounts: { ...services.accounts, ...changes.accounts },
      },
      timeoutMs,
    );
  };
  const hashOf = (rawKey: string) => createHash("sha256").update(rawKey).digest();

  describe(`Upstreams by ${adapter}`, () => {
    it("carry a search and its answer, every field of it", async () => {
      const { services } = fixture();
      const upstreams = await connect();
      const query = { query: "wheat stocks", limit: 5 };
      const answer = await upstreams.search.search(query, call);
      assert.deepEqual(answer, await services.search.search(query));
      assert.equal(answer.insights[0]?.publishedDate, "2024-05-10");
      assert.ok(answer.embedding.inputTokens > 0);
    });

    it("carry filters, and an empty answer as empty", async () => {
      const upstreams = await connect();
      const search = (filter: { sourceName?: string; since?: string }) =>
        upstreams.search.search({ query: "wheat stocks", limit: 5, ...filter }, call);
      assert.notEqual((await search({ sourceName: "grain", since: "2024-05-10" })).insights.length, 0);
      assert.deepEqual((await search({ sourceName: "nobody" })).insights, []);
      assert.deepEqual((await search({ since: "2024-05-11" })).insights, []);
      assert.deepEqual(await upstreams.documents.list({ sourceName: "nobody", limit: 5 }, call), []);
    });

    it("carry documents and their insights", async () => {
      const { services, docId } = fixture();
      const upstreams = await connect();
      const { document, insights } = await services.documents.get(docId);
      const got = await upstreams.documents.get(docId, call);
      assert.deepEqual(got.document, document);
      assert.deepEqual(
        got.insights,
        insights.map(({ insightId, title, insight, excerpts }) => ({
          insightId,
          title,
          insight,
          excerpts: excerpts.map(({ text }) => text),
        })),
      );
      assert.deepEqual(await upstreams.documents.list({ limit: 5 }, call), [document]);
      assert.deepEqual(await upstreams.documents.sourceNames(call), ["Grain Office"]);
    });

    it("carry a key's state and usage once", async () => {
      const { services, rawKey, keyId } = fixture();
      const upstreams = await connect();
      const before = await upstreams.accounts.checkKey(hashOf(rawKey), call);
      assert.equal(before.keyId, keyId);
      assert.equal(before.isActive, true);
      assert.equal(before.tier, "free");
      const event = {
        eventId: randomUUID(),
        accountId: before.accountId,
        keyId,
        operation: "search",
        time: Date.now(),
        tokens: [{ eventId: randomUUID(), model: "bundled", inputTokens: 7, outputTokens: 0 }],
      };
      await upstreams.accounts.recordUsage([event], call);
      await upstreams.accounts.recordUsage([event], call);
      const after = await upstreams.accounts.checkKey(hashOf(rawKey), call);
      assert.equal(after.countedThisMonth, before.countedThisMonth + 1);
      const usage = await services.accounts.getUsage({ accountId: before.accountId }, 1);
      assert.ok(usage.operations.some(({ name, inputTokens }) => name === "search" && inputTokens >= 7));
    });

    it("carry what somebody who has signed in may do without a key", async () => {
      const { services } = fixture();
      const upstreams = await connect();
      const owner = { issuer: "https://login.example", subject: randomUUID(), email: null };
      const first = await upstreams.accounts.checkAccount(owner, call);
      assert.deepEqual(first, { accountId: first.accountId, tier: "free", countedThisMonth: 0 });
      const { accountId } = first;
      const event = {
        eventId: randomUUID(),
        accountId,
        keyId: null,
        operation: "search",
        time: Date.now(),
        tokens: [],
      };
      await upstreams.accounts.recordUsage([event], call);
      assert.deepEqual(await upstreams.accounts.checkAccount(owner, call), { ...first, countedThisMonth: 1 });
      const key = await upstreams.console.createKey(owner, "k", call);
      await services.accounts.setKeyTier(key.keyId, "enterprise");
      await services.accounts.createKey({ account: { accountId }, name: "other", tier: "pro" });
      assert.equal((await upstreams.accounts.checkAccount(owner, call)).tier, "enterprise", "the highest counts");
      await upstreams.console.revokeKey(owner, key.keyId, call);
      assert.equal((await upstreams.accounts.checkAccount(owner, call)).tier, "pro", "of those that are active");
      await assert.rejects(upstreams.accounts.checkAccount({ ...owner, subject: "" }, call), {
        kind: "invalid",
        message: /^subject/,
      });
    });

    it("carry what somebody who has signed in does with keys, every field of it", async () => {
      const { services } = fixture();
      const upstreams = await connect();
      const owner = { issuer: "https://login.example", subject: randomUUID(), email: null };
      const { rawKey, ...key } = await upstreams.console.createKey(owner, " laptop 🌾 ", call);
      assert.match(rawKey, /^fri_[\w-]{32}$/);
      assert.deepEqual(key, {
        keyId: key.keyId,
        name: "laptop 🌾",
        prefix: rawKey.slice(0, 12),
        tier: "free",
        isActive: true,
        createdAt: key.createdAt,
        lastUsedAt: null,
      });
      assert.deepEqual(await upstreams.console.listKeys(owner, call), [key]);
      const { accountId } = await upstreams.accounts.checkKey(hashOf(rawKey), call);
      const event = { eventId: randomUUID(), accountId, keyId: key.keyId, operation: "search", time: Date.now() };
      const tokens = [{ eventId: randomUUID(), model: "bundled", inputTokens: 7, outputTokens: 2 }];
      await upstreams.accounts.recordUsage([{ ...event, tokens }], call);
      assert.deepEqual(await upstreams.console.listKeys(owner, call), [{ ...key, lastUsedAt: event.time }]);
      const { days: _, total: __, ...report } = await services.accounts.getUsage({ identity: owner }, 3);
      assert.deepEqual(await upstreams.console.usage(owner, 3, call), report);
      assert.deepEqual(report.operations, [{ name: "search", inputTokens: 7, outputTokens: 2, requestCount: 1 }]);

      const stranger = { ...owner, issuer: "https://other.example" };
      const notFound = { kind: "notFound", message: "API key not found" };
      for (const keyId of [key.keyId, randomUUID(), "x", ""]) {
        await assert.rejects(upstreams.console.revokeKey(stranger, keyId, call), notFound);
      }
      await upstreams.console.revokeKey(owner, key.keyId, call);
      await upstreams.console.revokeKey(owner, key.keyId, call);
      assert.equal((await upstreams.console.listKeys(owner, call))[0]?.isActive, false);
      await assert.rejects(upstreams.console.createKey(owner, "", call), { kind: "invalid", message: /name/ });
    });

    it("say notFound with the message for callers", async () => {
      const upstreams = await connect();
      await assert.rejects(upstreams.documents.get("doc_unknown", call), {
        name: "DomainError",
        kind: "notFound",
        message: "Document not found",
      });
      await assert.rejects(upstreams.accounts.checkKey(hashOf("fri_unknown"), call), { kind: "notFound" });
    });

    it("say invalid with the message that names the field", async () => {
      const upstreams = await connect();
      await assert.rejects(upstreams.search.search({ query: "x", limit: 101 }, call), {
        kind: "invalid",
        message: /limit/,
      });
    });

    it("pass on that a part is away", async () => {
      const away = () => Promise.reject(new DomainError("unavailable", "the disk is full"));
      const upstreams = await connect({ search: { search: away, status: away }, documents: { list: away } });
      await assert.rejects(upstreams.search.search({ query: "x", limit: 1 }, call), { kind: "unavailable" });
      await assert.rejects(upstreams.search.check(call), { kind: "unavailable" });
      await assert.rejects(upstreams.documents.check(call), { kind: "unavailable" });
      await upstreams.accounts.check(call);
    });

    it("pass on that usage cannot be recorded, also while keys can be looked up", async () => {
      const { rawKey } = fixture();
      const upstreams = await connect({
        accounts: { check: () => Promise.reject(new DomainError("unavailable", "the disk is full")) },
      });
      await upstreams.accounts.checkKey(hashOf(rawKey), call);
      await assert.rejects(upstreams.accounts.check(call), { kind: "unavailable" });
    });

    it("do not make a bug look like something a caller can act on", async () => {
      const bug = () => Promise.reject(new TypeError("secret detail"));
      const upstreams = await connect({ documents: { sourceNames: bug } });
      await assert.rejects(
        upstreams.documents.sourceNames(call),
        (err) => !(err instanceof DomainError) || err.kind === "internal",
      );
    });

    it("end a call that takes too long", async () => {
      const upstreams = await connect({ search: { search: () => new Promise(() => undefined) } }, 50);
      await assert.rejects(upstreams.search.search({ query: "x", limit: 1 }, call), { kind: "deadline" });
    });

    it("end a call when the caller leaves, and tell the work", async () => {
      const told = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const upstreams = await connect({
        search: {
          search: (_query, given) => {
            given?.signal?.addEventListener("abort", () => told.resolve());
            begun.resolve();
            return new Promise(() => undefined);
          },
        },
      });
      const leaving = new AbortController();
      const answer = upstreams.search.search({ query: "x", limit: 1 }, { signal: leaving.signal });
      const ended = assert.rejects(answer, { kind: "cancelled" });
      await begun.promise;
      leaving.abort();
      await ended;
      await told.promise;
    });

    it("do not begin a call whose caller has left", async () => {
      let begun = false;
      const upstreams = await connect({
        documents: {
          list: async () => {
            begun = true;
            return [];
          },
        },
      });
      await assert.rejects(upstreams.documents.list({ limit: 1 }, { signal: AbortSignal.abort() }), {
        kind: "cancelled",
      });
      assert.equal(begun, false);
    });
  });
}
