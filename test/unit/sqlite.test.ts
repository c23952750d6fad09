import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { openSqlite } from "#kit/sqlite/open-sqlite.ts";

interface Tables {
  note: { id: number; text: string };
}

const migrations: Record<string, Migration> = {
  "0001-note": {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable("note")
        .addColumn("id", "integer", (column) => column.primaryKey())
        .addColumn("text", "text", (column) => column.notNull())
        .execute();
    },
  },
};

describe("embedded database", function () {
  this.timeout(20_000);
  let folder: string;
  let path: string;
  const open = (extra = {}) => openSqlite<Tables>({ path, owner: "note", migrations, ...extra });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sqlite-"));
    path = join(folder, "notes.db");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("keeps what was written when it is opened again", async () => {
    {
      await using db = await open();
      await db.write.insertInto("note").values({ id: 1, text: "kept 🌾" }).execute();
      assert.deepEqual(await db.read.selectFrom("note").selectAll().execute(), [{ id: 1, text: "kept 🌾" }]);
    }
    await using db = await open();
    assert.deepEqual(await db.read.selectFrom("note").select("text").execute(), [{ text: "kept 🌾" }]);
  });

  it("commits all changes of a list or none", async () => {
    await using db = await open();
    const row = (id: number) => db.write.insertInto("note").values({ id, text: "x" });
    await assert.rejects(db.commit([row(1), row(2), row(1)]), { kind: "conflict" });
    assert.deepEqual(await db.read.selectFrom("note").selectAll().execute(), []);
    await db.commit([row(1), row(2)]);
    assert.equal((await db.read.selectFrom("note").selectAll().execute()).length, 2);
  });

  it("commits a list after a first change only when that changed something", async () => {
    await using db = await open();
    const row = (id: number) => db.write.insertInto("note").values({ id, text: "x" });
    const first = db.write.updateTable("note").set({ text: "changed" }).where("id", "=", 1);
    assert.equal(await db.commitIf(first, [row(2)]), false);
    assert.deepEqual(await db.read.selectFrom("note").selectAll().execute(), []);
    await row(1).execute();
    await assert.rejects(db.commitIf(first, [row(2), row(1)]), { kind: "conflict" });
    assert.deepEqual(await db.read.selectFrom("note").selectAll().execute(), [{ id: 1, text: "x" }]);
    assert.equal(await db.commitIf(first, [row(2)]), true);
    assert.deepEqual(await db.read.selectFrom("note").selectAll().execute(), [
      { id: 1, text: "changed" },
      { id: 2, text: "x" },
    ]);
  });

  it("keeps a list of changes out of a transaction that is under way", async () => {
    await using db = await open();
    const transaction = db.write.transaction().execute(async (trx) => {
      await trx.insertInto("note").values({ id: 1, text: "inside" }).execute();
      await trx.insertInto("note").values({ id: 2, text: "inside" }).execute();
    });
    await Promise.all([transaction, db.commit([db.write.insertInto("note").values({ id: 3, text: "list" })])]);
    assert.equal((await db.read.selectFrom("note").selectAll().execute()).length, 3);
  });

  it("reads and writes no more when its file was moved away, and goes on when it is back", async () => {
    await using db = await open();
    const write = (id: number) => db.write.insertInto("note").values({ id, text: "x" });
    const read = () => db.read.selectFrom("note").select("id").execute();
    await db.commit([write(1)]);
    await read();
    for (const inItsPlace of [undefined, "another file"]) {
      renameSync(path, `${path}.away`);
      if (inItsPlace) writeFileSync(path, inItsPlace);
      for (const call of [() => db.commit([write(2)]), () => write(2).execute(), read]) {
        await assert.rejects(call, { kind: "unavailable", message: /notes\.db: the file was moved or deleted/ });
      }
      renameSync(`${path}.away`, path);
    }
    await db.commit([write(3)]);
    assert.deepEqual(await read(), [{ id: 1 }, { id: 3 }]);
  });

  it("leaves a file that is no database as it is and says what to do", async () => {
    const content = "this is not a database, whatever its name says\n".repeat(200);
    writeFileSync(path, content);
    await assert.rejects(open(), (err: Error) => /notes\.db: the file is damaged.*backup/.test(err.message));
    assert.equal(readFileSync(path, "utf8"), content);
  });

  it("leaves a database with other tables as it is, but for those that it is shared with", async () => {
    await (await openSqlite({ path, owner: "letter", migrations }))[Symbol.asyncDispose]();
    const before = readFileSync(path);
    await assert.rejects(open(), { kind: "unavailable", message: /notes\.db: .*not a database of this program.*away/ });
    assert.deepEqual(readFileSync(path), before);
    await using db = await open({ sharedWith: ["letter"], migrations: {} });
    assert.deepEqual(await db.read.selectFrom("note").selectAll().execute(), []);
  });

  it("leaves the database of a newer version as it is and says what to do", async () => {
    const newer = { ...migrations, "0002-later": { up: async () => undefined } };
    await (await open({ migrations: newer }))[Symbol.asyncDispose]();
    const before = readFileSync(path);
    await assert.rejects(open(), /newer version.*0002-later.*INSIGHTS_DATA/);
    assert.deepEqual(readFileSync(path), before);
  });

  it("keeps nothing of a migration that failed halfway", async () => {
    const broken = {
      up: async (db: Kysely<unknown>) => {
        await migrations["0001-note"]?.up(db);
        throw new Error("the process was killed here");
      },
    };
    await assert.rejects(open({ migrations: { "0001-note": broken } }), /killed here/);
    await using db = await open();
    assert.deepEqual(await db.read.selectFrom("note").selectAll().execute(), []);
  });

  it("carries out what was given before it closes and refuses what comes after", async () => {
    const db = await open();
    const before = db.commit([db.write.insertInto("note").values({ id: 1, text: "just in time" })]);
    await Promise.all([before, db[Symbol.asyncDispose]()]);
    const after = db.write.insertInto("note").values({ id: 2, text: "too late" }).execute();
    await assert.rejects(after, { kind: "unavailable", message: /notes\.db is closed/ });
    await using again = await open();
    assert.deepEqual(await again.read.selectFrom("note").select("id").execute(), [{ id: 1 }]);
  });

  it("says so when another program holds the database", async () => {
    await using holder = await open();
    await using db = await open({ busyTimeoutMs: 1 });
    await holder.write.transaction().execute(async (trx) => {
      await trx.insertInto("note").values({ id: 1, text: "held" }).execute();
      await assert.rejects(db.write.insertInto("note").values({ id: 2, text: "x" }).execute(), {
        kind: "unavailable",
        message: /another program holds the database/,
      });
    });
  });
});
