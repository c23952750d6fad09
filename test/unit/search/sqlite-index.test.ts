import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { openSqliteIndex } from "../../../services/search/adapters/sqlite-index.ts";
import { activeCollection } from "../../../services/search/engine/collections.ts";
import { storeDocuments } from "../../../services/search/engine/stored-documents.ts";
import type { InsightIndex } from "../../../services/search/ports.ts";
import { version } from "./versions.ts";

describe("embedded index", function () {
  this.timeout(60_000);
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "index-"));
    path = join(folder, "index.db");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const found = async (index: InsightIndex) =>
    (await index.search({ query: "lithium price", limit: 100 })).insights.map(({ insightId }) => insightId);
  const put = async (index: InsightIndex, number: number, size?: number) => {
    await index.stage(version(number, size));
    await index.publish("doc_versions", number);
  };

  for (const line of ["staged 3", "published 2"]) {
    it(`has one whole version after a kill just when it "${line}"`, async () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, "publish-until-killed.ts"), path], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await said(child, line);
      child.kill("SIGKILL");
      await once(child, "exit");
      await using index = await openSqliteIndex({ path, threads: 1 });
      const ids = await found(index);
      const [number] = new Set(ids.map((id) => Number(id.split("_")[0])));
      assert.equal(ids.length, 8);
      assert.ok(number && number >= 2);
      assert.deepEqual(
        [...ids].sort(),
        version(number)
          .insights.map(({ insightId }) => insightId)
          .sort(),
      );
      await put(index, 1_000_000);
      assert.ok((await found(index)).every((id) => id.startsWith("1000000_")));
    });
  }

  it("gives back the memory of replaced documents, and finds the same before and after", async () => {
    await using index = await openSqliteIndex({ path, threads: 2, compactAboveRows: 150 });
    await put(index, 1, 100);
    const { memoryBytes } = await index.status();
    // Each version has 401 vectors; a block of memory holds 4,096.
    for (let number = 2; number <= 40; number++) await put(index, number, 100);
    while ((await index.status()).memoryBytes > memoryBytes * 1.5) assert.equal((await found(index)).length, 100);
    assert.equal((await found(index)).length, 100);
    assert.deepEqual((await index.status()).insights, 100);
    await put(index, 41, 3);
    assert.deepEqual((await found(index)).sort(), ["41_0", "41_1", "41_2"]);
  });

  it("drops replaced versions from the file", async () => {
    {
      await using index = await openSqliteIndex({ path, threads: 1 });
      for (let number = 1; number <= 5; number++) await put(index, number);
    }
    await using _opened = await openSqliteIndex({ path, threads: 1 });
    using db = new DatabaseSync(path, { readOnly: true });
    const count = (table: string) => Number(db.prepare(`select count(*) as rows from ${table}`).get()?.["rows"]);
    assert.deepEqual(["search_document", "search_codes_1", "search_insight"].map(count), [1, 1, 8]);
  });

  it("refuses an index of another embedding model with the remedy, and leaves it as it is", async () => {
    {
      await using index = await openSqliteIndex({ path, threads: 1 });
      await put(index, 1);
    }
    using db = new DatabaseSync(path);
    const { fingerprint } = db.prepare("select fingerprint from search_collection").get() ?? {};
    db.exec("update search_collection set name = 'other', fingerprint = 'another'");
    await assert.rejects(openSqliteIndex({ path, threads: 1 }), { kind: "unavailable", message: /insights reindex/ });
    db.prepare("update search_collection set fingerprint = ?").run(fingerprint ?? null);
    await using index = await openSqliteIndex({ path, threads: 1 });
    assert.equal((await found(index)).length, 8);
  });

  it("refuses an index of another text analysis with the remedy, and takes one that is older than the note of it", async () => {
    {
      await using index = await openSqliteIndex({ path, threads: 1 });
      await put(index, 1);
    }
    using db = new DatabaseSync(path);
    const noted = () => db.prepare("select analysis from search_collection").get()?.["analysis"];
    const own = noted();
    db.exec("update search_collection set analysis = 'another'");
    await assert.rejects(openSqliteIndex({ path, threads: 1 }), {
      kind: "unavailable",
      message: /another analysis of texts .*insights reindex/,
    });
    assert.equal(noted(), "another");
    db.exec("update search_collection set analysis = ''");
    await using index = await openSqliteIndex({ path, threads: 1 });
    assert.equal((await found(index)).length, 8);
    assert.equal(noted(), own);
  });

  it("drops replaced versions that a killed process left, and keeps what is staged", async () => {
    {
      await using index = await openSqliteIndex({ path, threads: 1 });
      await put(index, 1);
      await index.stage(version(2));
      await index.stage(version(3));
    }
    using db = new DatabaseSync(path);
    const versions = () => db.prepare("select version, state from search_document order by version").all();
    // As a process that dies before it collects: the thread's half of a publication, and nothing after it.
    assert.equal(storeDocuments(db, activeCollection(db)).publish("doc_versions", 2).length, 1);
    {
      await using index = await openSqliteIndex({ path, threads: 1 });
      assert.ok((await found(index)).every((id) => id.startsWith("2_")));
    }
    assert.deepEqual(
      versions().map(({ version, state }) => `${version} ${state}`),
      ["2 published", "3 staged"],
    );
  });

  it("refuses searches beyond those that may wait, and answers the others", async () => {
    await using index = await openSqliteIndex({ path, threads: 1, searchesWaiting: 2 });
    await put(index, 1);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => found(index)));
    const refused = answers.filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 2);
    for (const answer of refused) assert.match(String("reason" in answer && answer.reason), /too many searches/);
  });

  it("takes a search whose caller left out of the queue", async () => {
    await using index = await openSqliteIndex({ path, threads: 1, searchesWaiting: 1 });
    await put(index, 1);
    const running = found(index);
    const controller = new AbortController();
    const waiting = index.search({ query: "lithium", limit: 1 }, controller.signal);
    controller.abort();
    await assert.rejects(waiting, { kind: "cancelled" });
    assert.equal((await found(index)).length, 8);
    assert.equal((await running).length, 8);
  });

  it("rejects what comes after it was closed", async () => {
    const index = await openSqliteIndex({ path, threads: 1 });
    await index[Symbol.asyncDispose]();
    await assert.rejects(found(index), { kind: "unavailable" });
    await assert.rejects(index.stage(version(1)), { kind: "unavailable" });
  });
});

/** Resolves when the child has written the line. */
async function said(child: ChildProcess, line: string): Promise<void> {
  if (!child.stdout) throw new Error("the child's output is not read");
  for await (const written of createInterface({ input: child.stdout })) if (written === line) return;
  throw new Error(`the child ended before it said "${line}"`);
}
