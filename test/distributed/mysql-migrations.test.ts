import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { type MysqlOptions, openMysql } from "#kit/mysql/open-mysql.ts";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { mysqlDocuments } from "../../services/document/migrations/mysql-0001-documents.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";

interface Tables {
  step: { name: string };
}

onMysql(() =>
  describe("migrations of MySQL", () => {
    let database: Awaited<ReturnType<typeof scratchDatabase>>;
    let url: string;
    beforeEach(async () => {
      database = await scratchDatabase();
      url = database.url;
    });
    afterEach(() => database[Symbol.asyncDispose]());

    const open = (migrations: Parameters<typeof openMysql>[0]["migrations"], options: Partial<MysqlOptions> = {}) =>
      openMysql<Tables>({ url, owner: "test", migrations, ...options });

    it("run once, one process at a time, however many open the database at once", async () => {
      let running = 0;
      let most = 0;
      const ran: string[] = [];
      const migration = (name: string) => ({
        up: async (db: Kysely<unknown>) => {
          most = Math.max(most, ++running);
          ran.push(name);
          await sql`create table ${sql.table(name)} (id integer)`.execute(db);
          await pause(50);
          running -= 1;
        },
      });
      const migrations = { "0001-a": migration("a"), "0002-b": migration("b") };
      const opened = await Promise.all(Array.from({ length: 8 }, () => open(migrations)));
      for (const one of opened) await one[Symbol.asyncDispose]();
      assert.deepEqual([ran, most], [["a", "b"], 1]);
    });

    it("are done by one of several processes that start at the same time", async () => {
      const script = new URL("./open-stores.ts", import.meta.url).pathname;
      const run = () => promisify(execFile)(process.execPath, [script, url]);
      const answers = await Promise.all([run(), run(), run()]);
      for (const { stdout } of answers) assert.equal(stdout, "opened\n");
    });

    it("are done for all services by the migration alone, which says what it did, and again does nothing", async () => {
      const script = new URL("../../services/migrate/main.ts", import.meta.url).pathname;
      const migrate = (MYSQL_URL: string) => promisify(execFile)(process.execPath, [script], { env: { MYSQL_URL } });
      assert.equal(
        (await migrate(url)).stdout,
        "account: did 0001-accounts, 0002-links\n" +
          "document: did 0001-documents\n" +
          "search: did 0001-index, 0002-dropped, 0003-run\n",
      );
      const upToDate = ["account", "document", "search"].map((owner) => `${owner}: up to date\n`).join("");
      assert.equal((await migrate(url)).stdout, upToDate);
      await database.run("insert into search_migrations values ('0999-later', 'now')");
      await assert.rejects(migrate(url), { code: 1, stderr: /newer version.*0999-later.*MYSQL_URL/ });
      await assert.rejects(migrate(""), { code: 1, stderr: /MYSQL_URL: is missing/ });
      await assert.rejects(migrate("mysql://root@127.0.0.1:1/insights"), { code: 1, stderr: /^MySQL: / });
    });

    it("go on after a process was killed within one", async () => {
      let isKilled = true;
      const killedHalfway = {
        up: async (db: Kysely<unknown>) => {
          await mysqlDocuments.up(db);
          if (isKilled) throw new Error("the process was killed here");
        },
      };
      const migrations = { "0001-documents": killedHalfway };
      await assert.rejects(openMysql({ url, owner: "document", migrations }), /killed here/);
      await database.run("drop table earlier_batch, submission_turn, model_answer, model_call, model_day");
      isKilled = false;
      await using store = await openMysqlDocumentStore({ url });
      assert.deepEqual(await store.list({ limit: 1 }), []);
      assert.equal(await store.reserveTokens(1, 1, 1), true);
    });

    it("leave the database of a newer version as it is and say what to do", async () => {
      const older = { "0001-step": { up: async () => undefined } };
      await (await open({ ...older, "0002-later": { up: async () => undefined } }))[Symbol.asyncDispose]();
      await assert.rejects(open(older), { kind: "unavailable", message: /newer version.*0002-later.*MYSQL_URL/ });
    });
  }),
);
