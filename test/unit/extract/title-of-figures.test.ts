import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const ESTIMATES: DocumentHead = {
  title: "World Agricultural Supply and Demand Estimates, June 2031",
  sourceName: "Harvest Board",
  publishedDate: "2031-06-12",
  authors: ["Harvest Board"],
  documentUrl: "https://example.org/estimates",
};
const COMPANY: DocumentHead = {
  title: "Harlow 10-K, 2031",
  sourceName: "SEC filings",
  publishedDate: "2032-02-11",
  authors: ["Harlow"],
  documentUrl: "https://example.org/harlow",
};

const titleOf = (text: string, head = ESTIMATES) => extract(parseText(text), head).insights[0]?.title ?? "";

describe("a title of a figure", () => {
  it("tells that an estimate was changed, not what it is of, and whose it is", () => {
    assert.equal(
      titleOf("Rye exports are raised 0.4 million tons to 2.3 million on strong sales in 2031/32."),
      "Upward revision to U.S. rye exports, 2031/32",
    );
    assert.equal(
      titleOf("Global rye stocks are down from last month because of a smaller crop in Halden."),
      "Downward revision to global rye stocks, June 2031",
    );
    assert.equal(
      titleOf("Global rye stocks are forecast lower, as 3 percent more is milled in Halden."),
      "Projected decline in global rye stocks, June 2031",
    );
  });

  it("is of both years of which the sentence tells, and of the later where it tells of a change", () => {
    assert.match(titleOf("Global rye prices are forecast to fall by 3 percent in 2032 and 2033."), /, 2032 and 2033$/);
    assert.match(
      titleOf("Net sales grew from $18.7 billion in fiscal 2030 to $21.3 billion in fiscal 2031.", COMPANY),
      /fiscal 2031$/,
    );
  });

  it("is of the stretch of time that ends on a day, not of that day's month", () => {
    const ended = (stretch: string) => titleOf(`Ferry revenues were $40 million for the ${stretch}.`, COMPANY);
    assert.match(ended("three months ended June 30, 2031"), /, June 2031 quarter$/);
    assert.match(ended("six months ended June 30, 2031"), /, six months to June 2031$/);
    assert.match(ended("six months ended 30 June 2031"), /, six months to June 2031$/);
    assert.match(ended("year to 31 December 2030"), /, 2030$/);
    assert.match(ended("years ended December 31, 2031 and 2030"), /, 2031$/);
    assert.match(ended("fiscal year ended May 31, 2031"), /, fiscal 2031$/);
  });

  it("names the news, not what carries it, and what has an effect, not that it moved", () => {
    assert.equal(
      titleOf("On May 6, 2031, Harlow issued a staff letter introducing its new fare zones.", COMPANY),
      "Harlow new fare zones, May 2031",
    );
    assert.equal(
      titleOf("Harlow recognized impairment charges of $4 million in 2031.", COMPANY),
      "Harlow impairment charges, 2031",
    );
    assert.equal(
      titleOf("Movements in freight rates had an adverse impact of $4 million on net sales in 2031.", COMPANY),
      "Freight rate effect on net sales, 2031",
    );
    assert.equal(
      titleOf(
        "Net sales rose by $9 million in 2031. The increase was driven by sales of ferries of $7 million.",
        COMPANY,
      ),
      "Harlow net sales increase, 2031",
    );
  });

  it("is of the quarter in which a release is headed", () => {
    const release =
      "Harlow Reports First-Quarter 2032 Results\n\nFerry revenues increased by 5 percent as more people travelled.";
    assert.match(
      titleOf(release, { ...COMPANY, title: "Harlow earnings release, 2032" }),
      /, Q1 2032$|first quarter of 2032$/,
    );
  });

  it("tells a change over the year from one over the month", () => {
    const index: DocumentHead = { ...ESTIMATES, title: "Consumer Prices, June 2031" };
    assert.equal(
      titleOf("The ferry fare index rose 5.2 percent over the last 12 months.", index),
      "Annual ferry fare index increase, June 2031",
    );
    assert.equal(
      titleOf("The ferry fare index rose 0.4 percent over the month.", index),
      "Monthly ferry fare index increase, June 2031",
    );
    assert.equal(
      titleOf("The ferry fare index rose 2 percent in May 2031 and was unchanged from a year earlier.", index),
      "Ferry fare index increase, May 2031",
    );
  });

  it("names the crop that stands over a measure, and keeps cash flows short", () => {
    const label = (crop: string) => `${crop}: The outlook for 2031/32 U.S. ${crop.toLowerCase()} is for larger use.`;
    const text = `${label("RYE")}\n\n${label("OATS")}\n\n${label("BARLEY")} The stocks-to-use ratio is forecast at 26 percent.`;
    const titles = extract(parseText(text), ESTIMATES).insights.map(({ title }) => title);
    assert.ok(
      titles.some((title) => /U\.S\. barley stocks-to-use ratio/.test(title)),
      titles.join("; "),
    );
    assert.equal(
      titleOf(
        "Net cash provided by operating activities decreased by $72 million in the six months ended June 30, 2031.",
        COMPANY,
      ),
      "Harlow operating cash flow decrease, H1 2031",
    );
  });
});
