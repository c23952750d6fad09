import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { COMPANY } from "./heads.ts";

const HEAD: DocumentHead = {
  title: "Harlow Form 10-K, 2031",
  sourceName: "SEC filings",
  publishedDate: null,
  authors: ["Harlow"],
  documentUrl: "https://example.org/harlow",
};

const NO_HEADER = `Harlow Incorporated

Warehouses owned by region | 412 | x | 19
Cranes rented from others | 77 | y | 3
Forklifts under repair today | 31 | z | 2
Harbour pilots on call | 12 | q | 8
Trucks held for delivery | 54 | r | 6`;

const CLAUSE = `Section 4.07 Escrow Accounts.

(a) Notwithstanding anything to the contrary in Section 4.02, and for so long as an Escrow Event is outstanding: amounts otherwise payable to the Escrow Agent, whether voluntary or mandatory, at maturity or otherwise, pursuant to Article VI`;

describe("a document of which no ordinary insight can be made", () => {
  it("is found by the rows of its table, though its columns say nothing", () => {
    const { insights, passages } = extract(parseText(NO_HEADER), HEAD);
    assert.equal(insights.length, 1);
    const [insight] = insights;
    assert.match(
      insight?.finding ?? "",
      /lists warehouses owned by region, cranes rented from others, .* and trucks held/,
    );
    assert.doesNotMatch(insight?.finding ?? "", /\b(?:412|77|19)\b/, "a figure whose column is not understood");
    assert.ok(insight?.questions.some((question) => /cranes rented from others\?$/.test(question)));
    assert.ok(passages[0] && NO_HEADER.slice(passages[0].start, passages[0].end).includes("Harbour pilots"));
  });

  it("is found by how a clause begins, told as a quotation", () => {
    const { insights } = extract(parseText(CLAUSE), HEAD);
    assert.equal(insights.length, 1);
    const [insight] = insights;
    assert.match(insight?.finding ?? "", /^Harlow Form 10-K, 2031 has a passage .*“.*Escrow/);
    for (const { start, end } of insight?.excerpts ?? []) assert.ok(end - start < 700);
  });

  it("has none where a text of few words states nothing", () => {
    assert.deepEqual(extract(parseText("Harlow Incorporated\n\nItem 4. Mine safety"), HEAD).insights, []);
  });

  it("has no stand-in beside an insight", () => {
    const { insights } = extract(
      parseText(`Net sales rose 4 percent to $90 million in fiscal 2031.\n\n${CLAUSE}`),
      HEAD,
    );
    assert.equal(insights.length, 1);
    assert.match(insights[0]?.finding ?? "", /Net sales rose 4 percent/i);
  });
});

describe("a page or a note", () => {
  const SENTENCE = "The Harlow works rose in importance as 4 percent of it moved to the river in 2031.";
  const TABLE =
    "Cranes rented from others | 77 | y | 3\nForklifts under repair today | 31 | z | 2\nPilots on call | 12 | q | 8";

  it("has an insight of each of its tables, also of one whose figures cannot be told", () => {
    const { insights } = extract(
      parseText(`Net sales rose 4 percent to $90 million in fiscal 2031.\n\n${TABLE}\n\n${CLAUSE}`),
      HEAD,
    );
    assert.deepEqual(
      insights.map(({ finding }) => /Net sales rose/.test(finding) || /lists cranes rented/.test(finding)),
      [true, true],
    );
  });

  it("is called and asked by what a company's sentence names, where nothing better can be said", () => {
    const { insights } = extract(
      parseText(
        "During this period, the Company is permitted to continue paying regular quarterly dividends, substantially in accordance with past practice, at a quarterly rate not to exceed $0.22 per share.",
      ),
      COMPANY,
    );
    assert.deepEqual(
      insights.map(({ title }) => title),
      ["Harlow regular quarterly dividends, 2031"],
    );
    assert.equal(insights[0]?.questions[0], "What did Harlow say about regular quarterly dividends in 2031?");
  });

  it("keeps what a long document leaves out for want of good words", () => {
    const goods = ["Barley", "Timber", "Copper", "Herring", "Wool", "Cement", "Paper", "Salt", "Linen", "Amber"];
    const places = ["Halden", "the northern ports", "Sundhaven", "the hill towns", "Marrow Bay"];
    const many = Array.from(
      { length: 50 },
      (_, at) =>
        `${goods[at % 10]} prices in ${places[Math.floor(at / 10)]} rose by ${at + 2}.5 percent in fiscal ${1990 + at} because harbour fees went up.`,
    );
    const short = extract(parseText(`${TABLE}\n\n${SENTENCE}`), HEAD).insights.length;
    const long = extract(parseText([...many, TABLE].join("\n\n")), HEAD).insights;
    assert.ok(short > 0);
    assert.ok(long.length > 0);
    assert.ok(!long.some(({ finding }) => /lists/.test(finding)));
  });
});
