import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { openMysqlAccountStore } from "../../services/account/adapters/mysql-accounts.ts";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";

const SCRIPT = new URL("./work-forever.ts", import.meta.url).pathname;
const EVER = { firstDay: 0, lastDay: 50_000 };

onMysql(() =>
  describe("processes that are killed while they write to MySQL", () => {
    it("leave every document whole, every promise kept, and no job to nobody", async () => {
      await using database = await scratchDatabase();
      await using documents = await openMysqlDocumentStore({ url: database.url });
      await using accounts = await openMysqlAccountStore({ url: database.url });
      const accountId = randomUUID();
      const promised: { docId: string; version: number; eventId: string }[] = [];

      /** Lets a process work until it has made so many promises, and some moments longer. */
      const workUntilKilled = async (owner: string, promises: number) => {
        const child = spawn(process.execPath, [SCRIPT, database.url, owner, accountId], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        let made = 0;
        for await (const line of createInterface({ input: child.stdout })) {
          const [docId = "", version = "", eventId = ""] = line.split(" ");
          promised.push({ docId, version: Number(version), eventId });
          made += 1;
          if (made === promises) setTimeout(() => child.kill("SIGKILL"), Math.random() * 100);
        }
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        assert.equal(child.signalCode, "SIGKILL");
      };
      for (let times = 0; times < 3; times += 1) {
        await Promise.all([workUntilKilled("first", 10 + times), workUntilKilled("second", 12)]);
        for (const docId of await documents.idsAfter("", 10)) {
          const found = await documents.get(docId);
          const text = Buffer.from((await documents.text(docId))?.bytes ?? []).toString();
          assert.equal(found?.insights.length, 150);
          for (const { excerpts } of found.insights) {
            for (const { text: excerpt, start, end } of excerpts) assert.equal(text.slice(start, end), excerpt);
          }
        }
      }

      const stored = (await database.run("select event_id as id from usage_request")) as { id: Buffer }[];
      const ids = new Set(stored.map(({ id }) => id.toString()));
      assert.ok(promised.every(({ eventId }) => ids.has(eventId)));
      assert.equal((await accounts.sumUsage(accountId, EVER))[0]?.requestCount, ids.size);

      // What the dead held is taken over; then every document can be brought to its end.
      await documents.takeOver("first");
      await documents.takeOver("second");
      const now = Date.now();
      for (
        let job = await documents.lease("last", now, now + 1);
        job;
        job = await documents.lease("last", now, now + 1)
      ) {
        await documents.settle(job, { state: "failed", reason: "the test is over" }, now);
      }
      assert.equal((await documents.jobs({ states: ["pending", "extracting", "indexing"], limit: 1 })).total, 0);
      const versions = (await database.run("select doc_id as id, version from document")) as {
        id: Buffer;
        version: number;
      }[];
      for (const { docId, version } of promised) {
        const published = versions.find(({ id }) => id.toString() === docId);
        assert.ok(published && published.version >= version);
      }
    });
  }),
);
