import assert from "node:assert/strict";
import { DomainError } from "#kit/errors.ts";
import { ANSWER_LIMIT } from "../../../gateway/mcp/tool-result.ts";
import type { WebSearch } from "../../../gateway/web-search/web-search.ts";
import { ERAS } from "../../support/mcp-message.ts";
import { callTool, post, send, sentenceOf } from "./mcp-messages.ts";
import { detailOf, INSIGHT, KEY, keyState, NOON, openGateway } from "./open-gateway.ts";

const META = "research-insights/";

for (const era of ERAS) {
  describe(`gateway: MCP tools of ${era}`, () => {
    it("a result is the same as a value and as text, and the same as REST's answer", async () => {
      await using gateway = await openGateway();
      const pairs: [tool: string, args: object, rest: object][] = [
        ["search_insights", { query: "tonnage" }, (await gateway.search({ query: "tonnage" })).json()],
        ["list_filter_options", {}, (await gateway.get("/api/documents/filters")).json()],
        ["list_documents", { limit: 3 }, (await gateway.get("/api/documents?limit=3")).json()],
        ["get_document", { doc_id: "doc_1" }, (await gateway.get("/api/documents/doc_1")).json()],
      ];
      for (const [tool, args, rest] of pairs) {
        const { content, structuredContent, isError } = await callTool(gateway, era, tool, args);
        assert.equal(isError ?? false, false);
        assert.deepEqual(structuredContent, rest, tool);
        assert.deepEqual(JSON.parse(content[0]?.text ?? ""), rest, tool);
      }
    });

    it("arguments may be left out where none is needed", async () => {
      await using gateway = await openGateway();
      const { result } = (await send(gateway, era, "tools/call", { name: "list_documents" })).json();
      assert.equal(result.structuredContent.documents.length, 1);
    });

    it("wrong arguments are refused in REST's sentences, and are no operation", async () => {
      await using gateway = await openGateway();
      const { upstreams } = gateway;
      upstreams.search.search = upstreams.documents.list = () => assert.fail("nothing is asked for");
      const both: [tool: string, args: object, sentence: RegExp][] = [
        ["search_insights", {}, /^query is missing: send one focused concept/],
        ["search_insights", { query: "  " }, /^query is empty/],
        ["search_insights", { query: "q", limit: "5" }, /^limit must be a whole number from 1 to 100\.$/],
        ["search_insights", { query: "q", limit: null }, /^limit must be a whole number/],
        ["search_insights", { query: "q", since: "2024-02-30" }, /^since must be a real calendar day/],
        ["search_insights", { query: "q".repeat(1_001) }, /^query is longer than 1000 characters/],
        ["search_insights", { query: "q", sourcename: "x" }, /^Unknown \w+ sourcename: use query, source_name/],
      ];
      for (const [tool, args, sentence] of both) {
        const told = sentenceOf(await callTool(gateway, era, tool, args));
        assert.match(told, sentence);
        const rest = detailOf(await gateway.search(args));
        assert.equal(told.replace("Unknown argument", "Unknown field"), rest);
      }
      const others: [tool: string, args: object, sentence: RegExp][] = [
        ["list_documents", { limit: 201 }, /^limit must be a whole number from 1 to 200\.$/],
        ["list_documents", { source_name: "" }, /^source_name is empty: send part of a publisher's name, or leave/],
        ["list_filter_options", { limit: 1 }, /^Unknown argument limit: there are none here\.$/],
        ["get_document", {}, /^doc_id is missing: send a doc_id from search_insights or list_documents\.$/],
        ["get_document", { doc_id: 7 }, /^doc_id must be a string/],
      ];
      for (const [tool, args, sentence] of others) {
        assert.match(sentenceOf(await callTool(gateway, era, tool, args)), sentence);
      }
      assert.deepEqual(gateway.recorded, []);
    });

    it("a name that JavaScript itself uses is as unknown as any other, for every tool", async () => {
      await using gateway = await openGateway();
      for (const name of ["__proto__", "constructor", "hasOwnProperty"]) {
        for (const tool of ["search_insights", "list_documents", "get_document", "list_filter_options", "search_web"]) {
          const args = JSON.parse(`{"query": "q", "doc_id": "doc_1", "${name}": {"limit": 1}}`);
          if (tool !== "search_insights" && tool !== "search_web") delete args.query;
          if (tool !== "get_document") delete args.doc_id;
          assert.match(
            sentenceOf(await callTool(gateway, era, tool, args)),
            new RegExp(`^Unknown argument ${name}: (?:use|there are none)`),
            tool,
          );
        }
      }
      assert.deepEqual(gateway.recorded, []);
    });

    it("each call is one operation of the key; what is not found is one too", async () => {
      await using gateway = await openGateway();
      await callTool(gateway, era, "search_insights", { query: "q" });
      await callTool(gateway, era, "list_filter_options");
      await callTool(gateway, era, "list_documents");
      await callTool(gateway, era, "get_document", { doc_id: "doc_1" });
      assert.equal(sentenceOf(await callTool(gateway, era, "get_document", { doc_id: "doc_2" })), "Document not found");
      await send(gateway, era, "tools/list");
      assert.deepEqual(
        gateway.recorded.map(({ operation, keyId }) => [operation, keyId]),
        ["search", "list_filter_options", "list_documents", "get_document", "get_document"].map((name) => [
          name,
          "key-1",
        ]),
      );
      assert.deepEqual(
        gateway.recorded[0]?.tokens.map(({ model, inputTokens }) => [model, inputTokens]),
        [["bundled", 7]],
      );
    });

    it("beyond the rate limit a tool call is told so in a result, and anything else 429", async () => {
      await using gateway = await openGateway({ tiers: { free: 1 } });
      await gateway.search({ query: "q" });
      const rest = await gateway.search({ query: "q" });
      const call = await send(gateway, era, "tools/call", { name: "search_insights", arguments: { query: "q" } });
      assert.equal(call.statusCode, 200);
      assert.equal(call.headers["x-ratelimit-remaining"], "0");
      const { result } = call.json();
      assert.equal(sentenceOf(result), detailOf(rest));
      assert.equal(result._meta[`${META}retry_after`], 60);
      assert.deepEqual(result._meta[`${META}rate_limit`], { limit: 1, remaining: 0, reset: NOON / 1000 + 60 });
      const others = [
        await send(gateway, era, "tools/list"),
        await post(gateway, { jsonrpc: "2.0", method: "notifications/initialized" }),
        await post(gateway, "not JSON"),
        await post(gateway, { jsonrpc: "2.0", id: 1, method: "x".repeat(70_000) }),
      ];
      for (const other of others) {
        assert.equal(other.statusCode, 429, other.body);
        assert.equal(detailOf(other), detailOf(rest));
        assert.equal(other.headers["retry-after"], "60");
      }
      assert.equal(gateway.recorded.length, 1);
      gateway.clock.time += 60_000;
      assert.equal((await callTool(gateway, era, "list_documents")).isError ?? false, false);
    });

    it("REST and MCP take from one bucket and one allowance: exactly so many of both pass", async () => {
      await using gateway = await openGateway({ tiers: { free: 1_000 }, freeMonthlyAllowance: 20 });
      const answers = await Promise.all(
        Array.from({ length: 60 }, async (_, i) => {
          if (i % 2 === 0) return (await gateway.search({ query: "q" })).statusCode === 200;
          return !(await callTool(gateway, era, "search_insights", { query: "q" })).isError;
        }),
      );
      assert.equal(answers.filter(Boolean).length, 20);
      assert.equal(gateway.recorded.length, 20);
    });

    it("a used-up allowance is told with the start of the next month; what does not count goes on", async () => {
      await using gateway = await openGateway({ freeMonthlyAllowance: 0 });
      const result = await callTool(gateway, era, "search_insights", { query: "" });
      assert.match(sentenceOf(result), /^The free tier's monthly allowance of 0 searches is used up\. It starts anew/);
      const april = Date.UTC(2026, 3, 1);
      assert.equal(result._meta?.[`${META}retry_after`], (april - NOON) / 1000);
      assert.deepEqual(result._meta?.[`${META}monthly_allowance`], { limit: 0, remaining: 0, reset: april / 1000 });
      assert.equal((await callTool(gateway, era, "list_documents")).isError ?? false, false);
    });

    it("what is left is told when it is little, and not before", async () => {
      await using gateway = await openGateway({ tiers: { free: 10 }, freeMonthlyAllowance: 4 });
      gateway.accounts.set(KEY, keyState({ countedThisMonth: 2 }));
      const metaOf = async () => {
        const { _meta = {} } = await callTool(gateway, era, "search_insights", { query: "q" });
        return Object.keys(_meta).filter((name) => name.startsWith(META));
      };
      assert.deepEqual(await metaOf(), []);
      assert.deepEqual(await metaOf(), [`${META}monthly_allowance`]);
      for (let i = 0; i < 6; i += 1) await gateway.get("/api/documents");
      const list = await callTool(gateway, era, "list_documents");
      assert.deepEqual(list._meta?.[`${META}rate_limit`], { limit: 10, remaining: 1, reset: NOON / 1000 + 60 });
    });

    it("what fails on our side is told in general words, logged, and not counted", async () => {
      await using gateway = await openGateway();
      const failures: [Error, RegExp][] = [
        [new DomainError("unavailable", "mysql.internal:3306 is away"), /^The service cannot answer at the moment/],
        [new DomainError("deadline", "search.internal took too long"), /^The service cannot answer at the moment/],
        [new TypeError("SELECT secret FROM keys"), /^Internal error/],
      ];
      for (const [err, sentence] of failures) {
        gateway.upstreams.search.search = () => Promise.reject(err);
        const result = await callTool(gateway, era, "search_insights", { query: "q" });
        assert.match(sentenceOf(result), sentence);
        assert.equal(result._meta?.[`${META}retry_after`], 2);
        assert.ok(gateway.logged.some((line) => line.includes(err.message)));
      }
      assert.deepEqual(gateway.recorded, []);
    });

    it("an answer that is too large ends where it fits and says how much is missing", async () => {
      await using gateway = await openGateway();
      const long = { ...INSIGHT, insight: "wörter ".repeat(1_000) };
      const { document } = await gateway.upstreams.documents.get("doc_1", {});
      gateway.upstreams.documents.get = async () => ({ document, insights: Array.from({ length: 90 }, () => long) });
      const { structuredContent, content } = await callTool(gateway, era, "get_document", { doc_id: "doc_1" });
      const text = content[0]?.text ?? "";
      assert.deepEqual(JSON.parse(text), structuredContent);
      const { insights, omitted } = JSON.parse(text);
      assert.equal(insights.length + omitted, 90);
      assert.ok(text.length <= ANSWER_LIMIT + 20 && text.length > ANSWER_LIMIT - 10_000, String(text.length));
    });

    it("search_web marks what it found as untrusted, and counts as a chat turn", async () => {
      const page = { title: "Port", url: "https://port.example/", snippet: "Up 4 %.", published_date: null };
      const asked: unknown[] = [];
      const webSearch: WebSearch = {
        provider: "searxng",
        async search(query, limit) {
          asked.push([query, limit]);
          return { results: [page] };
        },
      };
      await using gateway = await openGateway({ webSearch, freeMonthlyAllowance: 1 });
      assert.match(
        sentenceOf(await callTool(gateway, era, "search_web", { query: "q", limit: 21 })),
        /from 1 to 20\.$/,
      );
      const { structuredContent, content } = await callTool(gateway, era, "search_web", { query: "port" });
      assert.deepEqual(asked, [["port", 10]]);
      assert.deepEqual(JSON.parse(content[0]?.text ?? ""), structuredContent);
      assert.deepEqual([structuredContent?.["results"], structuredContent?.["provider"]], [[page], "searxng"]);
      assert.match(String(structuredContent?.["notice"]), /^Untrusted content/);
      assert.match(content[0]?.text ?? "", /^\{"notice":"Untrusted/, "before the content itself");
      assert.deepEqual(
        gateway.recorded.map(({ operation }) => operation),
        ["explore_message"],
      );
      assert.match(sentenceOf(await callTool(gateway, era, "search_insights", { query: "q" })), /allowance of 1 /);
    });

    it("search_web without a service says what the operator sets; one that fails costs nothing", async () => {
      await using without = await openGateway();
      const sentence = sentenceOf(await callTool(without, era, "search_web", { query: "port" }));
      assert.match(sentence, /^Web search is not configured here: the operator sets SEARCH_WEB_PROVIDER to searxng/);
      assert.deepEqual([without.recorded, without.logged], [[], []]);
      const failing: [DomainError, RegExp][] = [
        [new DomainError("exhausted", "The web search service has too much to do."), /too much to do/],
        [new DomainError("unavailable", "searxng.internal said 500"), /^The service cannot answer at the moment/],
        [new DomainError("deadline", "took long"), /^The service cannot answer at the moment/],
      ];
      for (const [err, told] of failing) {
        const webSearch = { provider: "searxng", search: () => Promise.reject(err) };
        await using gateway = await openGateway({ webSearch, freeMonthlyAllowance: 1 });
        assert.match(sentenceOf(await callTool(gateway, era, "search_web", { query: "port" })), told);
        assert.deepEqual(gateway.recorded, []);
        assert.equal((await gateway.search({ query: "q" })).statusCode, 200, "its place in the allowance is free");
      }
    });

    it("no answer and no log shows the key", async () => {
      await using gateway = await openGateway({ tiers: { free: 3 } });
      gateway.upstreams.search.search = () => Promise.reject(new Error("a bug"));
      for (let i = 0; i < 5; i += 1) {
        const { body } = await send(gateway, era, "tools/call", { name: "search_insights", arguments: { query: "q" } });
        assert.ok(!body.includes(KEY));
      }
      assert.ok(gateway.logged.length > 0 && !gateway.logged.join().includes(KEY));
    });
  });
}
