import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { mock } from "node:test";
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { DomainError, type Kind } from "#kit/errors.ts";
import { errorOf, WAYS, type Way } from "../../support/rpc-ways.ts";
import { detailOf, hashOf, KEY, keyNamed, keyState, NOON } from "./open-gateway.ts";
import { type ListeningGateway, openListening } from "./open-listening.ts";

const { search } = SearchService.method;
const { listDocuments, getDocument, listSourceNames } = DocumentService.method;

/** Every method of every service, with the decision whether holders of a key may call it. A new one needs one too. */
const DECIDED: Record<string, "served" | "internal"> = {
  "insights.search.v1.SearchService/Search": "served",
  "insights.search.v1.SearchService/StageDocument": "internal",
  "insights.search.v1.SearchService/PublishDocument": "internal",
  "insights.search.v1.SearchService/Reindex": "internal",
  "insights.search.v1.SearchService/GetIndexStatus": "internal",
  "insights.document.v1.DocumentService/ListDocuments": "served",
  "insights.document.v1.DocumentService/GetDocument": "served",
  "insights.document.v1.DocumentService/ListSourceNames": "served",
  "insights.document.v1.DocumentService/GetText": "internal",
  "insights.document.v1.DocumentService/SubmitDocument": "internal",
  "insights.document.v1.DocumentService/GetExtractor": "internal",
  "insights.document.v1.DocumentService/EstimateDocument": "internal",
  "insights.document.v1.DocumentService/GetBatch": "internal",
  "insights.document.v1.DocumentService/ListJobs": "internal",
  "insights.document.v1.DocumentService/VerifyDocuments": "internal",
  "insights.account.v1.AccountService/CheckAccount": "internal",
  "insights.account.v1.AccountService/CheckKey": "internal",
  "insights.account.v1.AccountService/CreateKey": "internal",
  "insights.account.v1.AccountService/ListKeys": "internal",
  "insights.account.v1.AccountService/RevokeKey": "internal",
  "insights.account.v1.AccountService/SetKeyTier": "internal",
  "insights.account.v1.AccountService/RecordUsage": "internal",
  "insights.account.v1.AccountService/CheckReady": "internal",
  "insights.account.v1.AccountService/GetUsage": "internal",
  "insights.account.v1.AccountService/VerifyUsage": "internal",
};

const isService = (value: unknown): value is DescService =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "service";

/** Read from the generated code, so that no service is forgotten. */
const generated = await Promise.all(globSync("proto/gen/insights/**/*_pb.ts").map((file) => import(resolve(file))));
const METHODS: DescMethod[] = generated
  .flatMap((file) => Object.values(file))
  .filter(isService)
  .flatMap(({ methods }) => methods);
const nameOf = (method: DescMethod) => `${method.parent.typeName}/${method.name}`;

const HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit", "ratelimit-policy"];

describe("public RPC: which methods are served", () => {
  it("each method that there is was decided on, and no other", () => {
    assert.deepEqual(METHODS.map(nameOf).toSorted(), Object.keys(DECIDED).toSorted());
  });
});

