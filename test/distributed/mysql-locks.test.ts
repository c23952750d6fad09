import assert from "node:assert/strict";
import { sql } from "kysely";
import { createTables } from "#kit/mysql/create-tables.ts";
import { type Mysql, openMysql } from "#kit/mysql/open-mysql.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";

interface Tables {
  note: { id: number; text: string };
}

onMysql(() =>
  describe("MySQL's locks and limits", () => {
    let stack: AsyncDisposableStack;
    let mysql: Mysql<Tables>;
    let url: string;
    const migrations = { "0001-note": createTables({ note: sql`id integer primary key, text longtext not null` }) };
    beforeEach(async () => {
      stack = new AsyncDisposableStack();
      ({ url } = stack.use(await scratchDatabase()));
      mysql = stack.use(await openMysql<Tables>({ url, owner: "note", migrations }));
      await mysql.db
        .insertInto("note")
        .values([
          { id: 1, text: "" },
          { id: 2, text: "" },
        ])
        .execute();
    });
    afterEach(() => stack.disposeAsync());

    const append = (id: number, text: string) =>
      mysql.db
        .updateTable("note")
        .set({ text: sql`concat(text, ${text})` })
        .where("id", "=", id);
    const texts = async () =>
      (await mysql.db.selectFrom("note").select("text").orderBy("id").execute()).map((row) => row.text);

    it("a transaction that deadlocks with another is done again, and both happen once", async () => {
      const both = Promise.withResolvers<void>();
      let arrived = 0;
      const work = (first: number, second: number, text: string) =>
        mysql.transact(async (trx) => {
          await trx.executeQuery(append(first, text));
          if (++arrived === 2) both.resolve();
          await both.promise;
          await trx.executeQuery(append(second, text));
        });
      await Promise.all([work(1, 2, "a"), work(2, 1, "b")]);
      assert.ok(arrived > 2, "there was no deadlock");
      assert.deepEqual(
        (await texts()).map((text) => [...text].sort().join("")),
        ["ab", "ab"],
      );
    });

    it("a statement by itself waits for a lock, and says so when it waited too long", async () => {
      const isHeld = Promise.withResolvers<void>();
      const mayEnd = Promise.withResolvers<void>();
      const holding = mysql.transact(async (trx) => {
        await trx.executeQuery(append(1, "held"));
        isHeld.resolve();
        await mayEnd.promise;
      });
      await isHeld.promise;
      const startedMs = performance.now();
      await assert.rejects(append(1, "late").execute(), { kind: "unavailable", message: /others held the same rows/ });
      assert.ok(performance.now() - startedMs < 15_000);
      mayEnd.resolve();
      await holding;
      await append(1, "!").execute();
      assert.deepEqual(await texts(), ["held!", ""]);
    });

    it("a statement that takes too long is ended, and the next one is not", async () => {
      const quick = stack.use(await openMysql<Tables>({ url, owner: "note", migrations, statementTimeoutMs: 300 }));
      const startedMs = performance.now();
      const slow = sql`select count(*) from note a, note b where sleep(3) = 0`.execute(quick.db);
      await assert.rejects(slow, { kind: "unavailable", message: /took too long|has not answered/ });
      assert.ok(performance.now() - startedMs < 2_500);
      assert.equal((await quick.db.selectFrom("note").select("id").execute()).length, 2);
    });

    it("who finds no free connection in time is told so", async () => {
      const narrow = stack.use(
        await openMysql<Tables>({ url, owner: "note", migrations, connections: 1, connectTimeoutMs: 200 }),
      );
      await narrow.transact(async () => {
        const waiting = narrow.db.selectFrom("note").select("id").execute();
        await assert.rejects(waiting, { kind: "unavailable", message: /no connection was free/ });
      });
      assert.equal((await narrow.db.selectFrom("note").select("id").execute()).length, 2);
    });

    it("nothing of a statement, its values, the host or the password is in an error", async () => {
      const failures = [
        () => sql`select sectre from note where text = ${"a secret value"}`.execute(mysql.db),
        () => mysql.db.insertInto("note").values({ id: 1, text: "a secret value" }).execute(),
        () => openMysql({ url: url.replace(/:[^:@]*@/, ":wrong@"), owner: "note", migrations: {} }),
        () => openMysql({ url: url.replace(/[^/]*$/, "no_such_database"), owner: "note", migrations: {} }),
      ];
      const { hostname, port, password } = new URL(url);
      const secrets = ["select", "insert", "secret", "wrong", hostname, port, password, decodeURIComponent(password)];
      for (const fails of failures) {
        const shown = await fails().then(() => assert.fail("it succeeded"), shownBy);
        for (const secret of secrets) assert.equal(shown.includes(secret), false, `"${secret}" in: ${shown}`);
      }
    });

    it("is closed to whoever comes after", async () => {
      const other = await openMysql<Tables>({ url, owner: "note", migrations });
      await other[Symbol.asyncDispose]();
      const late = other.db.selectFrom("note").select("id").execute();
      await assert.rejects(late, { kind: "unavailable", message: /closed its connections/ });
    });
  }),
);

/** All that a log could take from an error but where it was thrown. */
function shownBy(err: Error): string {
  const shown = (of: object): string[] =>
    Object.getOwnPropertyNames(of).flatMap((name) => {
      const value: unknown = Reflect.get(of, name);
      return value instanceof Error ? shown(value) : String(value).split("\n");
    });
  return shown(err)
    .filter((line) => !/^ +at /.test(line))
    .join("\n");
}
