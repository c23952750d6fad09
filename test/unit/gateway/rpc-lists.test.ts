import assert from "node:assert/strict";
import { create, type DescMethod, type MessageInitShape, toBinary, toJson, toJsonString } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  DocumentService,
  type GetDocumentResponse,
  GetDocumentResponseSchema,
} from "#gen/insights/document/v1/document_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { toPath } from "#kit/grpc/definition.ts";
import { createMemoryLimiter } from "../../../gateway/limiters/memory-limiter.ts";
import { WAYS } from "../../support/rpc-ways.ts";
import { DOCUMENT, INSIGHT, KEY } from "./open-gateway.ts";
import { type ListeningGateway, openListening } from "./open-listening.ts";

const { getDocument, listDocuments } = DocumentService.method;
const { search } = SearchService.method;

const MANY = 3_000;
/** How long the test's upstream takes to tell a title: so many insights cannot be written in one turn within its time. */
const TITLE_MS = 0.02;

const ids = Array.from({ length: MANY }, (_, i) => `ins_${i}`);

/** What a document with so many insights is, in one message. */
const wholeDocument = (): GetDocumentResponse => {
  const { extractedAt, ingestedAt, publishedDate: _, ...document } = DOCUMENT;
  const { title, insight, excerpts } = INSIGHT;
  return create(GetDocumentResponseSchema, {
    document: { ...document, extractTime: timestampFromMs(extractedAt), ingestTime: timestampFromMs(ingestedAt) },
    insights: ids.map((insightId) => ({ insightId, title, insight, excerpts: excerpts.map((text) => ({ text })) })),
  });
};

/** Work of a given length, and how much of it was done in one turn of the event loop at most. */
function watchWork(ms: number) {
  let turn = 0;
  let isWatching = true;
  const next = () => {
    turn += 1;
    if (isWatching) setImmediate(next);
  };
  setImmediate(next);
  const turns: number[] = [];
  return {
    work(): void {
      turns.push(turn);
      const until = performance.now() + ms;
      while (performance.now() < until);
    },
    longestMs: () => ms * Math.max(...[...Map.groupBy(turns, (one) => one).values()].map(({ length }) => length)),
    [Symbol.dispose]() {
      isWatching = false;
    },
  };
}

/** A gateway whose document has that many insights. */
async function openWithMany(tellTitle = () => INSIGHT.title): Promise<ListeningGateway> {
  const gateway = await openListening();
  gateway.upstreams.documents.get = async () => ({
    document: DOCUMENT,
    insights: ids.map((insightId) => ({
      ...INSIGHT,
      insightId,
      get title() {
        return tellTitle();
      },
    })),
  });
  return gateway;
}

/** The bytes of an answer over HTTP/1.1. */
async function bytesOf<Method extends DescMethod>(
  gateway: ListeningGateway,
  method: Method,
  message: MessageInitShape<Method["input"]>,
  type: "application/json" | "application/proto",
) {
  const asked = create(method.input, message);
  const body = type === "application/json" ? toJsonString(method.input, asked) : toBinary(method.input, asked);
  const answer = await fetch(gateway.url + toPath(method), {
    method: "POST",
    headers: { "x-api-key": KEY, "content-type": type, connection: "close" },
    body: Buffer.from(body),
  });
  assert.equal(answer.status, 200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.headers.get("content-length"), String(bytes.length));
  return bytes;
}

describe("public RPC: answers with thousands of items", () => {
  for (const name of WAYS) {
    it(`${name}: are written a part at a time, and are all there`, async () => {
      using titles = watchWork(TITLE_MS);
      await using gateway = await openWithMany(() => {
        titles.work();
        return INSIGHT.title;
      });
      const { message } = await gateway.way(name)(getDocument, { docId: "doc_1" });
      assert.deepEqual(
        toJson(GetDocumentResponseSchema, message as GetDocumentResponse),
        toJson(GetDocumentResponseSchema, wholeDocument()),
      );
      assert.ok(titles.longestMs() <= 5, `${titles.longestMs()} ms in a turn`);
    });
  }

  it("are byte for byte what Connect writes of the whole message", async () => {
    await using gateway = await openWithMany();
    const whole = wholeDocument();
    assert.deepEqual(
      await bytesOf(gateway, getDocument, { docId: "doc_1" }, "application/proto"),
      Buffer.from(toBinary(GetDocumentResponseSchema, whole)),
    );
    assert.equal(
      (await bytesOf(gateway, getDocument, { docId: "doc_1" }, "application/json")).toString(),
      toJsonString(GetDocumentResponseSchema, whole),
    );
  });

  it("of an empty list nothing is said, as ever in protobuf's JSON", async () => {
    await using gateway = await openListening();
    gateway.upstreams.search.search = async () => ({ insights: [], embedding: { model: "bundled", inputTokens: 7 } });
    gateway.upstreams.documents.list = async () => [];
    assert.equal((await bytesOf(gateway, search, { query: "q" }, "application/json")).toString(), "{}");
    assert.equal((await bytesOf(gateway, listDocuments, {}, "application/json")).toString(), "{}");
    assert.equal((await bytesOf(gateway, listDocuments, {}, "application/proto")).length, 0);
  });

  it("calls that come at once on one connection are begun a few in a turn", async () => {
    using checks = watchWork(0.5);
    const limiter = createMemoryLimiter({ windowMs: 60_000, maxKeys: 10 });
    await using gateway = await openListening({
      limiter: {
        take(key, cost) {
          checks.work();
          return limiter.take(key, cost);
        },
      },
    });
    const call = gateway.way("gRPC by grpc-js");
    await Promise.all(Array.from({ length: 60 }, () => call(search, { query: "q" })));
    assert.ok(checks.longestMs() <= 5, `${checks.longestMs()} ms in a turn`);
  });
});
