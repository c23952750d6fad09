import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const BANK: DocumentHead = {
  title: "Minutes of the Rate Board, June 2031",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-06-20",
  authors: ["Rate Board"],
  documentUrl: "https://example.org/minutes",
};
const COMPANY: DocumentHead = {
  title: "Best Barley 10-K, 2031",
  sourceName: "SEC filings",
  publishedDate: "2032-02-11",
  authors: ["Best Barley"],
  documentUrl: "https://example.org/barley",
};

const questionsOf = (text: string, head = BANK) =>
  extract(parseText(text), head).insights.flatMap(({ questions }) => questions);

describe("a question", () => {
  const cases: [string, string, RegExp, DocumentHead?][] = [
    [
      "asks by how much where the finding says it",
      "Rents in the northern towns rose by 4.2 percent in May 2031.",
      /^By how much did rents in the northern towns rise in May 2031, according to the Bank of Northmark in June 2031\?$/,
    ],
    [
      "asks to what level",
      "The unemployment rate fell to 5.1 percent in May 2031.",
      /^To what level did the unemployment rate fall in May 2031, according/,
    ],
    [
      "asks what a level was",
      "The ratio of vacancies to unemployment was 1.1 in May 2031.",
      /^What was the ratio of vacancies to unemployment in May 2031, according/,
    ],
    [
      "asks why where a cause is given",
      "The unemployment rate fell in May 2031 because shipyards hired 900 welders.",
      /^Why did the unemployment rate fall in May 2031, according/,
    ],
    [
      "asks for the subject of an effect",
      "Higher port fees weighed on grain exports in May 2031, by about 4 percent.",
      /^What weighed on grain exports in May 2031, according/,
    ],
    [
      "turns the clause around, without its figure",
      "Wheat stocks in Halden are forecast to rise by 2.2 percent in 2032/33.",
      /^Are wheat stocks in Halden forecast to rise in 2032\/33, according/,
    ],
    [
      "names who judged it",
      "Most members judged that rents in the northern towns would rise by 2 percent.",
      /^Would rents in the northern towns rise, according to most members at the Bank of Northmark in June 2031\?$/,
    ],
    [
      "asks what was decided",
      "The Board decided to raise the base rate by 0.25 percentage points.",
      /^What did the Board of the Bank of Northmark decide on the base rate in June 2031\?$/,
    ],
    [
      "asks how much was paid",
      "The Company returned $7.5 million to its shareholders in 2031.",
      /^How much did Best Barley return to its shareholders in 2031\?$/,
      COMPANY,
    ],
    [
      "gives a company's measure to it",
      "Selling and administrative expense increased by 4 percent in 2031 due to higher wages.",
      /^Why did Best Barley's selling and administrative expense increase in 2031\?$/,
      COMPANY,
    ],
    [
      "gives a bare month its year",
      "The unemployment rate fell to 5.1 percent in December because shipyards hired.",
      /December 2030/,
    ],
  ];
  for (const [what, text, expected, head] of cases) {
    it(what, () => {
      const asked = questionsOf(text, head);
      assert.ok(
        asked.some((question) => expected.test(question)),
        asked.join("\n"),
      );
    });
  }

  it("asks of what may be whether it could be", () => {
    const asked = questionsOf("Grain exports may fall by 10 percent in 2032 because harbours remain closed.").join(
      "\n",
    );
    assert.match(asked, /^Could grain exports fall in 2032, according/m);
    assert.doesNotMatch(asked, /\bMay grain\b|did grain exports fall/i);
  });

  it("names the place with which its sentence opens", () => {
    for (const question of questionsOf("In Halden, barley output rose by 7 percent in 2030.").slice(0, -1))
      assert.match(question, /in Halden/);
  });

  it("asks for no cause that a later clause has", () => {
    const text = "Rents remained high in May 2031, and 40 percent of the rise in wages was driven by overtime.";
    assert.doesNotMatch(questionsOf(text).join("\n"), /Why did rents/i);
  });

  it("never points to what is not in it, and has no bracket or quotation mark", () => {
    const text = [
      "This month's barley stocks (in silos) rose by 4 percent, and they weighed on its price in 2031.",
      "Rates on commercial and industrial (C&I) loans increased by 0.4 percentage points in May 2031.",
      "The “harvest effect” raised barley prices by 7 percent in May 2031.",
    ].join("\n\n");
    const asked = questionsOf(text).filter((question) => question.endsWith("?"));
    assert.ok(asked.length > 0);
    for (const question of asked) assert.doesNotMatch(question, /\b(?:this|they|it|we|our)\b|[()“”"]/i);
    assert.ok(asked.some((question) => question.includes("commercial and industrial loans")));
  });

  it("is no filler: a sentence of which nothing can be asked is no insight", () => {
    const asked = questionsOf("It was expected in 2031 that it would rise by 4 percent.");
    assert.deepEqual(asked, []);
  });
});

describe("a keyword phrase", () => {
  it("names entity, measure and period in 3 to 8 words", () => {
    const phrase = questionsOf("Rents in the northern towns rose by 4.2 percent in May 2031.").at(-1);
    assert.equal(phrase, "Bank of Northmark increase rents northern May 2031");
  });

  it("keeps a name that says a word twice", () => {
    const head = { ...COMPANY, title: "Harlow & Harlow 10-K, 2031", authors: ["Harlow & Harlow"] };
    assert.match(
      questionsOf("Net sales increased by 4 percent in 2031.", head).at(-1) ?? "",
      /^Harlow & Harlow net sales/,
    );
  });
});
