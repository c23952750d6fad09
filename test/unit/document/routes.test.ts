import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { JobState } from "#gen/insights/document/v1/job_pb.ts";
import { openSqliteDocuments } from "../../../services/document/adapters/sqlite-documents.ts";
import { createDocuments } from "../../../services/document/documents.ts";
import { documentRoutes } from "../../../services/document/routes.ts";
import { createGrpcClient, type GrpcClient, openChannel } from "../../../services/kit/grpc/client.ts";
import { serveGrpc } from "../../../services/kit/grpc/server.ts";
import { createLogger } from "../../../services/kit/log.ts";
import { insight, version } from "../../contract/document-store.ts";

describe("the document service over gRPC", () => {
  const stack = new AsyncDisposableStack();
  let client: GrpcClient<typeof DocumentService>;
  let docId: string;
  const batchId = randomUUID();
  const text = "Rates rose by 25 basis points 🌾.";
  const utf8 = (of: string) => new TextEncoder().encode(of);
  const request = {
    batchId,
    content: utf8(text),
    mediaType: "text/plain",
    documentUrl: "https://example.org/minutes",
    sourceName: "Example Bank",
    articleTitle: "Minutes",
    publishedDate: "2024-02-29",
    authors: ["Ana B."],
  };

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "routes-"));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const store = stack.use(await openSqliteDocuments({ path: ":memory:" }));
    const documents = createDocuments({ store, clock: { now: () => 1_700_000_000_123 } });
    const address = `unix:${join(folder, "insights.sock")}`;
    const log = createLogger("test", "silent");
    stack.use(await serveGrpc({ address, routes: [documentRoutes(documents)], log }));
    client = createGrpcClient(DocumentService, stack.use(openChannel(address)), 5_000);

    const submitted = await client.submitDocument(request);
    docId = submitted.docId;
    assert.equal(submitted.unchanged, false);
    assert.equal((await client.getBatch({ batchId })).open, 1);
    const job = await store.lease("here", 0, 1);
    assert.ok(job);
    assert.equal(job.jobId, submitted.jobId);
    const insights = utf8(JSON.stringify([insight(text, 0, text.length)]));
    const change = { authors: job.given.authors, publishedDate: job.given.publishedDate, insights: [insights] };
    await store.replace(version(job, text, change), job, 1_700_000_000_123);
    await store.settle(job, { state: "complete" }, 1_700_000_000_123);
  });
  after(() => stack.disposeAsync());

  it("lists and returns a document with its excerpts, offsets, questions and passage", async () => {
    const { documents } = await client.listDocuments({ sourceName: "EXAMPLE", since: "2024-02-29" });
    const { document, insights } = await client.getDocument({ docId });
    assert.deepEqual(documents, [document]);
    assert.equal(document?.publishedDate, "2024-02-29");
    assert.deepEqual(document?.authors, ["Ana B."]);
    assert.equal(document?.ingestTime && timestampMs(document.ingestTime), 1_700_000_000_123);
    assert.equal(document?.extractionStatus, "complete");
    const [only] = insights;
    assert.equal(insights.length, 1);
    assert.equal(only?.excerpts[0]?.text, text);
    assert.equal(only?.excerpts[0]?.end, text.length);
    assert.equal(only?.passage?.page, 3);
    assert.equal(only?.questions.length, 2);
    assert.deepEqual((await client.listSourceNames({})).sourceNames, ["Example Bank"]);
    assert.equal((await client.getText({ docId })).text, text);
  });

  it("says of the same document that it is unchanged, with no job", async () => {
    const again = await client.submitDocument({ ...request, batchId: randomUUID() });
    assert.deepEqual([again.docId, again.jobId, again.unchanged], [docId, "", true]);
  });

  it("tells how far a batch is and lists its job", async () => {
    const batch = await client.getBatch({ batchId });
    assert.deepEqual([batch.open, batch.complete, batch.insights, batch.failed], [0, 1, 1n, []]);
    const { jobs, total } = await client.listJobs({ states: [JobState.COMPLETE] });
    assert.deepEqual(
      [jobs[0]?.docId, jobs[0]?.state, jobs[0]?.contentBytes, total],
      [docId, JobState.COMPLETE, BigInt(utf8(text).length), 1n],
    );
    assert.equal((await client.listJobs({ states: [JobState.FAILED] })).total, 0n);
  });

  it("verifies what it stored", async () => {
    const { documents, excerpts, faults, nextPageToken } = await client.verifyDocuments({});
    assert.deepEqual([documents, excerpts, faults, nextPageToken], [1, 1, [], ""]);
  });

  it("refuses with the kind of error that the caller can act on", async () => {
    await assert.rejects(client.getDocument({ docId: "doc_x" }), { kind: "notFound", message: "Document not found" });
    await assert.rejects(client.getText({ docId: "" }), { kind: "notFound" });
    await assert.rejects(client.listDocuments({ limit: 201 }), { kind: "invalid" });
    await assert.rejects(client.listDocuments({ limit: -1 }), { kind: "invalid" });
    await assert.rejects(client.listDocuments({ sourceName: "" }), { kind: "invalid" });
    await assert.rejects(client.listJobs({ states: [JobState.UNSPECIFIED] }), { kind: "invalid" });
    await assert.rejects(client.submitDocument({ ...request, content: new Uint8Array() }), { kind: "invalid" });
  });
}).timeout(10_000);
