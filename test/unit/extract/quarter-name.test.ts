import assert from "node:assert/strict";
import { quarterName, readQuarterNames } from "../../../services/document/extract/quarter-name.ts";

const nameIn = (text: string, day: string, published: string | null = "2031-05-20") =>
  quarterName(day, readQuarterNames(text, published));

describe("what a report calls its quarter", () => {
  it("is the calendar's, where it names that one", () => {
    const text = "Ferries rose in the first quarter of 2031. We expect the second quarter of 2031 to be calm.";
    assert.equal(nameIn(text, "March 31, 2031"), "Q1 2031");
    // 13 weeks end beside the calendar's quarter.
    assert.equal(nameIn(text, "April 4, 2031"), "Q1 2031");
    assert.equal(nameIn("Ferries rose in Q1 2031.", "March 29, 2031"), "Q1 2031");
  });

  it("is that of the business year that it announces, and not of the one before or of what it expects", () => {
    const text =
      "Northmark Announces First Quarter Fiscal 2032 Results\n\nDues rose from the first quarter of fiscal 2031. Second quarter of fiscal 2032: calm.";
    assert.equal(nameIn(text, "April 30, 2031"), "Q1 fiscal 2032");
    const short = "Northmark Reports Fourth Quarter Results\n\nQ4 FY31 Q4 FY31 Q4 FY31 Q4 FY30 Q1 FY32";
    assert.equal(nameIn(`${short.padEnd(3000)} Q4 FY31`, "April 28, 2031"), "Q4 FY31");
  });

  it("is the one that it speaks of most where nothing else tells, as of a business year", () => {
    const text = "Dues rose in the third quarter of 2031. ".repeat(6);
    assert.equal(nameIn(text, "April 2, 2031"), "Q3 fiscal 2031");
    assert.equal(nameIn(`${text}${"In the first quarter of 2032 too. ".repeat(4)}`, "April 2, 2031"), "");
  });

  it("is unknown of quarters that it does not report, of a year's report, and of an undated one", () => {
    const text = "Ferries rose in the first quarter of 2031 and the first quarter of 2030.";
    assert.equal(nameIn(text, "March 31, 2030"), "");
    assert.equal(nameIn(text, "June 30, 2031"), "");
    assert.equal(nameIn(`Form 10-K\n${text}`, "March 31, 2031"), "");
    assert.equal(nameIn(text, "March 31, 2031", null), "");
    assert.equal(nameIn("Ferries rose.", "March 31, 2031"), "");
    assert.equal(nameIn(text, "some day"), "");
  });
});
