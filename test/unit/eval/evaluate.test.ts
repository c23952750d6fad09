import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluate, evaluateBy } from "../../../services/cli/eval/evaluate.ts";
import { DomainError } from "../../../services/kit/errors.ts";

const lines = (rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const MILLS =
  "Output of the Northmark paper mills rose by 12 percent in 2031 because three new mills opened in spring.";
const WATER =
  "The council of Eastholm decided in May 2031 to lower the price of drinking water by 4 percent from July.";

describe("evaluate", () => {
  let folder = "";
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "insights-eval-test-"));
    write(
      "corpus.jsonl",
      lines([
        { _id: "mills", title: "Paper", text: MILLS },
        { _id: "water", title: "Water", text: WATER },
      ]),
    );
    write(
      "queries.jsonl",
      lines([
        { _id: "q1", text: "paper mills output" },
        { _id: "q2", text: "price of drinking water" },
      ]),
    );
    write("qrels.tsv", "query-id\tcorpus-id\tscore\nq1\tmills\t1\nq2\twater\t1\n");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("gives full marks when each query's document comes first, and fewer when another was wanted", async function () {
    this.timeout(60_000);
    const { ms_p50, ...measured } = await evaluate(folder);
    assert.deepEqual(measured, { "ndcg@10": 1, "recall@10": 1, "recall@100": 1, "mrr@10": 1, queries: 2 });
    assert.ok(ms_p50 > 0);
    write("qrels.tsv", "q1\tmills\t1\nq2\tmills\t1\n");
    const wrong = await evaluate(folder);
    assert.ok("mrr@10" in wrong && wrong["mrr@10"] < 1);
  });

  it("measures each ablation by name", async function () {
    this.timeout(60_000);
    const by = await evaluateBy(folder);
    const ablations = "keyword dense no-questions no-passages no-titles round-trip no-periods no-siblings all".split(
      " ",
    );
    assert.deepEqual(Object.keys(by), ablations);
  });

  it("asks about the documents of the corpus where there are answers, by overlap with an excerpt", async function () {
    this.timeout(60_000);
    const row = {
      source_name: "Chronicle",
      article_title: "Paper",
      document_url: "https://example.org/1",
      text: MILLS,
    };
    const corpusDir = join(folder, "data");
    mkdirSync(join(corpusDir, "corpus"), { recursive: true });
    writeFileSync(join(corpusDir, "corpus", "documents.jsonl"), lines([row]));
    const quote = "rose by 12 percent in 2031 because";
    write(
      "answers.jsonl",
      lines([
        { query_id: "q1", document_url: row.document_url, quote, grade: 2 },
        { query_id: "q2", document_url: row.document_url, quote: "nothing of the kind stands in it", grade: 2 },
      ]),
    );
    const { ms_p50: _, ...measured } = await evaluate(folder, { corpusDir });
    assert.deepEqual(measured, { "success@1": 0.5, "success@10": 0.5, "success@100": 0.5, queries: 2 });
  });

  for (const [what, spoil, message] of [
    ["a folder that is not there", () => rmSync(folder, { recursive: true }), /does not exist/],
    ["a folder without queries", () => rmSync(join(folder, "queries.jsonl")), /queries\.jsonl cannot be read/],
    ["a line that is no JSON", () => write("queries.jsonl", "{"), /queries\.jsonl:1: it must be an object.*Correct/],
    [
      "a query that asks nothing",
      () => write("queries.jsonl", '{"_id": "q1", "text": " "}'),
      /queries\.jsonl:1: field "text" is empty/,
    ],
    ["qrels without grades", () => write("qrels.tsv", "q1\tmills\n"), /qrels\.tsv:1: /],
    ["queries that nothing is relevant to", () => write("qrels.tsv", "q9\tmills\t1\n"), /no query with a relevant/],
    ["answers without the corpus", () => write("answers.jsonl", ""), /set CORPUS_DIR/],
  ] as const) {
    it(`refuses ${what} with a sentence`, async () => {
      spoil();
      await assert.rejects(
        evaluate(folder),
        (err) => err instanceof DomainError && err.kind === "invalid" && message.test(err.message),
      );
    });
  }
});
