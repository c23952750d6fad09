import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parse } from "../../../services/document/parse/parse.ts";
import { type CorpusRow, withCorpus } from "../../support/corpus.ts";

const HEAD: DocumentHead = {
  title: "Tarn annual report, 2031",
  sourceName: "Tarn",
  publishedDate: "2032-02-01",
  authors: ["Tarn"],
  documentUrl: "https://example.org/tarn",
};

/** The findings of a text's tables, each with what its excerpts say. */
async function readRows(text: string, head: DocumentHead) {
  const document = await parse({ bytes: new TextEncoder().encode(text), mediaType: "text/plain", name: "tables.txt" });
  const rows = new Set(document.blocks.filter(({ row }) => row && !row.isHeader).map(({ end }) => end));
  const { insights, passages } = extract(document, head);
  return insights
    .filter(({ excerpts }) => excerpts.some(({ end }) => rows.has(end)))
    .map(({ finding, excerpts, passage }) => ({
      finding,
      // What stands in for a document without a finding names its heading.
      excerpts: [
        ...excerpts.map(({ start, end }) => document.text.slice(start, end)),
        ...(passages[passage]?.headings ?? []),
      ].join("\n"),
    }));
}

const numbersOf = (words: string) => words.match(/\d[\d.,]*\d|\d/g) ?? [];

/** Every number of a finding stands in its excerpts, or in the head of its document. */
function assertSaid(
  { finding, excerpts }: { finding: string; excerpts: string },
  { title, publishedDate }: DocumentHead,
) {
  const said = new Set(numbersOf(`${excerpts} ${title} ${publishedDate?.replaceAll("-", " ")}`));
  for (const number of numbersOf(finding)) {
    const isSaid = said.has(number) || said.has(number.replace(/^0/, "")) || said.has(`0${number}`);
    assert.ok(isSaid, `${number} of "${finding}" is not in "${excerpts}"`);
  }
}

const figure = fc
  .integer({ min: 1, max: 99_999 })
  .chain((value) =>
    fc.constantFrom(
      value.toLocaleString("en-US"),
      `(${value.toLocaleString("en-US")})`,
      `$ ${value.toLocaleString("en-US")}`,
      "—",
    ),
  );
const LABELS = [
  "Net sales",
  "Operating expenses (1)",
  "Cash and cash equivalents",
  "Income tax expense",
  "Goodwill, net",
];
const HEADERS: [string, number][] = [
  ["Years Ended December 31, 2031 2030", 2],
  ["December 31,\n2031 2030", 2],
  ["June 30, December 31,\n2031 2030", 2],
  ["Three Months Ended June 30, Six Months Ended June 30,\n2031 2030 2031 2030", 4],
  ["Three Months Ended\nJune 30,\nSix Months Ended\nJune 30,\n2031 2030 2031 2030", 4],
  ["2031 2030 % Change", 3],
];
const table = fc.constantFrom(...HEADERS).chain(([header, columns]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...LABELS), fc.array(figure, { minLength: columns, maxLength: columns })), {
      minLength: 3,
      maxLength: 8,
    })
    .map(
      (rows) =>
        `(in millions)\n${header}\n${rows.map(([label, values]) => `${label} ${values.join(" ")}`).join("\n")}\n`,
    ),
);

describe("the numbers of a table's findings", () => {
  it("stand in the row and in the header that they cite, whatever the table holds", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(table, { minLength: 1, maxLength: 3 }), async (tables) => {
        const rows = await readRows(
          tables.join("\nThe harbour office reports that all dues were paid in time.\n\n"),
          HEAD,
        );
        for (const row of rows) assertSaid(row, HEAD);
        found += rows.length;
      }),
      { numRuns: 150 },
    );
    assert.ok(found > 150, `only ${found} findings`);
  }).timeout(60_000);

  it("are those of their own column", async () => {
    const [first] = await readRows(
      "Dues of the year.\n\n(in millions)\nThree Months Ended\nJune 30,\nSix Months Ended\nJune 30,\n2031 2030 2031 2030\nNet sales $ 11 $ 22 $ 33 $ 44\nOperating income 1 2 3 4\nGoodwill 5 6 7 8\n",
      HEAD,
    );
    assert.match(
      first?.finding ?? "",
      /\$11 million in the three months ended June 30, 2031, against \$22 million in the three months ended June 30, 2030; and \$33 million in the six months ended June 30, 2031, against \$44 million in the six months ended June 30, 2030/,
    );
  });
});

withCorpus("the numbers of real tables' findings", "corpus/documents.jsonl", (path) => {
  it("stand in the row and in the header that they cite", async () => {
    let found = 0;
    for (const line of readFileSync(path, "utf8").trim().split("\n")) {
      const row: CorpusRow = JSON.parse(line);
      const head: DocumentHead = {
        title: row.article_title,
        sourceName: row.source_name,
        publishedDate: row.published_date,
        authors: row.authors,
        documentUrl: row.document_url,
      };
      for (const one of await readRows(row.text, head)) {
        assertSaid(one, head);
        found += 1;
      }
    }
    assert.ok(found > 500, `only ${found} findings`);
  }).timeout(240_000);
});
