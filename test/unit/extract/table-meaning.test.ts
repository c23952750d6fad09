import assert from "node:assert/strict";
import { readColumn } from "../../../services/document/extract/tables/column-meaning.ts";
import { labelOf, tidyFigure } from "../../../services/document/extract/tables/table-labels.ts";
import { readScope } from "../../../services/document/extract/tables/table-subject.ts";
import { readUnit, sayFigure, unitOfRow } from "../../../services/document/extract/tables/table-units.ts";

describe("the name of a column", () => {
  for (const [name, phrase] of [
    ["YEAR ENDED MAY 31, 2031", "in the year ended May 31, 2031"],
    ["For the Three Months Ended June 30, 2031", "in the three months ended June 30, 2031"],
    ["Quarter ended July 27, 2031", "in the quarter ended July 27, 2031"],
    ["Year-ended 31 March 2031", "in the year ended 31 March 2031"],
    ["Fiscal year-end 2031", "at the end of fiscal 2031"],
    ["Fiscal Years 2031", "in fiscal 2031"],
    ["December 31 2030", "at December 31, 2030"],
    ["Six Months 2031", "in the first six months of 2031"],
    ["Q2 FY31", "in Q2 FY31"],
    ["Dec 31, 2030", "at December 31, 2030"],
    ["2030/31 E st.", "for 2030/31"],
    ["2030/31 Proj. Nov", "for 2030/31 (November projection)"],
    ["2031f", "in 2031"],
    ["Productio n", "production"],
    ["Domestic Total 2/", "total domestic use"],
    ["Broker Non-Votes", "broker non-votes"],
  ])
    it(`says what it is of: ${name}`, () => assert.equal(readColumn(name ?? "")?.phrase, phrase));

  it("orders quarters and years of two digits", () => {
    const orders = ["4Q29", "1Q31", "H1 30", "FY32"].map((name) => Math.floor((readColumn(name)?.order ?? 0) / 400));
    assert.deepEqual(orders, [2029, 2031, 2030, 2032]);
  });

  for (const name of [
    "",
    "Sep",
    "Organic",
    "Like-for-like",
    "YoY",
    "Average for the Quarters Ended May 31, 2031",
    "Reported",
    "Amount",
    "Note 3",
    "Low",
  ])
    it(`says nothing: ${name || "no words"}`, () => assert.equal(readColumn(name), undefined));

  it("tells a forecast from what was", () => {
    assert.equal(readColumn("2031f")?.certainty, "projected");
    assert.equal(readColumn("2030/31 Est.")?.certainty, "estimated");
    assert.equal(readColumn("2030/31")?.certainty, undefined);
    for (const name of ["2031/32 (f)", "2031 (F)", "2031/32 (f'cast)", "2031/32 fcst"])
      assert.equal(readColumn(name)?.certainty, "projected", name);
    assert.equal(readColumn("2031 (e)")?.certainty, "estimated");
    // Another letter marks a note.
    assert.equal(readColumn("2031 (b)")?.certainty, undefined);
  });
});

describe("the words of a row", () => {
  const named = (label: string) => labelOf(label, { start: 0, end: label.length });

  it("have the unit that ends them in brackets", () => {
    assert.equal(named("Return on equity, %"), "Return on equity (%)");
    assert.equal(named("Loans to customers, EURm"), "Loans to customers (EURm)");
    assert.equal(named("Selling, general and other"), "Selling, general and other");
  });

  it("show a loss with a triangle as one below zero", () => assert.equal(tidyFigure("△1,870"), "-1,870"));

  it("are of nothing more where only key figures or results by segment stand over them", () => {
    for (const caption of ["Key figures", "Key financial ratios", "Results by segment (dollars in millions)"])
      assert.equal(readScope(caption).kind, "none", caption);
    assert.equal(readScope("Net sales by segment").kind, "theme");
  });
});

describe("the unit of a figure", () => {
  const say = (label: string, value: string, unit: string) =>
    sayFigure(value, unitOfRow(label, "", readUnit(unit)), false);

  it("is the table's scale and currency", () => {
    assert.equal(say("Net sales", "(75)", "(Dollars in millions)"), "$(75) million");
    assert.equal(say("Net sales", "412,305", "(Millions of yen)"), "¥412,305 million");
    assert.equal(say("Exports", "41 235,6", "EUR million"), "€41 235,6 million");
    assert.equal(say("Ending stocks", "901", "Million Bushels"), "901 million bushels");
    assert.equal(say("Imports", "375", "1,000 Short Tons, Raw Value"), "375 thousand short tons");
  });

  it("is what the row says of itself before what the table says", () => {
    assert.equal(say("Diluted earnings per share", "$1.42", "(in millions, except per share data)"), "$1.42");
    assert.equal(say("Area planted (mil. acres)", "7.2", "Million Bushels"), "7.2 million acres");
    assert.equal(say("Avg. price ($/bu)", "4.93", "Million Bushels"), "$4.93 per bushel");
    assert.equal(say("Crude oil output (million barrels per day)", "13.6", ""), "13.6 million barrels per day");
    assert.equal(say("Maize $/mt", "198", ""), "$198 per metric ton");
    assert.equal(say("Loans (EURm)", "12,480", ""), "€12,480 million");
    assert.equal(say("Gross margin", "43.5%", "(Dollars in millions)"), "43.5%");
  });

  it("is that of shares for shares", () => {
    assert.equal(say("Weighted-average shares", "857", "(in millions)"), "857 million shares");
    assert.equal(
      say("Weighted-average shares", "15,775,021", "(in millions, except number of shares, which are in thousands)"),
      "15,775,021 thousand shares",
    );
    assert.equal(say("Weighted-average shares", "15,775,021", "(in millions, except number of shares)"), undefined);
  });

  it("is not made up where it is not said", () => {
    for (const [label, value, unit] of [
      ["Net sales", "412", ""],
      ["Net sales", "$412", ""],
      ["Days payable outstanding", "47", "(Dollars in millions)"],
      ["Debentures, 5.35%, due 2048", "544", "(in millions)"],
      ["Restructuring charges", "0.24", "(Dollars in millions)"],
      ["Net sales", "4.1 12", "(Dollars in millions)"],
    ])
      assert.equal(say(label ?? "", value ?? "", unit ?? ""), undefined, label);
  });
});