for (const name of WAYS) {
  describe(`public RPC: ${name}`, () => {
    const open = async (change?: Parameters<typeof openListening>[0]): Promise<[ListeningGateway, Way]> => {
      const gateway = await openListening(change);
      return [gateway, gateway.way(name)];
    };

    for (const method of METHODS) {
      const decision = DECIDED[nameOf(method)];
      if (decision === "internal") {
        it(`${nameOf(method)} is Unimplemented, with a key and without, and takes from the address's bucket`, async () => {
          const [gateway, call] = await open();
          await using _ = gateway;
          for (const headers of [{}, { "x-api-key": KEY }] as Record<string, string>[]) {
            const err = await errorOf(call(method, {}, { headers }));
            assert.equal(err.code, Code.Unimplemented);
            assert.match(
              err.rawMessage,
              /is not served here: use Search, ListDocuments, GetDocument, ListSourceNames\./,
            );
            assert.match(err.metadata.get("ratelimit-policy") ?? "", /^"address"/);
          }
          assert.deepEqual(gateway.recorded, []);
        });
      } else if (decision === "served") {
        it(`${nameOf(method)} is served to a holder of a key and refused to anybody else`, async () => {
          const [gateway, call] = await open();
          await using _ = gateway;
          const message = method === getDocument ? { docId: "doc_1" } : method === search ? { query: "q" } : {};
          const { header } = await call(method, message);
          for (const one of HEADERS) assert.ok(header.has(one), one);
          assert.match(header.get("ratelimit-policy") ?? "", /^"key"/);
          const err = await errorOf(call(method, message, { headers: {} }));
          assert.equal(err.code, Code.Unauthenticated);
        });
      }
    }

    it("answers as REST does, field by field", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      const rest = (await gateway.search({ query: "q" })).json().insights[0];
      const [found] = (await call(search, { query: "q" })).message.insights;
      assert.ok(found);
      assert.deepEqual(
        {
          insight_id: found.insightId,
          title: found.title,
          insight: found.insight,
          excerpts: found.excerpts,
          doc_id: found.docId,
          doc_title: found.docTitle,
          source_url: found.sourceUrl,
          source_name: found.sourceName,
          published_date: found.publishedDate,
          score: found.score,
          matched_by: found.matchedBy,
          matched_question: found.matchedQuestion,
          matched_words: found.matchedWords,
        },
        rest,
      );
      const shown = (await gateway.get("/api/documents/doc_1")).json();
      const { document, insights } = (await call(getDocument, { docId: "doc_1" })).message;
      const listed = (await call(listDocuments, {})).message.documents;
      assert.deepEqual(listed, [document]);
      const time = (stamp: Timestamp | undefined) => stamp && new Date(timestampMs(stamp)).toISOString();
      assert.deepEqual(
        {
          doc_id: document?.docId,
          document_url: document?.documentUrl,
          article_title: document?.articleTitle,
          summary: document?.summary,
          source_name: document?.sourceName,
          authors: document?.authors,
          published_date: document?.publishedDate ?? null,
          extracted_at: time(document?.extractTime),
          extraction_status: document?.extractionStatus,
          ingested_at: time(document?.ingestTime),
        },
        shown.document,
      );
      assert.deepEqual(
        insights.map(({ insightId, title, insight, excerpts }) => ({
          insight_id: insightId,
          title,
          insight,
          excerpts: excerpts.map(({ text }) => text),
        })),
        shown.insights,
      );
      const { source_names } = (await gateway.get("/api/documents/filters")).json();
      assert.deepEqual((await call(listSourceNames, {})).message.sourceNames, source_names);
    });

    it("passes on what was asked for, with REST's defaults", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      const asked: unknown[] = [];
      gateway.upstreams.search.search = async (query) => {
        asked.push(query);
        return { insights: [], embedding: { model: "bundled", inputTokens: 1 } };
      };
      gateway.upstreams.documents.list = async (filter) => {
        asked.push(filter);
        return [];
      };
      await call(search, { query: "  rent inflation\n" });
      await call(search, { query: "q", sourceName: "harbour", since: "2025-01-31", limit: 100 });
      await call(listDocuments, {});
      await call(listDocuments, { sourceName: "harbour", since: "2025-01-31", limit: 200 });
      const filter = { sourceName: "harbour", since: "2025-01-31" };
      assert.deepEqual(asked, [
        { query: "rent inflation", sourceName: undefined, since: undefined, limit: 20 },
        { query: "q", ...filter, limit: 100 },
        { sourceName: undefined, since: undefined, limit: 50 },
        { ...filter, limit: 200 },
      ]);
    });

    it("refuses what REST refuses, in the same words", async () => {
      const [gateway, call] = await open({ tiers: { free: 1_000 } });
      await using _ = gateway;
      const bad = [
        { query: "" },
        { query: "q".repeat(1_001) },
        { query: "bell\u0007" },
        { query: "q", limit: 101 },
        { query: "q", limit: -1 },
        { query: "q", since: "2025-02-30" },
        { query: "q", since: "" },
        { query: "q", sourceName: "" },
        { query: "q", sourceName: "x".repeat(201) },
      ];
      for (const message of bad) {
        const { sourceName, ...same } = message;
        const rest = await gateway.search(sourceName === undefined ? same : { ...same, source_name: sourceName });
        assert.equal(rest.statusCode, 400);
        const err = await errorOf(call(search, message));
        assert.deepEqual([err.code, err.rawMessage], [Code.InvalidArgument, detailOf(rest)]);
      }
      for (const [message, url] of [
        [{ limit: 201 }, "?limit=201"],
        [{ limit: -5 }, "?limit=-5"],
        [{ since: "yesterday" }, "?since=yesterday"],
        [{ sourceName: "" }, "?source_name="],
      ] as const) {
        const err = await errorOf(call(listDocuments, message));
        const rest = await gateway.get(`/api/documents${url}`);
        assert.deepEqual([err.code, err.rawMessage], [Code.InvalidArgument, detailOf(rest)]);
      }
      assert.match((await errorOf(call(getDocument, {}))).rawMessage, /^doc_id is missing: send an identifier/);
      assert.deepEqual(gateway.recorded, []);
    });

    it("counts the operations that REST counts, also what was not found, each once", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      await call(search, { query: "q" });
      await call(listDocuments, {});
      await call(getDocument, { docId: "doc_1" });
      for (const docId of ["doc_2", "x".repeat(300)]) {
        const err = await errorOf(call(getDocument, { docId }));
        assert.deepEqual([err.code, err.rawMessage], [Code.NotFound, "Document not found"]);
      }
      await call(listSourceNames, {});
      const names = ["search", "list_documents", "get_document", "get_document", "get_document", "list_filter_options"];
      assert.deepEqual(
        gateway.recorded.map(({ operation, keyId, accountId }) => [operation, keyId, accountId]),
        names.map((operation) => [operation, "key-1", "account-1"]),
      );
      assert.deepEqual(
        gateway.recorded[0]?.tokens.map(({ model, inputTokens, outputTokens }) => [model, inputTokens, outputTokens]),
        [["bundled", 7, 0]],
      );
    });

    it("takes the key as x-api-key or as a bearer, and refuses every other one", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      await call(listSourceNames, {}, { headers: { authorization: `Bearer ${KEY}` } });
      gateway.accounts.set(keyNamed("revoked"), keyState({ keyId: "key-2", isActive: false }));
      const refused: [Record<string, string>, RegExp][] = [
        [{}, /^Missing API key: send one as "x-api-key", or as "authorization"/],
        [{ authorization: `Basic ${KEY}` }, /^Missing API key/],
        [{ "x-api-key": "fri_short" }, /^Invalid API key: send the whole key/],
        [{ "x-api-key": keyNamed("unknown") }, /^Invalid API key: it is not known here/],
        [{ authorization: `Bearer ${keyNamed("revoked")}` }, /^Invalid API key: it was revoked/],
        // What stands in x-api-key is meant.
        [{ "x-api-key": "fri_short", authorization: `Bearer ${KEY}` }, /^Invalid API key/],
      ];
      for (const [headers, sentence] of refused) {
        const err = await errorOf(call(listSourceNames, {}, { headers }));
        assert.equal(err.code, Code.Unauthenticated);
        assert.match(err.rawMessage, sentence);
        for (const one of HEADERS) assert.ok(err.metadata.has(one), one);
        assert.match(err.metadata.get("www-authenticate") ?? "", /^ApiKey realm=/);
        assert.match(err.metadata.get("ratelimit-policy") ?? "", /^"address"/);
        assert.doesNotMatch(err.rawMessage, /revokedx|unknownx/);
      }
    });

    it("refuses a key on its next call after it was revoked", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      await call(listSourceNames, {});
      gateway.accounts.set(KEY, keyState({ isActive: false }));
      gateway.keys.forget(hashOf(KEY));
      assert.equal((await errorOf(call(listSourceNames, {}))).code, Code.Unauthenticated);
    });

    it("shares its bucket with REST: of 60 calls at once exactly as many pass as are left", async () => {
      const [gateway, call] = await open({ tiers: { free: 50 } });
      await using _ = gateway;
      for (let i = 0; i < 20; i += 1) assert.equal((await gateway.get("/api/documents")).statusCode, 200);
      const calls = await Promise.allSettled(Array.from({ length: 60 }, () => call(listSourceNames, {})));
      assert.equal(calls.filter(({ status }) => status === "fulfilled").length, 30);
      assert.equal(gateway.recorded.length, 50);
      assert.equal((await gateway.get("/api/documents")).statusCode, 429);
      const err = await errorOf(call(search, { query: "" }));
      assert.equal(err.code, Code.ResourceExhausted);
      assert.match(
        err.rawMessage,
        /^Rate limit exceeded: this key may send 50 requests a minute\. Try again in 60 s\./,
      );
      const told = ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"];
      assert.deepEqual(
        told.map((header) => err.metadata.get(header)?.split(", ")[0]),
        ["60", "50", "0", String(NOON / 1000 + 60), '"key";r=0;t=60'],
      );
    });

    it("shares the monthly allowance with REST, and says when it starts anew", async () => {
      const [gateway, call] = await open({ freeMonthlyAllowance: 2 });
      await using _ = gateway;
      await gateway.search({ query: "q" });
      await call(search, { query: "q" });
      const err = await errorOf(call(search, { query: "q" }));
      assert.equal(err.code, Code.ResourceExhausted);
      assert.match(err.rawMessage, /monthly allowance of 2 searches is used up.*2026-04-01/);
      assert.match(err.metadata.get("ratelimit-policy") ?? "", /"month";q=2/);
      assert.ok(Number.parseInt(err.metadata.get("retry-after") ?? "", 10) > 86_400);
      await call(listDocuments, {});
      assert.equal((await gateway.search({ query: "q" })).statusCode, 429);
    });

    const kinds: [kind: Kind, code: Code, detail: RegExp][] = [
      ["invalid", Code.InvalidArgument, /^secret$/],
      ["notFound", Code.NotFound, /^secret$/],
      ["denied", Code.PermissionDenied, /^secret$/],
      ["conflict", Code.AlreadyExists, /^secret$/],
      ["unavailable", Code.Unavailable, /^The service cannot answer at the moment\. Try again/],
      ["deadline", Code.DeadlineExceeded, /^The service cannot answer at the moment\. Try again/],
      ["internal", Code.Internal, /^Internal error\. Try again/],
      ["unimplemented", Code.Internal, /^Internal error\. Try again/],
    ];
    it("says errors of services by their codes, and shows nothing of what is ours", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      const cause = new Error("SELECT hash FROM api_key at db-7.internal");
      for (const [kind, code, detail] of kinds) {
        gateway.upstreams.search.search = () => Promise.reject(new DomainError(kind, "secret", { cause }));
        const err = await errorOf(call(search, { query: "q" }));
        assert.equal(err.code, code, kind);
        assert.match(err.rawMessage, detail);
        assert.doesNotMatch(JSON.stringify([...err.metadata]), /SELECT|db-7/);
        for (const one of HEADERS) assert.ok(err.metadata.has(one), one);
        const isOurs = !/secret/.test(detail.source);
        assert.equal(err.metadata.has("retry-after"), isOurs, kind);
      }
      gateway.upstreams.search.search = () => Promise.reject(new TypeError("x is undefined at /srv/app.ts"));
      const err = await errorOf(call(search, { query: "q" }));
      assert.deepEqual([err.code, /^Internal error/.test(err.rawMessage)], [Code.Internal, true]);
      assert.match(gateway.logged.join(), /db-7/, "the operator sees the cause");
      assert.deepEqual(
        gateway.recorded.map(({ operation }) => operation),
        ["search"],
        "what was not found was carried out",
      );
    });

    it("fails with Unavailable when the usage cannot be recorded", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      gateway.upstreams.accounts.recordUsage = () => Promise.reject(new DomainError("unavailable", "away"));
      assert.equal((await errorOf(call(listSourceNames, {}))).code, Code.Unavailable);
    });

    it("ends the work upstream when the caller's deadline passes or it leaves, and counts nothing", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      // The clients look at the time themselves.
      mock.timers.reset();
      for (const code of [Code.DeadlineExceeded, Code.Canceled]) {
        const caller = new AbortController();
        const ended = Promise.withResolvers<void>();
        gateway.upstreams.search.search = (_query, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener("abort", () => {
              ended.resolve();
              reject(new DomainError("cancelled", "The caller left before the answer"));
            });
            if (code === Code.Canceled) caller.abort();
          });
        const timeoutMs = code === Code.DeadlineExceeded ? 500 : undefined;
        const err = await errorOf(
          call(search, { query: "q" }, { signal: caller.signal, ...(timeoutMs && { timeoutMs }) }),
        );
        assert.equal(err.code, code);
        await ended.promise;
      }
      assert.deepEqual(gateway.recorded, []);
    });

    it("refuses a message that is too large", async () => {
      const [gateway, call] = await open();
      await using _ = gateway;
      const err = await errorOf(call(search, { query: "x".repeat(70_000) }));
      assert.deepEqual(
        [err.code, err.rawMessage],
        [Code.InvalidArgument, "The body is larger than 65536 bytes: send less."],
      );
    });
  });
}
