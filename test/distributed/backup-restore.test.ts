import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { MilvusClient } from "@zilliz/milvus2-sdk-node";
import { readMysqlUrl } from "#kit/mysql/settings.ts";
import type { RunningServer } from "../support/server.ts";
import { type Distributed, NEEDED, type Part, startDistributed } from "./servers/install.ts";
import { findProgram, needing } from "./servers/process.ts";

const RUNBOOK = readFileSync("charts/research-insights/README.md", "utf8");
const PROGRAMS = ["bash", "mysql", "mysqldump", "redis-cli"];

/** The commands of a section of the runbook, block by block, as an operator would copy them. */
const commandsOf = (heading: string): string[] => {
  const section = RUNBOOK.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? "";
  return [...section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, , block = ""]) => block);
};

const report = (number: number) => ({
  source_name: number % 2 ? "Bank of Examples" : "Grain Board of Examplia",
  article_title: `Report number ${number}`,
  document_url: `https://reports.example/${number}`,
  published_date: `2024-05-${10 + number}`,
  authors: [],
  text: `Decision\n\nThe Bank of Examples raised its policy rate by ${number}5 basis points to ${number}.75 percent at its meeting in May 2024. Wheat stocks of Examplia fell to ${number}2.4 million tonnes at the end of October 2023, because exports rose by ${number} percent — "more than expected" 🌾.`,
});

const clients = Object.fromEntries(PROGRAMS.map((name) => [`the command ${name}`, findProgram(name) !== undefined]));
needing({ ...NEEDED, ...clients }, () => {
  describe("a backup by the runbook's commands", function () {
    this.timeout(300_000);
    let install: Distributed;
    let server: RunningServer;
    before(async () => {
      install = await startDistributed();
      server = await install.serve();
    });
    after(() => install?.remove());

    const ingest = (...numbers: number[]) => {
      const file = join(install.folder, `reports-${numbers.join("-")}.jsonl`);
      writeFileSync(file, numbers.map((number) => JSON.stringify(report(number))).join("\n"));
      return install.insights("ingest", file);
    };
    const makeKey = async (name: string) =>
      (await install.insights("keys", "create", "--name", name)) as { raw_key: string; key_id: string };
    const ask = async (key: string, path: string, body?: object) => {
      const answer = await fetch(server.urls[0] + path, {
        method: body ? "POST" : "GET",
        headers: { "x-api-key": key, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    /** What callers see. */
    const answersFor = async (key: string) => ({
      searches: await Promise.all(
        ["policy rate", "Which stocks fell because exports rose?", "wheat October 2023"].map((query) =>
          ask(key, "/api/insights/search", { query }),
        ),
      ),
      documents: await ask(key, "/api/documents"),
      publishers: await ask(key, "/api/documents/filters"),
    });
    const run = async (commands: string) => {
      const { host, port, user, password, database } = readMysqlUrl(install.mysqlUrl);
      const mysql = { MYSQL_HOST: host, MYSQL_PORT: String(port), MYSQL_USER: user, MYSQL_PWD: password };
      const env = { PATH: process.env["PATH"], ...mysql, MYSQL_DATABASE: database, REDIS_URL: install.redis.url };
      await promisify(execFile)("bash", ["-euo", "pipefail", "-c", commands], {
        cwd: install.folder,
        env: env as NodeJS.ProcessEnv,
      });
    };
    const inTurn = async (work: (part: Part) => Promise<unknown>) => {
      const { account, document, search, worker } = install.parts;
      for (const part of [...account, ...document, ...search, ...worker, ...install.gateways]) await work(part);
    };
    const loseMilvus = async () => {
      const milvus = new MilvusClient({ address: install.milvus.address });
      const { data } = await milvus.showCollections();
      assert.ok(data.length > 0);
      for (const { name } of data) await milvus.dropCollection({ collection_name: name });
      await milvus.closeConnection();
    };

    it("brings back every answer, key and count after everything was lost", async () => {
      const [backUp, ...noMore] = commandsOf("Back up");
      const [restore, emptyRedis, renew, ...nothing] = commandsOf("Restore");
      assert.ok(backUp && restore && emptyRedis && renew && noMore.length === 0 && nothing.length === 0);

      await ingest(1, 2, 3, 4);
      const [good, revoked] = [await makeKey("good"), await makeKey("revoked")];
      await install.insights("keys", "revoke", revoked.key_id);
      const answers = await answersFor(good.raw_key);
      for (const { body } of answers.searches) assert.notDeepEqual(body, { insights: [] });
      const usage = await install.insights("usage");
      await run(backUp);

      // What comes after a backup is not in it.
      await ingest(5);
      const late = await makeKey("late");
      assert.equal((await ask(late.raw_key, "/api/documents")).status, 200);
      await inTurn((part) => part.end());
      await loseMilvus();
      const { host, port, user, database } = readMysqlUrl(install.mysqlUrl);
      await run(`mysql --host=${host} --port=${port} --user=${user} -e 'drop database \`${database}\`'`);

      await run(restore);
      await run(emptyRedis);
      await inTurn((part) => part.restart());
      const documents = await ask(good.raw_key, "/api/documents");
      assert.deepEqual(documents, answers.documents);
      for (const { raw_key } of [revoked, late]) assert.equal((await ask(raw_key, "/api/documents")).status, 401);
      assert.deepEqual(renew.trim().split(/\n\s*/), ["insights reindex", "insights verify"]);
      await install.insights("reindex");
      const { faults } = (await install.insights("verify")) as { faults: string[] };
      assert.deepEqual(faults, []);
      assert.deepEqual(await answersFor(good.raw_key), answers);
      const counted = (all: unknown) =>
        (all as { operations: { operation: string; request_count: number }[] }).operations.find(
          ({ operation }) => operation === "search",
        )?.request_count;
      assert.equal(counted(usage), 3);
      assert.equal(counted(await install.insights("usage")), 6);
    });

    it("is known not to be whole when it is not", async () => {
      const [backUp = ""] = commandsOf("Back up");
      const check = backUp.trim().split("\n").at(-1) ?? "";
      const whole = readFileSync(join(install.folder, "insights.sql"));
      await run(check);
      writeFileSync(join(install.folder, "insights.sql"), whole.subarray(0, whole.length / 2));
      await assert.rejects(run(check));
    });

    it("of Milvus is not needed while MySQL holds everything, with all processes running", async () => {
      const { raw_key } = await makeKey("later");
      const answers = await answersFor(raw_key);
      await loseMilvus();
      assert.equal((await ask(raw_key, "/api/insights/search", { query: "policy rate" })).status, 500);
      await install.insights("reindex");
      assert.deepEqual(await answersFor(raw_key), answers);
    });

    it("of Redis is not needed: it begins empty, and keys, revocations and usage are right", async () => {
      const [kept, revoked] = [await makeKey("kept"), await makeKey("soon revoked")];
      await install.insights("keys", "revoke", revoked.key_id);
      const answers = await answersFor(kept.raw_key);
      await run(commandsOf("Restore")[1] ?? "");
      assert.deepEqual(await answersFor(kept.raw_key), answers);
      assert.equal((await ask(revoked.raw_key, "/api/documents")).status, 401);
      const { faults } = (await install.insights("verify")) as { faults: string[] };
      assert.deepEqual(faults, []);
    });
  });
});
