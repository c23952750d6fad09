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

const REPORT: DocumentHead = {
  ...BANK,
  title: "Grain Outlook, June 2031",
  sourceName: "Halden Grain Office",
  authors: ["Halden Grain Office"],
};
const REGIONAL: DocumentHead = {
  ...BANK,
  title: "Beige Book, 2031-06: Norden",
  sourceName: "Federal Reserve System (Beige Book)",
};
const QUARTERLY: DocumentHead = { ...COMPANY, title: "Best Barley Form 10-Q, 2031 (2031-07-26)" };

const questionsOf = (text: string, head = BANK) =>
  extract(parseText(text), head).insights.flatMap(({ questions }) => questions);

describe("a question", () => {
  const cases: [string, string, RegExp, DocumentHead?][] = [
    [
      "asks by how much where the finding says it",
      "Rents in the northern towns rose by 4.2 percent in May 2031.",
      /^By how much did rents in the northern towns rise in May 2031, according to the Bank of Northmark's minutes of June 2031\?$/,
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
      "says that it is told then, not done then, what the Board would do",
      "The Board will continue to reduce its holdings of northern shipyard bonds.",
      /^Will the Board of the Bank of Northmark continue to reduce its holdings of northern shipyard bonds, according to the Bank of Northmark's minutes of June 2031\?$/m,
    ],
    [
      "asks what somebody expects for what would change",
      "Market participants expected a rise in the base lending rate at the coming meeting.",
      /^What did market participants expect for the base lending rate at the coming meeting, according/,
    ],
    [
      "asks for a long measure without who made it",
      "The trimmed mean measure of 12-month harbour fee inflation constructed by the Statistics Office of the Northern Ports declined in May 2031.",
      /^How did the trimmed mean measure of 12-month harbour fee inflation change in May 2031, according/,
    ],
    [
      "asks what was unlikely as what was unlikely",
      "Timber inventory builds were unlikely to lower the price of planks in the northern towns.",
      /^Were timber inventory builds unlikely to lower the price of planks in the northern towns, according/,
    ],
    [
      "asks whether there was a risk, with what would happen",
      "There was a risk that demand for timber would weaken further in the autumn.",
      /^Was there a risk that demand for timber would weaken further in the autumn, according/,
    ],
    [
      "asks for the change that a measure recorded",
      "Timber output recorded a small decline in the March quarter of 2031.",
      /^Did timber output record a small decline in the March quarter of 2031, according/,
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
      "keeps the time that stands behind a figure",
      "The index for rope decreased 0.4 percent over the month and the index for sails increased 2 percent.",
      /^Did the index for rope decrease over the month, according/,
    ],
    [
      "gives a quarter its year once",
      "Barley output had increased by 0.1 percent in the fourth quarter of 2030 at most harbours.",
      /^By how much did barley output increase in the fourth quarter of 2030, according/,
    ],
    [
      "asks what share somebody has",
      "The Northern Ropes segment represented 34% of total segment net sales in 2031.",
      /^What share of total segment net sales in 2031 did the Northern Ropes segment represent/,
      COMPANY,
    ],
    [
      "asks in the perfect how something has changed",
      "Port fees have increased sharply in recent months.",
      /^How have port fees changed in recent months, according/,
    ],
    [
      "names what its sentence opens with",
      "For smaller shipyards, lending conditions remained tight in May 2031.",
      /^Did lending conditions for smaller shipyards remain tight in May 2031, according/,
    ],
    [
      "names the filing where a company's statement has no period of its own",
      "The credit facility supports the barley inventory program of the Halden subsidiary.",
      /, according to Best Barley's July 2031 Form 10-Q\?$/,
      QUARTERLY,
    ],
    [
      "names the region whose report it is",
      "Barley output rose sharply, and wages were flat.",
      /^Did barley output rise sharply, according to the Norden Beige Book in June 2031\?$/,
      REGIONAL,
    ],
    [
      "keeps the clause that says which subject it is",
      "Households that live in the northern towns faced rising costs of heating in May 2031.",
      /households that live in the northern towns/i,
    ],
    [
      "asks for a forecast as for one",
      "Barley inflation is projected to be 1.9 percent in 2033.",
      /^What is barley inflation projected to be in 2033, according/,
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

  it("is not asked of a measure of nothing", () => {
    for (const text of [
      "Ending stocks could rise by 5.7 percent in 2031.",
      "Exports from Halden fell by 9 percent in 2031.",
    ])
      assert.deepEqual(questionsOf(text, REPORT), [], text);
  });

  it("does not turn a denial with a cause into its opposite", () => {
    const asked = questionsOf("Harbours might not be inclined to pass on lower fees owing to rigid contracts in 2031.");
    assert.doesNotMatch(asked.join("\n"), /owing to/);
  });

  it("ends where its sense ends", () => {
    const text = [
      "The plan provides for the issuance of up to 798 million shares in 2031.",
      "Barley spending is in the midst of an ongoing but still slow recovery in 2031.",
      "On June 30, 2031, the Halden subsidiary filed a general rate case requesting $26 million in additional revenues.",
      "The harbour fees were cut and service was restored to most berths in 2031.",
    ].join("\n\n");
    for (const question of questionsOf(text))
      assert.doesNotMatch(question, /\b(?:up|ongoing|requesting|issuance|and service)(?: in [\d\w ]+)?(?:,|\?|$)/);
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

  it("asks whether those were content whom another clause tells of, and not who tells it", () => {
    const asked = questionsOf(
      "Ferry output was little changed in May, though contacts were generally satisfied with the level of activity.",
    ).join("\n");
    assert.match(asked, /^Were contacts generally satisfied with the level of activity/m);
  });
});

describe("a keyword phrase", () => {
  it("names entity, measure and period in 3 to 8 words", () => {
    const phrase = questionsOf("Rents in the northern towns rose by 4.2 percent in May 2031.").at(-1);
    assert.equal(phrase, "Bank of Northmark rents northern towns May 2031");
  });

  it("ends with no half of a name or a phrase", () => {
    const text = "The average interest rate on new loans to shipyards declined to 4.5 per cent in December 2030.";
    assert.match(questionsOf(text).at(-1) ?? "", /(?:interest rate .*loans|loan interest rate).* December 2030$/);
    assert.match(questionsOf("The Board voted to maintain Bank Rate at 5 percent.").at(-1) ?? "", /Bank Rate/);
  });

  it("is of what the title says, and not of another part of the sentence", () => {
    const text = "Spreads of corporate bonds over comparable-maturity Treasury yields widened significantly in May.";
    const [insight] = extract(parseText(text), BANK).insights;
    assert.equal(insight?.title, "Significant corporate bond spread widening, May 2031");
    assert.equal(insight.questions.at(-1), "Bank of Northmark bond spread widening May 2031");
  });

  it("of two things names the first", () => {
    const text =
      "Equity prices rose in May while bond spreads of shipyards narrowed, and the currency depreciated against the krona.";
    const [insight] = extract(parseText(text), BANK).insights;
    assert.equal(insight?.title, "Equity price increase and currency depreciation, May 2031");
    assert.equal(insight.questions.at(-1), "Bank of Northmark equity price increase May 2031");
  });

  it("of a season says when it was forecast", () => {
    const phrase = questionsOf("Global barley trade in 2031/32 is forecast at 65.2 million tonnes.", REPORT).at(-1);
    assert.match(phrase ?? "", /barley trade 2031\/32 June 2031$/);
  });

  it("keeps a name that says a word twice", () => {
    const head = { ...COMPANY, title: "Harlow & Harlow 10-K, 2031", authors: ["Harlow & Harlow"] };
    assert.match(
      questionsOf("Net sales increased by 4 percent in 2031.", head).at(-1) ?? "",
      /^Harlow & Harlow net sales/,
    );
  });
});
