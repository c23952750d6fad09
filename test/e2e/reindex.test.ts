import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { killLeftovers, insights as run, start, written } from "../support/command.ts";
import { folderWith } from "../unit/cli/scratch.ts";
import { openTinyModels, type TinyModels } from "../unit/search/tiny-model.ts";

const row = (number: number) =>
  JSON.stringify({
    source_name: "Bank of Testing",
    article_title: `Minutes ${number}`,
    document_url: `https://bank.example/minutes/${number}`,
    published_date: "2025-03-19",
    authors: [],
    text: `The Bank of Testing raised its policy rate by 0.25 percentage points to ${number}.50 percent in March 2025, because inflation had reached 4.${number} percent.\n\nExports of timber fell by ${number} percent in February 2025, the largest decline in ten years.`,
  });
const ROWS = Array.from({ length: 16 }, (_, at) => row(at + 1)).join("\n");
const QUERY = { query: "policy rate raised", limit: 5 };

const found = z.object({ insights: z.array(z.object({ title: z.string() })) });

describe("insights reindex", function () {
  this.timeout(180_000);
  const folder = folderWith({ "rows.jsonl": ROWS });
  let models: TinyModels;
  before(async () => {
    models = await openTinyModels();
  });
  after(async () => {
    killLeftovers();
    await models[Symbol.asyncDispose]();
  });

  const serve = async (data: string, env: Record<string, string> = {}) => {
    const server = start(["serve"], data, { PORT: "0", NODE_PATH: models.nodePath, LOG_LEVEL: "warn", ...env });
    let log = "";
    server.stderr?.on("data", (chunk) => {
      log += chunk;
    });
    const [, url] = await written(server.stderr, /(http:\/\/127\.0\.0\.1:\d+)/);
    return { server, log: () => log, url };
  };
  const keyOf = async (data: string): Promise<string> =>
    JSON.parse((await run(["keys", "create", "--name", "test", "--tier", "enterprise", "--json"], data)).stdout)
      .raw_key;
  const search = (url: string | undefined, key: string) =>
    fetch(`${url}/api/insights/search`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(QUERY),
    });

  it("changes the model of a server that goes on answering, also after Ctrl-C and a killed server", async () => {
    const data = folder.at("changes");
    const model = await models.make("slow", { delayMs: 30 });
    const first = await serve(data);
    const ingested = JSON.parse((await run(["ingest", folder.at("rows.jsonl"), "--json"], data)).stdout);
    const key = await keyOf(data);

    const interrupted = start(["reindex", "--model", model], data);
    const exit = once(interrupted, "exit");
    for (let hasBegun = false; interrupted.exitCode === null; ) {
      const answer = await search(first.url, key);
      assert.equal(answer.status, 200);
      assert.notEqual(found.parse(await answer.json()).insights.length, 0);
      if (!hasBegun && isBegun(data)) {
        hasBegun = true;
        interrupted.kill("SIGINT");
      }
    }
    assert.equal((await exit)[0], 130);

    first.server.kill("SIGKILL");
    await once(first.server, "exit");
    const second = await serve(data);
    const finished = await run(["reindex", "--model", model, "--json"], data);
    assert.equal(finished.status, 0, finished.stderr);
    const answer = JSON.parse(finished.stdout);
    assert.deepEqual([answer.model, answer.documents], [model, ingested.documents]);
    assert.ok(answer.input_tokens > 0 && answer.seconds > 0);
    assert.equal((await search(second.url, key)).status, 200);
    assert.ok((await usageOf(data)).some(({ operation }) => operation === "reindex"));
  });

  it("says what is wrong with exit status 1, and leaves everything as it was", async () => {
    const data = folder.at("wrong");
    await run(["ingest", folder.at("rows.jsonl")], data);
    const { status, stderr } = await run(["reindex", "--model", "text-embedding-9"], data);
    assert.equal(status, 1);
    assert.match(stderr, /EMBEDDING_URL/);
    const own = await models.make("own");
    const without = await run(["reindex", "--model", own], data);
    assert.equal(without.status, 1);
    assert.match(without.stderr, /npm install --no-save onnxruntime-node/);
    assert.equal((await run(["search", "policy rate", "--json"], data)).status, 0);
  });

  describe("with a model of an endpoint", () => {
    const key = "sk-nobody-may-see-this";
    let endpoint: Server;
    let isAway = false;
    const seen: string[] = [];
    before(async () => {
      endpoint = createServer((req, res) => {
        if (isAway) return res.destroy();
        seen.push(req.headers.authorization ?? "");
        json(req)
          .then((body) => {
            const { input } = z.object({ input: z.array(z.string()) }).parse(body);
            const data = input.map((text, index) => ({ index, embedding: [text.length, 100, text.charCodeAt(0)] }));
            res.setHeader("content-type", "application/json");
            res.end(JSON.stringify({ data, usage: { prompt_tokens: 7 * input.length, total_tokens: 0 } }));
          })
          .catch((err) => res.destroy(err));
      });
      await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
    });
    after(() => {
      endpoint.closeAllConnections();
      endpoint.close();
    });

    it("answers searches, and 500 with Retry-After in time while the endpoint is away", async () => {
      const data = folder.at("endpoint");
      const { port } = endpoint.address() as AddressInfo;
      const env = {
        EMBEDDING_URL: `http://127.0.0.1:${port}/v1`,
        EMBEDDING_API_KEY: key,
        EMBEDDING_MODEL: "some-model",
      };
      const { server, url, log } = await serve(data, env);
      const ingested = await run(["ingest", folder.at("rows.jsonl"), "--json"], data);
      assert.equal(ingested.status, 0, ingested.stderr);
      const apiKey = await keyOf(data);
      const answer = await search(url, apiKey);
      assert.equal(answer.status, 200);
      assert.notEqual(found.parse(await answer.json()).insights.length, 0);
      assert.ok(seen.every((authorization) => authorization === `Bearer ${key}`));

      isAway = true;
      const started = performance.now();
      const refused = await search(url, apiKey);
      assert.ok(performance.now() - started < 6_000);
      assert.equal(refused.status, 500);
      assert.ok(Number(refused.headers.get("retry-after")) > 0);
      assert.doesNotMatch(await refused.text(), /127\.0\.0\.1|EMBEDDING|sk-/);
      isAway = false;
      assert.equal((await search(url, apiKey)).status, 200);

      server.kill("SIGTERM");
      await once(server, "exit");
      assert.match(log(), /embedding endpoint \(EMBEDDING_URL\)/);
      assert.doesNotMatch(log(), new RegExp(key));
      const searched = (await usageOf(data)).find(({ operation }) => operation === "search");
      assert.equal(searched?.input_tokens, 14);
    });
  });
});

const usage = z.object({ operations: z.array(z.object({ operation: z.string(), input_tokens: z.number() })) });

async function usageOf(data: string) {
  const { stdout } = await run(["usage", "--json"], data);
  return usage.parse(JSON.parse(stdout)).operations;
}

/** Whether a new index has its first document. */
function isBegun(data: string): boolean {
  using db = new DatabaseSync(join(data, "insights.db"), { readOnly: true });
  const has = (sql: string) => db.prepare(sql).all().length > 0;
  const table = "search_codes_2";
  return has(`select 1 from sqlite_schema where name = '${table}'`) && has(`select 1 from ${table} limit 1`);
}
