import assert from "node:assert/strict";
import { periodOfHeadings } from "../../../services/document/extract/prose/period.ts";

describe("the period of the headings over a company's figures", () => {
  const reported = "second quarter of 2031";
  for (const [heading, period] of [
    ["Second Quarter Financial Highlights", reported],
    ["Second-Quarter Results", reported],
    // Of another quarter than the one that is reported the year is not known.
    ["Third Quarter Financial Highlights", ""],
    ["Second Quarter Outlook", ""],
    ["Second Quarter 2030 Results", "second quarter of 2030"],
    ["Fiscal 2031 Compared to Fiscal 2030", "fiscal 2031"],
    ["Dividends", ""],
  ] as const)
    it(`is "${period}" under "${heading}"`, () =>
      assert.equal(periodOfHeadings(["Release", heading], reported), period));

  it("is none where no quarter is reported", () =>
    assert.equal(periodOfHeadings(["Second Quarter Financial Highlights"], ""), ""));
});
