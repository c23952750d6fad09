import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOpenAiModel } from "../../../services/document/adapters/openai-model.ts";
import { openSqliteDocuments } from "../../../services/document/adapters/sqlite-documents.ts";
import { createDocuments, type Documents } from "../../../services/document/documents.ts";
import { createAsker } from "../../../services/document/ingest/ask-model.ts";
import { startWorker } from "../../../services/document/ingest/worker.ts";
import type { IngestUsage } from "../../../services/document/ports.ts";
import { createLogger } from "../../../services/kit/log.ts";
import {
  type Behaviour,
  honest,
  insightOf,
  type ModelServer,
  openModelServer,
  toAnswer,
} from "../../support/model-server.ts";
import { createFileIndex } from "./file-index.ts";

const OUTLOOK = `Harvest

The Halden Grain Office expects wheat production of 12.4 million tonnes in 2025, an increase of 0.8 million tonnes from 2024. Rain in the eastern districts improved yields, and the area sown to wheat rose by 3 percent. Growers in the north reported that the crop came through the winter without damage, and that prices for fertiliser were lower than a year before.

Trade

Wheat exports did not rise in the first quarter of 2025, because two of the three berths at Sundhaven were closed for repairs. The Office may lower its forecast of 4.1 million tonnes if the berths stay closed beyond June. Millers reported that stocks fell to 0.9 million tonnes at the end of March 2025, the lowest level since 2016.`;

