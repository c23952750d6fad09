import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { readVocabulary } from "../../../services/document/extract/grammar/vocabulary.ts";
import type { RowFact } from "../../../services/document/extract/tables/row-fact.ts";
import { supplyOf } from "../../../services/document/extract/tables/table-supply.ts";
import { rowQuestions, rowTitle } from "../../../services/document/extract/tables/table-words.ts";
import { BANK, COMPANY } from "./heads.ts";

const context = readContext(COMPANY);

/** A row with one figure of a period. */
const rowOf = (subject: string, phrase: string, said = "$412 million", value = "412"): RowFact => ({
  label: subject.replace(/^the /, ""),
  subject,
  theme: "",
  figures: [{ value, said, column: "", meaning: { kind: "during", phrase, stem: "", order: 1 } }],
  when: "",
  unit: "",
  caption: "",
  excerpts: [],
  table: 0,
  worth: 1,
});
const titleOf = (subject: string, phrase: string, said?: string) =>
  rowTitle(rowOf(subject, phrase, said), context, new Map());

describe("the title of a row", () => {
  for (const [phrase, title] of [
    ["in the 13 weeks ended April 29, 2031", "Harlow net sales, April 2031 quarter"],
    ["in the three months ended June 30, 2031", "Harlow net sales, June 2031 quarter"],
    ["in the six months ended June 30, 2031", "Harlow net sales, six months to June 2031"],
    ["in the six months ended 30 June 2031", "Harlow net sales, six months to June 2031"],
    ["in 2Q31", "Harlow net sales, 2Q31"],
    ["in FY2031", "Harlow net sales, FY2031"],
    ["in the 52 weeks ended January 28, 2031", "Harlow net sales, year to January 2031"],
    ["for 2030/31 (an estimate)", "Harlow net sales, 2030/31 estimate"],
  ] as const)
    it(`dates what is of a period ${phrase}`, () => assert.equal(titleOf("net sales", phrase), title));

  it("is of the newest of its columns, wherever that stands", () => {
    const row = rowOf("net debt", "in June 2029");
    const figures = ["in June 2029", "in June 2030", "in December 2030"].flatMap((phrase, at) =>
      row.figures.map((figure) => ({ ...figure, meaning: { ...figure.meaning, phrase, order: at + 1 } })),
    );
    const told = (order: typeof figures) => rowTitle({ ...row, figures: order }, context, new Map());
    assert.equal(told(figures), "Harlow net debt, December 2030");
    assert.equal(told(figures.toReversed()), "Harlow net debt, December 2030");
    const { figures: one } = row;
    const years = ["in 2028", "in 2029", "in 2030"].flatMap((phrase, at) =>
      one.map((figure) => ({ ...figure, meaning: { ...figure.meaning, phrase, order: at + 1 } })),
    );
    assert.equal(told(years), "Harlow net debt, 2030 and 2029");
    assert.match(rowQuestions({ ...row, figures }, context, readVocabulary(""))[0] ?? "", /December 2030/);
  });

  it("is of all the years for which something is projected, not of the last alone", () => {
    const row = rowOf("the price of rye", "in 2030");
    const figures = ["2030", "2031", "2032", "2033"].flatMap((year, at) =>
      row.figures.map((figure) => ({
        ...figure,
        meaning: {
          ...figure.meaning,
          phrase: `in ${year}`,
          order: at,
          ...(at > 0 ? { certainty: "projected" as const } : {}),
        },
      })),
    );
    const told = (rows: typeof figures) => rowTitle({ ...row, figures: rows }, readContext(BANK), new Map());
    assert.equal(told(figures), "Projected price of rye, 2031–33");
    assert.equal(told(figures.slice(0, 2)), "Price of rye, 2031");
  });

  for (const [subject, value, title] of [
    ["net income (loss)", "$(412)", "Harlow net loss, June 2031 quarter"],
    ["net income (loss)", "$412", "Harlow net income, June 2031 quarter"],
    ["ferry tax (provision) benefit", "(412)", "Harlow ferry tax provision, June 2031 quarter"],
    ["other (Income)/expense", "(412)", "Harlow other income, June 2031 quarter"],
    ["net ferry fares (tickets)", "(412)", "Harlow net ferry fares, June 2031 quarter"],
  ] as const)
    it(`tells of "${subject}" what ${value} is`, () => {
      const fact = rowOf(subject, "in the three months ended June 30, 2031", undefined, value);
      assert.equal(rowTitle(fact, context, new Map()), title);
    });

  it("takes what all of several parts are", () => {
    const titleWith = (...values: string[]) => {
      const figures = values.flatMap((value) => rowOf("ferry income (loss)", "for Ropes", undefined, value).figures);
      const parts = figures.map((one) => ({ ...one, meaning: { ...one.meaning, kind: "category" as const } }));
      return rowTitle({ ...rowOf("ferry income (loss)", ""), figures: parts }, context, new Map()) ?? "";
    };
    assert.match(titleWith("(412)", "(3)"), /ferry loss/);
    assert.match(titleWith("(412)", "3"), /ferry income/);
  });

  it("dates the first months of a year as its half or as they are", () => {
    assert.equal(titleOf("net sales", "in the first six months of 2031"), "Harlow net sales, first six months of 2031");
    assert.equal(
      titleOf("net island ferry ticket sales", "in the first six months of 2031"),
      "Harlow net island ferry ticket sales, H1 2031",
    );
  });

  it("tells the business year that is not the calendar's where the whole period has no room", () =>
    assert.equal(
      titleOf("share-based compensation expense for ferries", "in the year ended May 31, 2031"),
      "Harlow share-based compensation expense for ferries, fiscal 2031",
    ));

  it("tells no year of a quarter that it has no room for", () =>
    assert.equal(
      titleOf("average daily ferry passenger fare revenue", "in the three months ended June 30, 2031"),
      "Average daily ferry passenger fare revenue, June-quarter 2031",
    ));

  it("names a cash flow in words that leave room for whose and when, and never as cash", () => {
    const quarter = "in the three months ended June 30, 2031";
    assert.equal(
      titleOf("net cash provided by operating activities", quarter),
      "Harlow operating cash flow, June 2031 quarter",
    );
    assert.equal(
      titleOf("GAAP net cash used in investing activities", quarter),
      "Harlow GAAP investing cash flow, June 2031 quarter",
    );
  });

  it("does not cut a list of uses, nor what a cost is of", () => {
    const titles = [
      titleOf("barley food, seed and industrial use", "for 2030/31"),
      titleOf("share-based compensation expense in cost of sales", "in the three months ended June 30, 2031"),
    ];
    assert.deepEqual(titles, [
      "Harlow barley food, seed and industrial use, 2030/31",
      "Harlow cost-of-sales share-based compensation, June 2031 quarter",
    ]);
  });

  it("dates by the letters of a business year, and votes by their meeting's filing", () => {
    assert.equal(titleOf("diluted earnings per ferry", "in Q4 FY31"), "Harlow diluted earnings per ferry, Q4 FY31");
    assert.equal(titleOf("votes for Ada Northmark", ""), "Harlow votes for Ada Northmark, 2031");
  });

  it("says that a figure is a share, in the row's own figures or behind its name", () => {
    const quarter = "in the three months ended June 30, 2031";
    assert.equal(
      titleOf("revenues for Ropes and Sails", quarter, "38 percent of total revenues"),
      "Ropes and Sails share of revenues, June-quarter 2031",
    );
    assert.equal(
      titleOf("marketing and sales", quarter, "38 percent of total revenues"),
      "Marketing and sales share of revenues, June-quarter 2031",
    );
    assert.equal(
      titleOf("gross profit (as a percentage of net sales)", quarter, "39.6%"),
      "Harlow gross margin, June 2031 quarter",
    );
  });

  it("says of a share when it is of, where fewer words leave room for that", () => {
    const titles = [
      "stock-based compensation expense in research and development",
      "revenues for Towing services and other",
    ].map((label) => titleOf(label, "in the three months ended June 30, 2031", "3 percent of total revenues"));
    assert.deepEqual(titles, [
      "R&D stock-based compensation share of revenues, June-quarter 2031",
      "Towing services and other revenue share, June-quarter 2031",
    ]);
  });

  it("has the region before the measure that its table is of", () =>
    assert.equal(
      titleOf("sales to wholesale customers (North America)", "in fiscal 2031"),
      "Harlow North America sales to wholesale customers, FY2031",
    ));
});

