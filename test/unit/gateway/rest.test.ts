import assert from "node:assert/strict";
import { createPacer } from "../../../gateway/pacer.ts";
import { listToJson } from "../../../gateway/rest/json-bytes.ts";
import { DOCUMENT, detailOf, INSIGHT, openGateway } from "./open-gateway.ts";

describe("gateway: the REST answers", () => {
  it("a search answers the insights with the names of the specification", async () => {
    await using gateway = await openGateway();
    const response = await gateway.search({ query: "tonnage" });
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers["content-type"], "application/json; charset=utf-8");
    assert.deepEqual(response.json(), {
      insights: [
        {
          insight_id: "ins_1",
          title: INSIGHT.title,
          insight: INSIGHT.insight,
          excerpts: INSIGHT.excerpts,
          doc_id: "doc_1",
          doc_title: "Quay review",
          source_url: "https://harbour.example/quay",
          source_name: "Harbour Office",
          published_date: "2026-01-31",
          score: 0.75,
          matched_by: "question",
          matched_question: INSIGHT.matchedQuestion,
          matched_words: ["tonnage", "quay"],
        },
      ],
    });
  });

  it("a search that finds nothing answers an empty list", async () => {
    await using gateway = await openGateway();
    gateway.upstreams.search.search = async () => ({ insights: [], embedding: { model: "bundled", inputTokens: 1 } });
    assert.equal((await gateway.search({ query: "nothing" })).body, '{"insights":[]}');
  });

  it("an answer of many long insights is whole", async () => {
    await using gateway = await openGateway();
    const excerpts = ["“€”".repeat(4_000)];
    const insights = Array.from({ length: 100 }, () => ({ ...INSIGHT, excerpts }));
    gateway.upstreams.search.search = async () => ({ insights, embedding: { model: "bundled", inputTokens: 1 } });
    const { insights: got } = (await gateway.search({ query: "q", limit: 100 })).json();
    assert.equal(got.length, 100);
    assert.ok(got.every((insight: { excerpts: string[] }) => insight.excerpts[0] === excerpts[0]));
  });

  it("a search hands on what was asked, trimmed, with the defaults of the specification", async () => {
    await using gateway = await openGateway();
    const asked: unknown[] = [];
    gateway.upstreams.search.search = async (query) => {
      asked.push(query);
      return { insights: [], embedding: { model: "bundled", inputTokens: 1 } };
    };
    await gateway.search({ query: "  north quay\t" });
    await gateway.search({ query: "q", source_name: null, since: null });
    await gateway.search({ query: "q", source_name: " Harbour ", since: "2024-02-29", limit: 100 });
    assert.deepEqual(asked, [
      { query: "north quay", sourceName: undefined, since: undefined, limit: 20 },
      { query: "q", sourceName: undefined, since: undefined, limit: 20 },
      { query: "q", sourceName: "Harbour", since: "2024-02-29", limit: 100 },
    ]);
  });

  it("an answer that has not gone out yet is not overwritten by the next one", async () => {
    const pacer = createPacer();
    const asIs = (item: unknown) => item;
    const first = await listToJson(pacer, "first", ["“a”", 1], asIs);
    const second = await listToJson(pacer, "second", [{ b: null }], asIs);
    assert.equal(first.toString(), '{"first":["“a”",1]}');
    const third = await listToJson(pacer, "third", [], asIs, { a: [1] });
    assert.equal(second.toString(), '{"second":[{"b":null}]}');
    assert.equal(third.toString(), '{"a":[1],"third":[]}');
  });

  it("the document list answers documents, and hands on its filters", async () => {
    await using gateway = await openGateway();
    const asked: unknown[] = [];
    gateway.upstreams.documents.list = async (filter) => {
      asked.push(filter);
      return [DOCUMENT];
    };
    const response = await gateway.get("/api/documents?source_name=100%25+%5FHarbour&since=2024-01-31&limit=200");
    await gateway.get("/api/documents");
    assert.deepEqual(response.json(), {
      documents: [
        {
          doc_id: "doc_1",
          document_url: "https://harbour.example/quay",
          article_title: "Quay review",
          summary: "Tonnage rises.",
          source_name: "Harbour Office",
          authors: [],
          published_date: null,
          extracted_at: "2026-02-01T08:30:00.005Z",
          extraction_status: "complete",
          ingested_at: "2026-02-01T08:29:00.000Z",
        },
      ],
    });
    assert.deepEqual(asked, [
      { sourceName: "100% _Harbour", since: "2024-01-31", limit: 200 },
      { sourceName: undefined, since: undefined, limit: 50 },
    ]);
  });

  it("a document answers with its insights in the embedded form", async () => {
    await using gateway = await openGateway();
    const { document, insights } = (await gateway.get("/api/documents/doc_1")).json();
    assert.equal(document.doc_id, "doc_1");
    assert.deepEqual(insights, [
      { insight_id: "ins_1", title: INSIGHT.title, insight: INSIGHT.insight, excerpts: INSIGHT.excerpts },
    ]);
  });

  for (const id of ["doc_2", "a%2Fb", "%00", "filters2", "x".repeat(8_000), "%F0%9F%9A%A2", "..%2F..%2Fetc"]) {
    it(`the unknown identifier ${id.slice(0, 20)} is 404 "Document not found"`, async () => {
      await using gateway = await openGateway();
      const response = await gateway.get(`/api/documents/${id}`);
      assert.equal(response.statusCode, 404);
      assert.equal(detailOf(response), "Document not found");
    });
  }

  it("an identifier longer than any of ours is not looked up", async () => {
    await using gateway = await openGateway();
    gateway.upstreams.documents.get = () => Promise.reject(new Error("looked up"));
    assert.equal((await gateway.get(`/api/documents/${"x".repeat(201)}`)).statusCode, 404);
    assert.equal((await gateway.get(`/api/documents/${"x".repeat(200)}`)).statusCode, 500);
  });

  it("the filters answer the publishers", async () => {
    await using gateway = await openGateway();
    assert.deepEqual((await gateway.get("/api/documents/filters")).json(), {
      source_names: ["Harbour Office", "Ministry of Tides"],
    });
  });

  it("HEAD answers as GET does, without a body", async () => {
    await using gateway = await openGateway();
    const headers = { "x-api-key": `fri_${"main".padEnd(32, "x")}` };
    const get = await gateway.send({ method: "GET", url: "/api/documents", headers });
    const head = await gateway.send({ method: "HEAD", url: "/api/documents", headers });
    assert.deepEqual([head.statusCode, head.body], [200, ""]);
    assert.equal(head.headers["content-length"], get.headers["content-length"]);
  });
});
