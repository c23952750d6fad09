import assert from "node:assert/strict";
import { analyse } from "../../../services/search/analysis/analyse.ts";
import { type Periods, readPeriods } from "../../../services/search/analysis/periods.ts";
import { kindOfWord } from "../../../services/search/analysis/word-kinds.ts";
import { periodFit } from "../../../services/search/ranking/period-fit.ts";

const read = (text: string): Periods => readPeriods(analyse(text).map(kindOfWord));
const written = (month: number) => `${Math.floor(month / 12)}-${(month % 12) + 1}`;
const periods = (text: string) => read(text).periods.map(({ first, last }) => `${written(first)}..${written(last)}`);

describe("periods", () => {
  const cases: [text: string, ...expected: string[]][] = [
    ["January 2031", "2031-1..2031-1"],
    ["Minutes of the meeting, January 29-30, 2031", "2031-1..2031-1"],
    ["Minutes, October 31–November 1, 2033", "2033-10..2033-11"],
    ["Letter (2031-07-20)", "2031-7..2031-7"],
    ["Letter, 2030-05: North", "2030-5..2030-5"],
    ["Q3 2032 revenue", "2032-7..2032-9"],
    ["2032Q3", "2032-7..2032-9"],
    ["the third quarter of 2032", "2032-7..2032-9"],
    ["first quarter of fiscal 2033", "2032-7..2033-3"],
    ["FY2028 and FY29", "2027-7..2028-12", "2028-7..2029-12"],
    ["2035/26 wheat", "2035-1..2035-12"],
    ["2035/36 wheat", "2035-5..2036-9"],
    ["spring 2034", "2034-3..2034-6"],
    ["mid-2028", "2028-5..2028-9"],
    ["from 2028 to 2031", "2028-1..2028-12", "2031-1..2031-12"],
    ["1,250 tonnes, 12 percent"],
  ];
  for (const [text, ...expected] of cases) {
    it(`of "${text}" are ${expected.join(" and ") || "none"}`, () => assert.deepEqual(periods(text), expected));
  }

  it("are months of any year where no year is named, but for months that are verbs", () => {
    assert.deepEqual(read("September outlook").months, [8]);
    assert.deepEqual(read("Q3 margins").months, [6, 7, 8]);
    assert.deepEqual(read("prices may march on").months, []);
  });

  it("are at most eight, and take long texts of years", () => {
    assert.equal(read("2031 ".repeat(5000)).periods.length, 8);
  });
});

describe("the fit of a document's period", () => {
  const fitOf = (query: string, document: string) => periodFit(read(query), read(document).periods[0], true);

  it("is whole in the period and shortly after it, when its documents appear, and fades with each month", () => {
    assert.equal(fitOf("January 2031", "January 2031"), 1);
    assert.equal(fitOf("January 2031", "March 2031"), 1);
    assert.ok(fitOf("January 2031", "May 2031") < 1);
    assert.ok(fitOf("January 2031", "December 2030") < 1);
    assert.ok(fitOf("January 2031", "June 2031") < fitOf("January 2031", "May 2031"));
    assert.ok(fitOf("January 2031", "January 2040") > 0);
  });

  it("is that of the month in any year when the query names no year", () => {
    assert.equal(fitOf("September outlook", "September 2029"), 1);
    assert.equal(fitOf("September outlook", "June 2029"), 0);
  });

  it("is nothing where the query or the document names no time", () => {
    assert.equal(fitOf("outlook", "September 2029"), 0);
    assert.equal(fitOf("September 2029", "Outlook"), 0);
  });
});
