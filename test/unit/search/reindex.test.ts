import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "#kit/sqlite/open-sqlite.ts";
import { openSqliteIndex } from "../../../services/search/adapters/sqlite-index.ts";
import { analysisFingerprint } from "../../../services/search/engine/analysis-fingerprint.ts";
import { encodeVectors, encodeWords } from "../../../services/search/engine/document-codec.ts";
import { createIndex } from "../../../services/search/migrations/0001-index.ts";
import { rememberAnalysis } from "../../../services/search/migrations/0002-analysis.ts";
import type { IndexedDocument, InsightIndex, ReindexProgress } from "../../../services/search/ports.ts";
import { document, storedOf } from "./documents.ts";
import { openTinyModels, type TinyModels } from "./tiny-model.ts";

describe("an index that is made anew", function () {
  this.timeout(60_000);
  let folder: string;
  let path: string;
  let models: TinyModels;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "reindex-"));
    path = join(folder, "index.db");
    models = await openTinyModels();
  });
  afterEach(async () => {
    await models[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const open = (rest: Partial<Parameters<typeof openSqliteIndex>[0]> = {}) =>
    openSqliteIndex({ path, threads: 2, ...rest });
  const put = async (index: InsightIndex, one: IndexedDocument) => {
    await index.stage(one);
    await index.publish(one.docId, one.version);
  };
  const fill = async (index: InsightIndex, count: number) => {
    for (let number = 0; number < count; number++) await put(index, document(number));
  };
  const find = async (index: InsightIndex, query: string) => (await index.search({ query, limit: 100 })).insights;
  const finish = async (index: InsightIndex, model: string | undefined, run = "run"): Promise<ReindexProgress> => {
    for (;;) {
      const progress = await index.reindex({ model, run });
      if (progress.isDone) return progress;
    }
  };
  const rowsOf = (sql: string) => {
    using db = new DatabaseSync(path, { readOnly: true });
    return db.prepare(sql).all();
  };
  const codeTables = () =>
    rowsOf("select name from sqlite_schema where name glob 'search_codes_*' and type = 'table'").map(
      ({ name }) => name,
    );

  it("answers every search meanwhile, and then has all that was published, replaced and staged meanwhile", async () => {
    const model = await models.make("slow", { delayMs: 3, dim: 48 });
    await using index = await open();
    await fill(index, 30);
    const before = (await index.status()).modelFingerprint;

    let isOver = false;
    const counts: number[] = [];
    const accountedAs = new Set<string>();
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { insights, embedding } = await index.search({ query: "price of copper", limit: 100 });
        counts.push(insights.length);
        accountedAs.add(embedding.model);
      }
    });
    const ingestion = (async () => {
      for (let number = 100; !isOver; number++) {
        await put(index, document(number));
        await put(index, { ...document(1), version: number, title: `Replaced ${number}` });
        await index.stage(document(1_000));
      }
    })();
    const progress = await finish(index, model);
    isOver = true;
    await Promise.all([...load, ingestion]);

    assert.equal(progress.model, model);
    assert.equal(progress.embedding.model, "slow");
    assert.ok(counts.length > 20);
    assert.ok(counts.every((count) => count > 0));
    assert.ok(accountedAs.has("bundled"));
    assert.equal((await index.search({ query: "copper", limit: 1 })).embedding.model, "slow");
    assert.notEqual((await index.status()).modelFingerprint, before);
    const shown = await find(index, "price of copper");
    assert.ok(shown.some(({ docId }) => docId === "doc_0"));
    const documents = (await index.status()).documents;
    assert.ok(documents > 30);
    assert.equal(rowsOf("select 1 from search_document where state = 'published'").length, documents);
    await index.publish("doc_1000", 1);
    assert.equal((await index.status()).documents, documents + 1);
    const [table, ...others] = codeTables();
    assert.deepEqual(others, []);
    assert.equal(rowsOf(`select 1 from ${table} where length(vectors) % (48 + 4) <> 0`).length, 0);
  });

  it("gives no vector of the old model to the new index, when the model is changed under a search or a document", async () => {
    const model = await models.make("own", { slowlyMs: 1_500, dim: 48 });
    await using index = await open({ embedding: { name: model } });
    await fill(index, 3);
    const searching = index.search({ query: "price of copper slowly", limit: 5 });
    const staging = index.stage({ ...document(9), title: "Metals fell slowly" });
    await finish(index, "bundled");
    const { insights, embedding } = await searching;
    assert.equal(embedding.model, "bundled");
    assert.notEqual(insights.length, 0);
    assert.equal((await staging).model, "bundled");
    await index.publish("doc_9", 1);
    assert.equal((await index.status()).documents, 4);
    assert.equal(rowsOf("select 1 from search_codes_2 where length(vectors) % (256 + 4) <> 0").length, 0);
  });

  it("is opened with the model that it was made with, whatever is wished", async () => {
    const model = await models.make("own");
    {
      await using index = await open({ embedding: { name: model } });
      await fill(index, 3);
      assert.equal((await index.search({ query: "copper", limit: 5 })).embedding.model, "own");
    }
    for (const embedding of [undefined, { name: "bundled" }]) {
      await using index = await open({ embedding });
      const { insights, embedding: used } = await index.search({ query: "copper", limit: 5 });
      assert.equal(used.model, "own");
      assert.notEqual(insights.length, 0);
    }
    await using index = await open({ embedding: { name: "bundled" } });
    assert.equal((await finish(index, undefined)).model, "bundled");
    assert.equal((await index.search({ query: "copper", limit: 5 })).embedding.model, "bundled");
  });

  it("finds the same with the same scores when it is made anew with the same model", async () => {
    await using index = await open();
    await fill(index, 20);
    const before = await find(index, "how far did zinc fall");
    assert.ok(before.length > 3);
    assert.equal((await finish(index, undefined)).documents, 20);
    assert.deepEqual(await find(index, "how far did zinc fall"), before);
    assert.deepEqual(codeTables(), ["search_codes_2"]);
  });

  for (const line of ["begun", "[1-9]\\d* done"]) {
    it(`goes on where it was after a kill just when it says "${line}"`, async () => {
      // A call works for two seconds: one does not do.
      const model = await models.make("slow", { delayMs: 40 });
      {
        await using index = await open();
        await fill(index, 60);
      }
      const child = spawn(process.execPath, [join(import.meta.dirname, "reindex-until-killed.ts"), path, model], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let said = "";
      for await (const chunk of child.stdout) {
        said += chunk;
        if (new RegExp(`^${line}$`, "m").test(said)) break;
      }
      child.kill("SIGKILL");
      await once(child, "exit");

      await using index = await open();
      assert.equal((await index.search({ query: "copper", limit: 5 })).embedding.model, "bundled");
      assert.equal((await find(index, "price of copper")).length > 0, true);
      const first = await index.reindex({ model, run: "next" });
      if (line !== "begun") assert.ok(first.documentsDone > 20, `${first.documentsDone}`);
      const last = first.isDone ? first : await finish(index, model, "next");
      assert.deepEqual([last.documents, last.documentsDone], [60, 60]);
      assert.equal((await index.search({ query: "copper", limit: 5 })).embedding.model, "slow");
      assert.equal(codeTables().length, 1);
    });
  }

  it("is the same answer again when the last call is repeated, and no work", async () => {
    await using index = await open();
    await fill(index, 3);
    await finish(index, "bundled");
    const again = await index.reindex({ model: "bundled", run: "run" });
    assert.deepEqual([again.isDone, again.embedding.inputTokens], [true, 0]);
    assert.deepEqual(codeTables(), ["search_codes_2"]);
  });

  it("lets no second run at it while one is", async () => {
    const model = await models.make("slow", { delayMs: 20 });
    await using index = await open();
    await fill(index, 5);
    const running = index.reindex({ model, run: "first" });
    await assert.rejects(index.reindex({ run: "second" }), { kind: "conflict", message: /already/ });
    await running;
  });

  it("gives up what another model has begun", async () => {
    const slow = await models.make("slow", { delayMs: 200 });
    const quick = await models.make("quick");
    await using index = await open();
    await fill(index, 15);
    assert.equal((await index.reindex({ model: slow, run: "run" })).isDone, false);
    assert.equal((await finish(index, quick)).model, quick);
    assert.equal(codeTables().length, 1);
  });

  it("stops when its caller leaves, and loses nothing", async () => {
    const model = await models.make("slow", { delayMs: 50 });
    await using index = await open();
    await fill(index, 20);
    const controller = new AbortController();
    const running = index.reindex({ model, run: "run" }, controller.signal);
    while (rowsOf("select 1 from search_collection").length < 2) await find(index, "copper");
    controller.abort();
    await assert.rejects(running, { kind: "cancelled" });
    assert.equal((await finish(index, model)).documentsDone, 20);
  });

  it("says what is wrong with a model that cannot be used, and stays as it was", async () => {
    await using index = await open();
    await fill(index, 3);
    for (const [model, kind, message] of [
      ["text-embedding-9", "invalid", /EMBEDDING_URL/],
      ["./nowhere", "invalid", /no folder/],
      [folder, "invalid", /model\.onnx/],
    ] as const) {
      await assert.rejects(index.reindex({ model, run: "run" }), { kind, message });
    }
    assert.notEqual((await find(index, "copper")).length, 0);
    assert.deepEqual(codeTables(), ["search_codes_1"]);
  });

  it("is made anew with a model that is there when its own is gone, and refuses all else until then", async () => {
    const model = await models.make("own");
    {
      await using index = await open({ embedding: { name: model } });
      await fill(index, 3);
    }
    await rename(model, `${model}-elsewhere`);
    await assert.rejects(open(), { kind: "invalid", message: /model\.onnx/ });
    await using index = await open({ evenUnusable: true });
    assert.match(index.problem?.message ?? "", /model\.onnx/);
    await assert.rejects(find(index, "copper"), { message: /model\.onnx/ });
    await assert.rejects(index.stage(document(9)), { message: /model\.onnx/ });
    await finish(index, "bundled");
    assert.equal(index.problem, undefined);
    assert.notEqual((await find(index, "copper")).length, 0);
    await put(index, document(9));
  });

  it("is made anew after a change of the text analysis", async () => {
    {
      await using index = await open();
      await fill(index, 3);
    }
    {
      using db = new DatabaseSync(path);
      db.exec("update search_collection set analysis = 'another'");
    }
    await assert.rejects(open(), { kind: "unavailable", message: /insights reindex/ });
    await using index = await open({ evenUnusable: true });
    await finish(index, undefined);
    assert.notEqual((await find(index, "copper")).length, 0);
    assert.equal(rowsOf("select analysis from search_collection")[0]?.["analysis"], analysisFingerprint());
  });

  it("says which documents to ingest again when the index is of a version that kept no texts", async () => {
    const { words, vectors } = await storedOf(document(2), 1);
    {
      const migrations = { "0001-index": createIndex, "0002-analysis": rememberAnalysis };
      await using _old = await openSqlite({ path, owner: "search", migrations });
    }
    {
      using db = new DatabaseSync(path);
      const { docId, title, documentUrl, sourceName, insights } = document(2);
      db.prepare("insert into search_document values (1, ?, 1, 'published', ?, ?, ?, null)").run(
        docId,
        title,
        documentUrl,
        sourceName,
      );
      db.prepare("insert into search_codes values (1, ?, ?)").run(encodeVectors(vectors), encodeWords(words));
      for (const [at, { insightId, insight }] of insights.entries()) {
        db.prepare("insert into search_insight values (1, ?, ?, 'title', ?, '[]')").run(at, insightId, insight);
      }
      const model = "insert into search_model values ('bundled', 'ed4a086f06a38176', '')";
      db.exec(model);
    }
    await using index = await open();
    assert.equal((await find(index, "price of tin")).length, 3);
    await assert.rejects(index.reindex({ run: "run" }), {
      kind: "unavailable",
      message: /^1 of the documents .*ingest/,
    });
    await put(index, { ...document(2), version: 2 });
    await finish(index, undefined);
    assert.equal((await find(index, "price of tin")).length, 3);
  });
});
