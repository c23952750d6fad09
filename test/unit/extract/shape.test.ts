import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { withCorpus } from "../../support/corpus.ts";

const words = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** What holds for every insight of every document. */
function checkShape(text: string, head: DocumentHead): number {
  const { insights, passages, summary } = extract(parseText(text), head);
  assert.ok([...summary].length <= 400, summary);
  const titles = new Set<string>();
  for (const { title, finding, questions, excerpts, passage } of insights) {
    assert.ok(words(title) >= 3 && words(title) <= 8, `a title of ${words(title)} words: ${title}`);
    assert.ok(!titles.has(title.toLowerCase()), `a title twice: ${title}`);
    titles.add(title.toLowerCase());
    const asked = questions.filter((question) => question.endsWith("?"));
    const about = `${finding.slice(0, 200)} ${JSON.stringify(questions)}`;
    assert.ok(asked.length >= 2 && asked.length <= 4, `${asked.length} questions: ${about}`);
    assert.equal(new Set(questions).size, questions.length, about);
    const phrase = questions.at(-1) ?? "";
    assert.equal(questions.length, asked.length + 1, about);
    assert.doesNotMatch(phrase, /\?$| {2}|^ | $/, about);
    assert.ok(words(phrase) >= 3 && words(phrase) <= 8, `a phrase of ${words(phrase)} words: ${about}`);
    assert.ok(excerpts.length >= 1 && excerpts.length <= 3, about);
    assert.ok(excerpts.reduce((sum, { start, end }) => sum + end - start, 0) <= 700, about);
    assert.ok(passages[passage], about);
  }
  return insights.length;
}

const NOBODY: DocumentHead = { title: "", sourceName: "", publishedDate: null, authors: [], documentUrl: "" };
const COMPANY: DocumentHead = {
  title: "Harlow 10-K, 2031",
  sourceName: "SEC filings",
  publishedDate: "2032-02-11",
  authors: ["Harlow"],
  documentUrl: "https://example.org/harlow",
};
const LONG: DocumentHead = {
  ...COMPANY,
  sourceName: "The Very Old Bureau of Weights and Measures of the Northern and Southern Provinces",
  title: "A Title",
  authors: [],
};

const TEXTS: Record<string, string> = {
  "the same theme in forty sentences": Array.from({ length: 40 }, (_, at) => `Revenue rose ${at + 1}.5 percent.`).join(
    "\n\n",
  ),
  "the same subject without figures": Array.from(
    { length: 30 },
    (_, at) => `It was expected in 2031 that output of plant ${"abcdefghijklmnopqrstuvwxyzABCD"[at]} would rise.`,
  ).join("\n\n"),
  "rows with the same long label": [
    "| | August 2031 | August 2030 |",
    "|---|---|---|",
    ...Array.from(
      { length: 30 },
      (_, at) =>
        `| Net income per share attributable to common shareholders from continuing operations | $ (${at}.14) (2) | $ ${at}.13 |`,
    ),
  ].join("\n"),
  "rows of one word": [
    "| (in millions) | 2031 | 2030 |",
    "|---|---|---|",
    "| Revenue | $ 5 | $ 6 |",
    "| Cost | 5 | 7 |",
    "| Revenue | 8 | 9 |",
  ].join("\n"),
};

describe("the shape of insights", () => {
  for (const [what, text] of Object.entries(TEXTS)) {
    for (const [whose, head] of Object.entries({ nobody: NOBODY, "a company": COMPANY, "a long name": LONG })) {
      it(`is kept: ${what}, of ${whose}`, () => {
        checkShape(text, head);
      });
    }
  }
});

/** Every so many documents of the corpus: enough kinds of them for a test. */
const EVERY = 4;

withCorpus("the shape of real insights", "corpus/documents.jsonl", (path) => {
  it("is kept in every kind of document", () => {
    const lines = readFileSync(path, "utf8").trim().split("\n");
    for (const line of lines.filter((_, at) => at % EVERY === 0)) {
      const row = JSON.parse(line);
      const head = {
        title: row.article_title,
        sourceName: row.source_name,
        publishedDate: row.published_date,
        authors: row.authors,
        documentUrl: row.document_url,
      };
      assert.ok(checkShape(row.text, head) > 0);
    }
  }).timeout(120_000);
});
