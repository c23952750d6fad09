import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DescMessage, type MessageShape, toJson } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { DocumentInsightSchema, DocumentSchema } from "#gen/insights/document/v1/document_pb.ts";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { InsightSchema } from "#gen/insights/search/v1/insight_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { DOCUMENTS } from "./rest-suite.ts";
import { errorOf, type Way, waysTo } from "./rpc-ways.ts";
import type { Installation, RunningServer } from "./server.ts";
import { countedOf, rest } from "./suite-calls.ts";

const { search } = SearchService.method;
const { listDocuments, getDocument, listSourceNames } = DocumentService.method;

type Json = Record<string, unknown>;

/** A message as REST would write it: its names, and null for what is unset. */
function asRest<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>, fields: Json): Json {
  const { extract_time, ingest_time, ...json } = toJson(schema, message, {
    useProtoFieldName: true,
    alwaysEmitImplicit: true,
  }) as Json;
  const all: Json = { ...json, extracted_at: extract_time, ingested_at: ingest_time };
  if (Array.isArray(all["excerpts"]))
    all["excerpts"] = all["excerpts"].map((one) => (typeof one === "string" ? one : one.text));
  return Object.fromEntries(Object.keys(fields).map((name) => [name, toComparable(all[name])]));
}

/** Times are the same in either spelling. */
const toComparable = (value: unknown): unknown =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? new Date(value).toISOString() : (value ?? null);

/** What callers of gRPC, Connect and gRPC-Web see, beside REST, whatever the product runs on. `install` gives an empty one. */
export function rpcSuite(name: string, install: () => Promise<Installation>): void {
  describe(`gRPC, Connect and gRPC-Web of ${name}`, () => {
    let installation: Installation;
    let server: RunningServer;
    let stack: DisposableStack;

    /** Every way to call every gateway, each with the URL of REST beside it. */
    const waysWith = (key: string): [way: Way, url: string, called: string][] =>
      server.urls.flatMap((url, at) => {
        const nativeUrl = server.nativeUrls[at];
        const { ways } = stack.use(waysTo({ url, ...(nativeUrl && { nativeUrl }) }, { "x-api-key": key }));
        return [...ways].map(([called, way]): [Way, string, string] => [way, url, `${called} at gateway ${at}`]);
      });
    const newKey = async (...more: string[]) =>
      (await installation.insights("keys", "create", "--name", "rpc", ...more)) as { raw_key: string; key_id: string };

    before(async function () {
      this.timeout(300_000);
      stack = new DisposableStack();
      installation = await install();
      const file = join(installation.folder, "documents.jsonl");
      writeFileSync(file, DOCUMENTS.map((row) => JSON.stringify(row)).join("\n"));
      await installation.insights("ingest", file);
      server = await installation.serve({ RATE_LIMIT_PRO: "100000" });
    });
    after(async () => {
      stack.dispose();
      await installation.remove();
    });

    it("answers as REST does, field by field, by every way", async () => {
      const { raw_key: key } = await newKey("--tier", "pro");
      for (const [call, url, called] of waysWith(key)) {
        const asked = { query: "policy rate of Examplia", since: "2023-01-01", limit: 5 };
        const { insights } = await rest(url, "/api/insights/search", key, asked);
        const found = (await call(search, asked)).message.insights;
        assert.ok(found.length > 0);
        assert.deepEqual(
          found.map((one, at) => asRest(InsightSchema, one, (insights as Json[])[at] ?? {})),
          insights,
          called,
        );
        const { documents } = await rest(url, "/api/documents?source_name=grain", key);
        const listed = (await call(listDocuments, { sourceName: "grain" })).message.documents;

        assert.equal(listed.length, 2);
        assert.deepEqual(
          listed.map((one, at) => asRest(DocumentSchema, one, (documents as Json[])[at] ?? {})),
          documents,
          called,
        );
        const docId = listed[0]?.docId ?? "";
        const shown = await rest(url, `/api/documents/${docId}`, key);
        const got = (await call(getDocument, { docId })).message;
        assert.ok(got.document);
        assert.deepEqual(asRest(DocumentSchema, got.document, shown["document"] as Json), shown["document"], called);
        const parts = shown["insights"] as Json[];

        assert.deepEqual(
          got.insights.map((one, at) => asRest(DocumentInsightSchema, one, parts[at] ?? {})),
          parts,
          called,
        );
        const { source_names } = await rest(url, "/api/documents/filters", key);
        assert.deepEqual((await call(listSourceNames, {})).message.sourceNames, source_names, called);
      }
    });

    it("lets exactly 100 of 300 concurrent requests of one key pass, over all gateways, REST and every way", async () => {
      const { raw_key: key } = await newKey();
      const calls = waysWith(key).map(
        ([call]) =>
          async () =>
            void (await call(listSourceNames, {})),
      );
      const gets = server.urls.map((url) => async () => void (await rest(url, "/api/documents/filters", key)));
      const all = [...calls, ...gets];
      const answers = await Promise.allSettled(Array.from({ length: 300 }, (_, at) => all[at % all.length]?.()));
      assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 100);
      for (const [call, , called] of waysWith(key)) {
        const err = await errorOf(call(listSourceNames, {}));
        assert.equal(err.code, Code.ResourceExhausted, `${called}: ${err.message}`);
        assert.match(err.rawMessage, /^Rate limit exceeded/);
        const seconds = Number.parseInt(err.metadata.get("retry-after") ?? "", 10);
        assert.ok(seconds >= 1 && seconds <= 60);
      }
    });

    it("refuses a revoked key on its next call, by every way", async () => {
      for (const at of waysWith("").keys()) {
        const { raw_key, key_id } = await newKey("--tier", "pro");
        const [call, , called] = waysWith(raw_key)[at] ?? assert.fail();
        await call(listSourceNames, {});
        await installation.insights("keys", "revoke", key_id);
        assert.equal((await errorOf(call(listSourceNames, {}))).code, Code.Unauthenticated, called);
      }
    });

    it("counts calls by every way under the names of REST", async () => {
      const email = "rpc@example.org";
      const { raw_key: key } = await newKey("--tier", "pro", "--email", email);
      const ways = waysWith(key);
      for (const [call] of ways) {
        await call(search, { query: "wheat harvest" });
        assert.equal((await errorOf(call(getDocument, { docId: "doc_unknown" }))).code, Code.NotFound);
        assert.equal((await errorOf(call(search, { query: "" }))).code, Code.InvalidArgument);
      }
      assert.deepEqual(await countedOf(installation, email, 2 * ways.length), {
        search: ways.length,
        get_document: ways.length,
      });
    });
  });
}
