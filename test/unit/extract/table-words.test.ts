import assert from "node:assert/strict";
import type { Context } from "../../../services/document/extract/context.ts";
import { readVocabulary } from "../../../services/document/extract/grammar/vocabulary.ts";
import { readQuarterNames } from "../../../services/document/extract/quarter-name.ts";
import type { ColumnMeaning } from "../../../services/document/extract/tables/column-meaning.ts";
import type { RowFact } from "../../../services/document/extract/tables/row-fact.ts";
import { asTold } from "../../../services/document/extract/tables/table-sentence.ts";
import { rowQuestions, rowTitle } from "../../../services/document/extract/tables/table-words.ts";

const COMPANY: Context = {
  attribution: "Harlow 10-Q, 2031",
  entity: "Harlow",
  document: "Harlow 10-Q, 2031",
  period: "2031",
  year: undefined,
  company: "Harlow",
  speaker: undefined,
  isTranscript: false,
};
const OUTLOOK: Context = {
  ...COMPANY,
  entity: "the Halden Board",
  document: "Grain Outlook, May 2031",
  company: undefined,
  year: 2031,
  period: "May 2031",
};
const vocabulary = readVocabulary("");

const during = (phrase: string, order: number): ColumnMeaning => ({
  kind: "during",
  phrase,
  stem: phrase.replace(/\d{4}/, ""),
  order,
});

function factOf(label: string, columns: [string, ColumnMeaning][], more: Partial<RowFact> = {}): RowFact {
  const figures = columns.map(([value, meaning]) => ({ value, said: value, column: meaning.phrase, meaning }));
  return {
    label,
    subject: label,
    theme: "",
    figures,
    when: "",
    unit: "",
    caption: "",
    excerpts: [],
    table: 0,
    worth: 1,
    ...more,
  };
}

const QUARTER = factOf("net sales for Ropes", [
  ["$412", during("in the three months ended June 30, 2031", 2)],
  ["$388", during("in the three months ended June 30, 2030", 1)],
]);

describe("the title of a row", () => {
  it("says whose, what and of which stretch of time", () => {
    assert.equal(rowTitle(QUARTER, COMPANY, new Map()), "Harlow net sales for Ropes, June 2031 quarter");
  });

  it("calls a quarter as its report does", () => {
    const quarters = readQuarterNames("Harlow Announces First Quarter Fiscal 2032 Results", "2031-08-02");
    const context = { ...COMPANY, quarters };
    assert.equal(rowTitle(QUARTER, context, new Map()), "Harlow net sales for Ropes, Q1 fiscal 2032");
    assert.equal(rowQuestions(QUARTER, context, vocabulary).at(-1), "Harlow net sales Ropes Q1 fiscal 2032");
  });

  it("names both years where they are whole", () => {
    const fact = factOf("inventories", [
      ["5", during("in 2031", 2)],
      ["4", during("in 2030", 1)],
    ]);
    assert.equal(rowTitle(fact, COMPANY, new Map()), "Harlow inventories, 2031 and 2030");
  });

  it("ends a long label where one of its parts ends", () => {
    const fact = factOf("earnings before income tax expense and equity in income (loss) of affiliates", [
      ["5", during("in 2031", 2)],
    ]);
    assert.equal(rowTitle(fact, COMPANY, new Map()), "Earnings before income tax expense and other, 2031");
  });

  it("does not take a share for the whole", () => {
    const fact = factOf("net income attributable to Harlow per common share", [["1.40", during("in 2031", 2)]]);
    assert.equal(rowTitle(fact, { ...COMPANY, company: undefined }, new Map()), "Net income per common share, 2031");
  });

  it("is no other row's, and none where no other fits", () => {
    const taken = new Map<string, number>();
    const titles = Array.from({ length: 40 }, () => rowTitle(QUARTER, COMPANY, taken));
    const given = titles.filter((title) => title !== undefined);
    assert.equal(new Set(given).size, given.length);
    assert.ok(given.length < 40);
  });

  it("of an outlook is of its newest forecast", () => {
    const projected: ColumnMeaning = { ...during("for 2031/32 (May projection)", 3), certainty: "projected" };
    const fact = factOf("barley stocks", [
      ["3.1", during("for 2029/30", 1)],
      ["3.4", projected],
    ]);
    assert.equal(rowTitle(fact, OUTLOOK, new Map()), "Barley stocks, 2031/32 May projection");
    assert.match(
      rowQuestions(fact, OUTLOOK, vocabulary)[0] ?? "",
      /^What are barley stocks put at for 2031\/32 in the May projection, according to the Halden Board in May 2031\?$/,
    );
  });
});

