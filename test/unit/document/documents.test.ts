import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { openSqliteDocuments } from "../../../services/document/adapters/sqlite-documents.ts";
import { createDocuments, type Documents } from "../../../services/document/documents.ts";
import type { SubmittedDocument } from "../../../services/document/submission.ts";
import { insight, version } from "../../contract/document-store.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function submitted(extra: Partial<SubmittedDocument> = {}): SubmittedDocument {
  return {
    batchId: randomUUID(),
    content: utf8("The bank raised its rate by 25 basis points."),
    mediaType: "text/plain",
    documentUrl: "https://example.org/minutes",
    sourceName: "Example Bank",
    articleTitle: "Minutes",
    publishedDate: "2024-02-29",
    authors: [],
    summary: "",
    ...extra,
  };
}

describe("documents", () => {
  let store: Awaited<ReturnType<typeof openSqliteDocuments>>;
  let documents: Documents;
  const clock = { now: () => 1_000 };

  beforeEach(async () => {
    store = await openSqliteDocuments({ path: ":memory:" });
    documents = createDocuments({ store, clock, backlog: { jobs: 3, bytes: 1_000 } });
  });
  afterEach(() => store[Symbol.asyncDispose]());

  const publish = async (extra: Partial<SubmittedDocument>, text = "Some text.", change = {}) => {
    await documents.submit(submitted(extra));
    const job = await store.lease("here", 1_000, 2_000);
    assert.ok(job);
    const { sourceName } = job.given;
    const foldedSource = sourceName.normalize("NFC").toLowerCase();
    await store.replace(version(job, text, { foldedSource, ...change }), job, 1_000);
    await store.settle(job, { state: "complete" }, 1_000);
    return job.docId;
  };

  it("a document that is not there is not found, whatever the id", async () => {
    for (const id of ["doc_00000000000000000000000000000000", "", "doc_", "x".repeat(10_000), "' or 1=1 --"]) {
      await assert.rejects(documents.get(id), { kind: "notFound", message: "Document not found" });
      await assert.rejects(documents.text(id), { kind: "notFound", message: "Document not found" });
    }
  });

  it("finds publishers by any part of their name, in any case, composed or not", async () => {
    const docId = await publish({ sourceName: "Banco de Me\u0301xico" });
    for (const sourceName of ["banco de MÉXICO", "me\u0301x", "É"]) {
      assert.deepEqual(
        (await documents.list({ sourceName })).map((found) => found.docId),
        [docId],
      );
    }
    assert.deepEqual(await documents.list({ sourceName: "mexico" }), []);
    assert.deepEqual(await documents.sourceNames(), ["Banco de Me\u0301xico"]);
  });

  const badFilters = [
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { limit: Number.NaN },
    { sourceName: "" },
    { since: "2023-02-29" },
    { since: "2024-1-1" },
    { since: "" },
    { since: "2024-01-01T00:00:00Z" },
  ];
  for (const filter of badFilters) {
    it(`refuses the filter ${JSON.stringify(filter)}`, () =>
      assert.rejects(documents.list(filter), { kind: "invalid" }));
  }

  const bad: [string, Partial<SubmittedDocument>, RegExp][] = [
    ["an empty document", { content: new Uint8Array() }, /empty/],
    ["another kind of file", { mediaType: "application/zip" }, /media_type must be one of text\/plain/],
    ["a batch that is no UUID", { batchId: "1" }, /UUID/],
    ["a day that the calendar does not have", { publishedDate: "2023-02-29" }, /published_date.*YYYY-MM-DD/],
    ["a month without a day", { publishedDate: "2023-02" }, /published_date/],
    ["half of a surrogate pair in the title", { articleTitle: "a\ud800b" }, /article_title.*surrogate/],
    ["a publisher longer than a name", { sourceName: "x".repeat(201) }, /source_name is longer than 200/],
    ["more authors than a document has", { authors: Array(101).fill("A") }, /authors/],
    ["a URL with a password", { documentUrl: "https://a:b@example.org/" }, /password/],
  ];
  for (const [what, extra, message] of bad) {
    it(`refuses ${what} and says so`, async () => {
      await assert.rejects(documents.submit(submitted(extra)), { kind: "invalid", message });
      assert.equal((await documents.jobs({})).total, 0);
    });
  }

  it("takes metadata at its bounds, trims it and shortens a long summary at a word", async () => {
    await documents.submit(
      submitted({
        sourceName: ` ${"🌾".repeat(200)}\n`,
        authors: [" Ana\tB. ", ""],
        summary: `${"word ".repeat(200)}`,
        publishedDate: null,
      }),
    );
    const given = (await store.lease("here", 1_000, 2_000))?.given;
    assert.equal(given?.sourceName, "🌾".repeat(200));
    assert.deepEqual(given?.authors, ["Ana B."]);
    assert.equal(given?.summary, `${"word ".repeat(79)}word…`);
    assert.ok([...(given?.summary ?? "")].length <= 400);
  });

  it("the same again is unchanged; other content, metadata or media type is work", async () => {
    const docId = await publish({});
    assert.deepEqual(await documents.submit(submitted({ documentUrl: "https://EXAMPLE.org:443/minutes" })), {
      docId,
      jobId: (await documents.jobs({ states: ["pending"] })).jobs[0]?.jobId,
      unchanged: false,
    });
    await store.settle(
      (await store.lease("here", 1_000, 2_000)) ?? { jobId: "", token: "" },
      { state: "failed", reason: "" },
      1_000,
    );
    assert.deepEqual(await documents.submit(submitted()), { docId, jobId: null, unchanged: true });
    const changes: Partial<SubmittedDocument>[] = [
      { content: utf8("The bank raised its rate by 50 basis points.") },
      { articleTitle: "Minutes, corrected" },
      { publishedDate: null },
      { authors: ["A"] },
      { summary: "It rose." },
      { mediaType: "text/html" },
    ];
    for (const change of changes) assert.equal((await documents.submit(submitted(change))).unchanged, false);
    assert.equal((await documents.jobs({ states: ["pending"] })).total, 1);
  });

  it("says when too much waits, and takes the document once there is room", async () => {
    for (const at of [1, 2, 3]) await documents.submit(submitted({ documentUrl: `https://example.org/${at}` }));
    const impatient = createDocuments({ store, clock, backlog: { jobs: 3, bytes: 1_000 }, waitMs: 0 });
    await assert.rejects(impatient.submit(submitted()), { kind: "exhausted", message: /again in a moment/ });
    const waiting = documents.submit(submitted());
    const job = await store.lease("here", 1_000, 2_000);
    await store.settle(job ?? { jobId: "", token: "" }, { state: "failed", reason: "" }, 1_000);
    assert.equal((await waiting).unchanged, false);
  });

  it("stops waiting for room when the caller leaves", async () => {
    for (const at of [1, 2, 3]) await documents.submit(submitted({ documentUrl: `https://example.org/${at}` }));
    await assert.rejects(documents.submit(submitted(), AbortSignal.abort()), { kind: "cancelled" });
  });

  describe("verify", () => {
    const text = "Rates rose. Prices fell.";
    it("finds nothing wrong with what is right, page by page", async () => {
      for (const at of [1, 2, 3]) {
        const insights = [insight(text, 0, 11), insight(text, 12, 24)];
        await publish({ documentUrl: `https://example.org/${at}` }, text, {
          insights: [utf8(JSON.stringify(insights.map((one) => ({ ...one, insightId: `${one.insightId}${at}` }))))],
          insightCount: 2,
        });
      }
      const first = await documents.verify({ pageSize: 2 });
      assert.deepEqual(
        { ...first, nextPageToken: "" },
        { documents: 2, insights: 4, excerpts: 4, faults: [], nextPageToken: "" },
      );
      const last = await documents.verify({ pageSize: 2, pageToken: first.nextPageToken });
      assert.deepEqual(last, { documents: 1, insights: 2, excerpts: 2, faults: [], nextPageToken: "" });
    });

    it("names what is wrong and where", async () => {
      const shifted = insight(text, 0, 11, { excerpts: [{ text: "rates rose.", start: 0, end: 11 }] });
      const twin = insight(text, 12, 24, { insight: shifted.insight });
      const docId = await publish({}, text, {
        insights: [utf8(JSON.stringify([shifted, twin]))],
        insightCount: 2,
        text: { bytes: utf8(text), textHash: "0".repeat(64), repairs: [] },
      });
      const { faults } = await documents.verify({});
      assert.equal(faults.length, 3);
      assert.ok(faults.every((fault) => fault.startsWith(docId) && fault.includes("https://example.org/minutes")));
      assert.match(faults.join("\n"), /the hash .* not 0{64}/);
      assert.match(faults.join("\n"), /not the stored text from 0 to 11/);
      assert.match(faults.join("\n"), /the same finding/);
    });

    it("refuses a page token that is not ours", () =>
      assert.rejects(documents.verify({ pageToken: "doc_x" }), { kind: "invalid" }));
  });
}).timeout(10_000);