describe("a row's title that has to be short", () => {
  const quarter = "in the three months ended June 30, 2031";
  const half = "in the six months ended June 30, 2031";
  for (const [subject, phrase, title] of [
    // The month in which a stretch ends would be taken for it.
    [
      "acquisition, restructuring and impairment charges",
      half,
      "Harlow acquisition, restructuring and impairment charges, H1 2031",
    ],
    ["property, plant and equipment of coastal ferries", quarter, "Harlow PP&E of coastal ferries, June 2031 quarter"],
    [
      "amortization of purchased intangibles in cost of revenues",
      quarter,
      "Harlow cost-of-revenues purchased intangibles amortization, June 2031 quarter",
    ],
    ["proceeds from sales of old ferries", half, "Harlow old ferry sales proceeds, six months 2031"],
    ["cost of revenues for Tickets and support", quarter, "Tickets and support cost of revenues, June-quarter 2031"],
    ["net sales of Ropes and Growing Sails Businesses", quarter, "Net sales of Ropes and Growing Sails Businesses"],
    ["effect of exchange rates on cash", half, "Harlow cash exchange rate effect, six months 2031"],
    [
      "net increase in cash, cash equivalents and restricted funds",
      half,
      "Harlow net increase in cash, six months 2031",
    ],
    [
      "operating income as a % of revenue (Coastal Segment)",
      quarter,
      "Harlow Coastal Segment operating margin, June 2031 quarter",
    ],
    [
      "settlements and lapse of statutes (unrecognized tax benefits)",
      "in 2031",
      "Harlow unrecognized tax benefit settlements and lapse, 2031",
    ],
    [
      "deferred tax liabilities for withholding tax on undistributed earnings",
      "in 2031",
      "Harlow deferred tax liabilities for withholding tax, 2031",
    ],
    [
      "net income attributable to noncontrolling interests",
      quarter,
      "Harlow noncontrolling-interest net income, June 2031 quarter",
    ],
    ["earnings before interest and taxes for Rowing Boats", quarter, "Harlow Rowing Boats EBIT, June 2031 quarter"],
    [
      "weighted average shares of common stock outstanding—basic",
      quarter,
      "Harlow basic weighted average shares, June 2031 quarter",
    ],
    ["income before provision for income taxes", quarter, "Harlow pre-tax income, June 2031 quarter"],
    ["payments for acquisition of new boats", half, "Harlow new boat acquisition payments, six months 2031"],
    ["net income per common share, diluted", quarter, "Harlow diluted net income per share, June-quarter 2031"],
    // Without the parts that it is of it would be told of all.
    [
      "net revenue for Ropes, Northern Sails and Southern Sails and Growing Oars",
      quarter,
      "Harlow Ropes and other net revenue, June-quarter 2031",
    ],
    // Another row may be just the first of two.
    [
      "current portion of long-term debt and short-term borrowings",
      "at June 30, 2031",
      "Harlow current long-term debt and short-term borrowings, 2031",
    ],
    ["deferred ferry taxes and other tax charges and credits", half, "Harlow deferred ferry taxes and other, H1 2031"],
    [
      "share of net sales for Rope products and splicing tools",
      quarter,
      "Rope products and splicing tools net sales share",
    ],
    ["net sales of the newest of all ferries and boats of Harlow", quarter, undefined],
  ] as const)
    it(`says "${title}"`, () => assert.equal(titleOf(subject, phrase), title));

  it("names the month of an index, never its year alone", () => {
    const meaning = { kind: "rise", phrase: "from May 2030 to May 2031", stem: "", order: 1, months: 12 } as const;
    const fact = {
      ...rowOf("the consumer price index for sweets, cakes and other ferry food", ""),
      label: "sweets, cakes and other ferry food consumer price index",
    };
    const figures = [{ value: "2.5", said: "2.5 percent", column: "", meaning }];
    assert.equal(
      rowTitle({ ...fact, figures }, context, new Map()),
      "Sweets, cakes and other ferry food consumer prices",
    );
    const short = { ...fact, figures, label: "cakes and other ferry food consumer price index" };
    assert.equal(rowTitle(short, context, new Map()), "Cakes and other ferry food CPI, May 2031");
  });

  it("tells whose it is and the day, in fewer words where all of them have no room", () => {
    const meaning = { kind: "at", phrase: "at June 30, 2031", stem: "at", order: 1 } as const;
    const figures = [{ value: "412", said: "$412 million", column: "", meaning }];
    assert.equal(
      rowTitle({ ...rowOf("prepaid expenses and other current assets", ""), figures }, context, new Map()),
      "Harlow prepaid expenses, June 30, 2031",
    );
  });

  it("tells in which account the balance sheet holds it", () => {
    const meaning = { kind: "at", phrase: "at June 30, 2031", stem: "at", order: 1 } as const;
    const figures = [{ value: "412", said: "$412 million", column: "", meaning }];
    const titleAt = (subject: string) => rowTitle({ ...rowOf(subject, ""), figures }, context, new Map());
    assert.equal(titleAt("income taxes (other liabilities)"), "Harlow income taxes in other liabilities, June 2031");
    assert.equal(titleAt("ferries (property, plant and equipment)"), "Harlow ferries in PP&E, June 30, 2031");
    assert.equal(titleAt("other liabilities (accrued liabilities)"), "Harlow other liabilities, June 30, 2031");
  });

  for (const [subject, title] of [
    ["other pension and retiree medical benefits income", "Harlow other pension and retiree medical benefits income"],
    ["operation and maintenance expenses of ferries", "Harlow O&M expenses of ferries, June 2031 quarter"],
    [
      "provision for losses on overdue ferry loans of islands",
      "Harlow overdue ferry loan loss provision, June-quarter 2031",
    ],
    ["gain on sale of old northern ferries and docks", "Harlow gain on sale of old northern ferries"],
    ["tax payments related to net settlements of awards", "Harlow net settlement tax payments, June 2031 quarter"],
  ] as const)
    it(`says all that "${subject}" is`, () =>
      assert.equal(titleOf(subject, "in the three months ended June 30, 2031"), title));
});

describe("the questions of a row", () => {
  it("ask for the share where its figures are shares", () => {
    const fact = rowOf(
      "marketing and sales",
      "in the three months ended June 30, 2031",
      "38 percent of total revenues",
    );
    assert.equal(
      rowQuestions(fact, context, readVocabulary(""))[0],
      "What were Harlow's marketing and sales as a share of revenues in the three months ended June 30, 2031?",
    );
  });
});

describe("the total of a table of the world's regions", () => {
  const caption = (scope: string) => `Table 2. ${scope} Wheat Imports, Production, Consumption, and Stocks`;
  it("is the world's", () =>
    assert.equal(supplyOf("Total", "Production", caption("Regional"))?.label, "world wheat production"));
  it("is a total where the table is not of regions", () =>
    assert.equal(supplyOf("Total", "Production", caption("Major"))?.label, "total wheat production"));
});