describe("the questions of a row", () => {
  it("ask in the words of its columns, and for the comparison that it gives", () => {
    assert.deepEqual(rowQuestions(QUARTER, COMPANY, vocabulary), [
      "What were Harlow's net sales for Ropes in the three months ended June 30, 2031?",
      "How did Harlow's net sales for Ropes in the three months ended June 30, 2031 compare with the three months ended June 30, 2030?",
      "Were Harlow's net sales for Ropes higher in the three months ended June 30, 2031 than in the three months ended June 30, 2030?",
      "Harlow net sales Ropes June 2031 quarter",
    ]);
  });

  it("do not ask whether a loss in brackets was higher", () => {
    const fact = factOf("operating loss", [
      ["(17.5)", during("in 2031", 2)],
      ["(3.0)", during("in 2030", 1)],
    ]);
    assert.doesNotMatch(rowQuestions(fact, COMPANY, vocabulary).join("\n"), /higher/);
  });

  it("write out dates", () => {
    const fact = factOf("goodwill", [["9", { kind: "at", phrase: "at 3/25/2031", stem: "at", order: 2 }]]);
    assert.match(rowQuestions(fact, COMPANY, vocabulary)[0] ?? "", /at March 25, 2031\?$/);
  });

  it("name the whole of a label in their keyword phrase, in the fewer words of a title where only these fit", () => {
    const phraseOf = (label: string) =>
      rowQuestions(
        factOf(
          label,
          QUARTER.figures.map(({ said, meaning }) => [said, meaning]),
        ),
        COMPANY,
        vocabulary,
      ).at(-1);
    assert.equal(
      phraseOf("consolidated income before provision for income taxes"),
      "Harlow consolidated pre-tax income June 2031 quarter",
    );
    assert.equal(phraseOf("net income for Deep Water Sails"), "Harlow net income Deep Water Sails June-quarter 2031");
  });

  it("keep the edition of an outlook in their keyword phrase, sooner than who publishes it", () => {
    const fact = factOf("northern barley meal ending stocks", [["3.1", during("for 2031/32", 1)]]);
    assert.equal(rowQuestions(fact, OUTLOOK, vocabulary).at(-1), "northern barley meal ending stocks 2031/32 May 2031");
  });

  it("ask for each measure of a place", () => {
    const measure = (phrase: string): ColumnMeaning => ({ kind: "measure", phrase, stem: "" });
    const fact = factOf(
      "Halden barley production",
      [
        ["8.1", measure("production")],
        ["6.6", measure("imports")],
      ],
      {
        subject: "Halden",
        theme: "barley",
        when: "for 2031/32",
      },
    );
    assert.deepEqual(rowQuestions(fact, OUTLOOK, vocabulary).slice(0, 2), [
      "What is Halden's barley production put at for 2031/32, according to the Halden Board in May 2031?",
      "What are Halden's barley imports put at for 2031/32, according to the Halden Board in May 2031?",
    ]);
    assert.equal(rowTitle(fact, OUTLOOK, new Map()), "Halden barley production and imports, 2031/32");
  });
});

describe("a row of a part of a company that is called by several names", () => {
  const phraseOf = (part: string) =>
    rowQuestions(
      factOf(`operating profit for ${part}`, [
        ["227", during("in the 12 weeks ended March 25, 2031", 2031)],
        ["215", during("in the 12 weeks ended March 19, 2030", 2030)],
      ]),
      COMPANY,
      vocabulary,
    ).at(-1);
  it("is searched for by the first, sooner than without any", () =>
    assert.match(phraseOf("Norden Isles, Southmark and New Halden and Tarn Region") ?? "", /Norden Isles/));

  it("are of the years to come, and name a price with its article", () => {
    const bare = factOf("Halden ferry price", [
      ["$81", during("in 2030", 1)],
      ["$69", during("in 2031", 2)],
      ["$55", during("in 2032", 3)],
    ]);
    const told = asTold(bare, { ...OUTLOOK, year: 2031 });
    assert.equal(told.subject, "the Halden ferry price");
    assert.equal(rowTitle(told, OUTLOOK, new Map()), "Projected Halden ferry price, 2031–32");
    assert.match(rowQuestions(told, OUTLOOK, vocabulary)[0] ?? "", /^What is the Halden ferry price put at in 2032,/);
    assert.equal(asTold(bare, COMPANY).subject, "Halden ferry price");
  });
});