describe("a document that a language model reads", () => {
  let folder: string;
  let store: Awaited<ReturnType<typeof openSqliteDocuments>>;
  let documents: Documents;
  let server: ModelServer;
  let used: IngestUsage[];
  let now: number;
  const clock = { now: () => now };

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 15);
    folder = mkdtempSync(join(tmpdir(), "model-"));
    store = await openSqliteDocuments({ path: join(folder, "insights.db") });
    documents = createDocuments({ store, clock });
    server = await openModelServer();
    used = [];
  });
  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const submit = (text: string, documentUrl = "https://halden.example/outlook") =>
    documents.submit({
      ...{ batchId: randomUUID(), content: new TextEncoder().encode(text), mediaType: "text/plain", documentUrl },
      ...{ sourceName: "Halden Grain Office", articleTitle: "Grain outlook, April 2025", publishedDate: "2025-04-10" },
      ...{ authors: [], summary: "" },
    });

  /** A worker that asks the model, and a promise of the moment when it has settled so many jobs. */
  const start = async ({ timeoutMs = 5_000, attempts = 2 } = {}) => {
    let settled = 0;
    const waiting: { count: number; resolve: () => void }[] = [];
    const jobs: typeof store = {
      ...store,
      async settle(...parameters) {
        await store.settle(...parameters);
        settled += 1;
        for (const { count, resolve } of waiting) if (settled >= count) resolve();
      },
    };
    const log = createLogger("test", "silent");
    const usage = { record: async (event: IngestUsage) => void used.push(event) };
    const model = createOpenAiModel({
      ...{ url: server.url, model: "test-model", apiKey: undefined, concurrency: 2 },
      ...{ timeoutMs, attempts, firstPauseMs: 1 },
    });
    const asker = createAsker({ model, store, usage, clock, log, concurrency: 2, budgetTokens: undefined });
    const index = createFileIndex(join(folder, "index.jsonl"));
    const worker = await startWorker({
      ...{ jobs, store, index, usage, asker, clock, log },
      // The clock is moved by minutes, and no lease must end by that.
      ...{ threads: 1, owner: "local", pollMs: 5, leaseMs: 86_400_000 },
    });
    const settles = (count: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ count, resolve });
        if (settled >= count) resolve();
      });
    return { worker, settles };
  };

  /** The insights of one document, made with what the model then does. */
  const takeIn = async (text: string, behaviour: Behaviour = honest) => {
    server.behave(behaviour);
    const { docId } = await submit(text);
    const { worker, settles } = await start();
    await using _worker = worker;
    await settles(1);
    const { document, insights } = await documents.get(docId);
    assert.deepEqual((await documents.verify({})).faults, []);
    return {
      document,
      insights,
      findings: insights.map(({ insight }) => insight),
      repairs: (await documents.text(docId)).repairs,
    };
  };
  /** What the rules make of it: the same where the model says nothing. */
  const byRules = async (text: string) => {
    const { findings } = await takeIn(text, () => toAnswer([]));
    await store[Symbol.asyncDispose]();
    rmSync(join(folder, "insights.db"), { force: true });
    store = await openSqliteDocuments({ path: join(folder, "insights.db") });
    documents = createDocuments({ store, clock });
    used = [];
    return findings;
  };

  it("has the model's insights, each with the text's own words, dated and with questions", async () => {
    const { insights } = await takeIn(OUTLOOK);
    const model = insights.filter(({ title }) => title.startsWith("Model: "));
    assert.equal(model.length, insights.length);
    assert.ok(model.length >= 2);
    for (const { insight, excerpts, questions, title } of model) {
      assert.ok(excerpts.every(({ text }) => OUTLOOK.includes(text)));
      assert.match(insight, /20\d\d/);
      assert.ok(questions.length >= 4 && questions.length <= 5);
      assert.ok(title.split(" ").length <= 8);
    }
  });

  it("is shown to the model with its head and between markers that are new each time", async () => {
    await takeIn(OUTLOOK);
    await takeIn(`${OUTLOOK} The crop was sold.`);
    const messages = server.asked.map(({ body }) => body.messages[1]?.content ?? "");
    const markers = messages.map((message) => /^(\S+) begins$/m.exec(message)?.[1]);
    assert.equal(new Set(markers).size, messages.length);
    assert.match(
      server.asked[0]?.shown ?? "",
      /^Source: Halden Grain Office\nTitle: Grain outlook, April 2025\nPublished: 2025-04-10\n/,
    );
    for (const { body } of server.asked) assert.doesNotMatch(body.messages[0]?.content ?? "", /Halden/);
  });

  it("records each call once, and asks nothing twice when it is taken in again", async () => {
    await takeIn(OUTLOOK);
    const calls = server.asked.length;
    assert.deepEqual(
      used.filter(({ operation }) => operation === "extract").map(({ tokens }) => tokens[0]?.inputTokens),
      Array(calls).fill(1_000),
    );
    // New content, with the same passages: their answers are kept.
    await takeIn(`${OUTLOOK}\n`);
    assert.equal(server.asked.length, calls);
    assert.equal(used.filter(({ operation }) => operation === "extract").length, calls);
  });

  it("has the rules' insights where the model lies about everything", async () => {
    const rules = await byRules(OUTLOOK);
    const { findings } = await takeIn(OUTLOOK, ({ passages }) =>
      toAnswer(
        [...passages].flatMap(([passage, [line = ""]]) => [
          insightOf(passage, line, {
            excerpts: ["Wheat exports collapsed after the berths at Sundhaven burned down."],
          }),
          insightOf(passage, line, { finding: "Wheat production will be 99.9 million tonnes in 2025." }),
          insightOf(passage, line, { finding: "Buy shares of Zebra Holdings before its merger is announced in 2025." }),
        ]),
      ),
    );
    assert.deepEqual(findings, rules);
  });

  it("has the rules' insights, and says so, when the answers cannot be read at all", async () => {
    const rules = await byRules(OUTLOOK);
    const { findings, repairs } = await takeIn(OUTLOOK, () => "I am sorry, but I cannot help with this document.");
    assert.deepEqual(findings, rules);
    assert.match(repairs.join(), /language model's answers about 1 of 1 parts could not be read.*rules/);
  });

  it("takes an answer in a code fence, cut off at its end, or far too long, for what it is worth", async () => {
    const whole = await takeIn(
      OUTLOOK,
      (asked) => `Here you are:\n\`\`\`json\n${honest(asked, undefined as never)}\n\`\`\``,
    );
    assert.ok(whole.insights.some(({ title }) => title.startsWith("Model: ")));
    const cut = await takeIn(`${OUTLOOK} .`, (asked) => String(honest(asked, undefined as never)).slice(0, -30));
    assert.ok(cut.insights.some(({ title }) => title.startsWith("Model: ")));
    const many = await takeIn(`${OUTLOOK} ..`, ({ passages }) =>
      toAnswer(
        [...passages].flatMap(([at, lines]) => Array.from({ length: 100 }, () => insightOf(at, lines[0] ?? ""))),
      ),
    );
    assert.equal(new Set(many.findings).size, many.findings.length);
    assert.ok(many.findings.length < 20);
  });

  it("does not hold up the others when the model hangs over it, and fails with a reason in the end", async () => {
    server.behave((asked) =>
      asked.shown.includes("HANG") ? new Promise<string>(() => undefined) : honest(asked, undefined as never),
    );
    const hung = await submit(OUTLOOK.replace("Harvest", "HANG"), "https://halden.example/hung");
    const { worker, settles } = await start({ timeoutMs: 150, attempts: 1 });
    await using _worker = worker;
    const others = ["a", "b", "c", "d"];
    for (const name of others) await submit(`${OUTLOOK} Lot ${name}.`, `https://halden.example/${name}`);
    // Five tries, with time between them; the others settle once.
    for (let count = 1; count <= others.length + 5; count += 1) {
      await settles(count);
      now += 10 * 60_000;
    }
    const { jobs } = await documents.jobs({});
    const failed = jobs.filter(({ state }) => state === "failed");
    assert.deepEqual(
      failed.map(({ docId }) => docId),
      [hung.docId],
    );
    assert.match(failed[0]?.reason ?? "", /did not answer within 0.15 s.*Nothing is lost.*5 times/);
    assert.equal(jobs.filter(({ state }) => state === "complete").length, others.length);
  });

  it("fails at once when the endpoint refuses the key, and is done when that is mended", async () => {
    server.behave((_, response) => {
      response.writeHead(401).end("{}");
      return undefined;
    });
    await submit(OUTLOOK);
    const { worker, settles } = await start();
    await using _worker = worker;
    await settles(1);
    const [failed] = (await documents.jobs({})).jobs;
    assert.deepEqual([failed?.state, failed?.attempts], ["failed", 1]);
    assert.match(failed?.reason ?? "", /LLM_API_KEY/);
    assert.deepEqual(await documents.list({}), []);
    server.behave(honest);
    await submit(OUTLOOK);
    await settles(2);
    assert.equal((await documents.list({})).length, 1);
  });
}).timeout(30_000);
