import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import type { RowFact } from "../../../services/document/extract/table-findings.ts";
import { supplyOf } from "../../../services/document/extract/table-supply.ts";
import { rowQuestions, rowTitle } from "../../../services/document/extract/table-words.ts";
import { readVocabulary } from "../../../services/document/extract/vocabulary.ts";
import { COMPANY } from "./heads.ts";

const context = readContext(COMPANY);

/** A row with one figure of a period. */
const rowOf = (subject: string, phrase: string, said = "$412 million"): RowFact => ({
  label: subject.replace(/^the /, ""),
  subject,
  theme: "",
  figures: [{ value: "412", said, column: "", meaning: { kind: "during", phrase, stem: "", order: 1 } }],
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
    ["in the 52 weeks ended January 28, 2031", "Harlow net sales, year to January 2031"],
    ["for 2030/31 (an estimate)", "Harlow net sales, 2030/31 estimate"],
  ] as const)
    it(`dates what is of a period ${phrase}`, () => assert.equal(titleOf("net sales", phrase), title));

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
      "Harlow share-based compensation expense, June 2031 quarter",
    ]);
  });

  it("dates by the letters of a business year, and votes by their meeting's filing", () => {
    assert.equal(titleOf("diluted earnings per ferry", "in Q4 FY31"), "Harlow diluted earnings per ferry, Q4 FY31");
    assert.equal(titleOf("votes for Ada Northmark", ""), "Harlow votes for Ada Northmark, 2031");
  });

  it("says that a figure is a share, in the row's own figures or behind its name", () => {
    const quarter = "in the three months ended June 30, 2031";
    assert.equal(
      titleOf("marketing and sales", quarter, "38 percent of total revenues"),
      "Marketing and sales share of revenues, June-quarter 2031",
    );
    assert.equal(
      titleOf("gross profit (as a percentage of net sales)", quarter, "39.6%"),
      "Harlow gross margin, June 2031 quarter",
    );
  });

  it("has the region before the measure that its table is of", () =>
    assert.equal(
      titleOf("sales to wholesale customers (North America)", "in fiscal 2031"),
      "Harlow North America sales to wholesale customers, FY2031",
    ));
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
