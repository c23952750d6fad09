import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Issuer, startIssuer } from "../support/issuer.ts";
import { ask, searchers, startLoad } from "../support/load.ts";
import { RECONNECT_MS } from "../support/rpc-ways.ts";
import { PATIENT } from "../support/server.ts";
import { type Cluster, startCluster } from "./servers/cluster.ts";
import type { Role } from "./servers/entries.ts";
import { NEEDED } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

const TEXT = `Policy decision

The Bank of Examples raised its policy rate by 25 basis points to 4.75 percent at the meeting of 8 May 2024.`;
const row = (number: number) => ({
  source_name: "Bank of Examples",
  article_title: `Minutes number ${number}`,
  document_url: `https://bank.example/minutes/${number}`,
  published_date: "2024-05-22",
  authors: [],
  text: TEXT,
});

needing(NEEDED, () => {
  describe("a rolling update", function () {
    this.timeout(480_000);
    let cluster: Cluster;
    let issuer: Issuer;
    let key: string;

    before(async () => {
      issuer = await startIssuer();
      // One of each service: its successor has another address, and nobody else answers meanwhile.
      const replicas = { account: 1, document: 1, search: 1, worker: 1, gateway: 2 };
      cluster = await startCluster(replicas, {
        ...PATIENT,
        RATE_LIMIT_ENTERPRISE: "1000000",
        RATE_LIMIT_FREE: "1000000",
        OIDC_ISSUER: issuer.url,
      });
      const file = join(cluster.folder, "documents.jsonl");
      writeFileSync(file, JSON.stringify(row(1)));
      await cluster.insights("ingest", file);
      const made = await cluster.insights(
        "keys",
        "create",
        "--name",
        "n",
        "--tier",
        "enterprise",
        "--email",
        "caller@example.org",
      );
      key = (made as { raw_key: string }).raw_key;
    });
    after(async () => {
      await cluster?.[Symbol.asyncDispose]();
      await issuer?.[Symbol.asyncDispose]();
    });

    /** Documents that are taken in meanwhile: none fails, and none is left to the end of a lease, which would count as begun. */
    const ingest = async (documents: number) => {
      const file = join(cluster.folder, "more.jsonl");
      const rows = Array.from({ length: documents }, (_, at) => JSON.stringify(row(100 + at)));
      writeFileSync(file, rows.join("\n"));
      const taken = await cluster.insights("ingest", file);
      assert.partialDeepStrictEqual(taken, { documents, failed: [] });
      const jobs = (await cluster.insights("jobs", "--limit", "100")) as { jobs: { attempts: number }[] };
      assert.deepEqual(new Set(jobs.jobs.map(({ attempts }) => attempts)), new Set([1]));
    };

    /** Makes keys and revokes them: what is not asked twice. */
    const console = () => {
      const agent = new Agent({ keepAlive: true });
      return async () => {
        const headers = { authorization: `Bearer ${await issuer.sign({ sub: "console" })}` };
        const keys = `${cluster.url}/console/content/me/api-keys`;
        const made = await ask(keys, { agent, headers, method: "POST", body: { name: "n" }, status: 201 });
        const { key_id } = JSON.parse(made) as { key_id: string };
        await ask(`${keys}/${key_id}`, { agent, headers, method: "DELETE", status: 204 });
      };
    };

    /** Everybody who calls. */
    const callers = (searching: ReturnType<typeof searchers>) => [
      ...searching.callers,
      { name: "console", call: console(), pauseMs: 300, count: 1 },
      {
        name: "documents",
        call: async () => {
          await ask(`${cluster.url}/api/documents`, { agent: false, headers: { "x-api-key": key } });
        },
        pauseMs: 100,
        count: 1,
      },
    ];

    for (const role of ["gateway", "search", "account", "document", "worker"] as Role[]) {
      it(`of ${role} fails no request, and every one that was answered is counted once`, async () => {
        const before = await operationsOf(cluster);
        using searching = searchers(cluster, key);
        await using load = startLoad(callers(searching));
        const ingesting = role === "worker" ? ingest(12) : undefined;
        await sleep(1_000);
        await cluster.roll(role);
        await ingesting;
        await sleep(1_000);
        await load.stop();
        assert.deepEqual([load.failed.length, load.failed.slice(0, 8)], [0, []]);
        const { console: keys = 0, documents = 0, ...searches } = load.answered;
        for (const [name, count] of Object.entries(load.answered)) assert.ok(count > 3, `${name}: ${count}`);
        const answered = Object.values(searches).reduce((sum, count) => sum + count, documents);
        assert.equal((await operationsOf(cluster)) - before, answered);
        process.stdout.write(`      ${role}: 0 of ${answered + 2 * keys} failed\n`);
      });
    }

    it("is not needed: of two of each, one that is killed fails the requests that it had, and loses none that was answered", async () => {
      for (const role of ["account", "document", "search"] as const) await cluster.add(role);
      // By then the connections of before are old, and gateways know both.
      await sleep(25_000);
      const before = await operationsOf(cluster);
      using searching = searchers(cluster, key);
      await using load = startLoad(callers(searching));
      await sleep(1_000);
      for (const role of ["account", "document", "search", "gateway"] as const) {
        const killedMs = performance.now();
        await cluster.kill(role);
        const nowMs = performance.now();
        // Until what was under way has ended.
        await sleep(1_000);
        // A gateway that is gone is found still until those who spread connections hear of it, and their callers look again.
        const lastMs = role === "gateway" ? nowMs + 2 * RECONNECT_MS : killedMs + 100;
        const others = load.failed.filter(({ fromMs, toMs }) => toMs < killedMs || fromMs > lastMs);
        assert.deepEqual(others, [], role);
        process.stdout.write(`      ${role} killed: ${load.failed.length} failed\n`);
        load.failed.length = 0;
      }
      await load.stop();
      assert.deepEqual(load.failed, []);
      const { console: _keys, ...counted } = load.answered;
      const answered = Object.values(counted).reduce((sum, count) => sum + count, 0);
      // What a reader that was killed had taken from the stream is another's some seconds later.
      const until = Date.now() + 60_000;
      let recorded = (await operationsOf(cluster)) - before;
      while (recorded < answered && Date.now() < until) {
        await sleep(1_000);
        recorded = (await operationsOf(cluster)) - before;
      }
      // What a gateway recorded and could not say any more counts too: at most what was under way there.
      assert.ok(recorded >= answered && recorded <= answered + 20, `${answered} answered, ${recorded} recorded`);
    });
  });
});

/** What the ledger has of the caller's operations. */
async function operationsOf(cluster: Cluster): Promise<number> {
  const usage = (await cluster.insights("usage", "--email", "caller@example.org")) as {
    operations: { request_count: number }[];
  };
  return usage.operations.reduce((sum, { request_count }) => sum + request_count, 0);
}
