import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const findingsOf = (text: string, title: string, sourceName = "SEC EDGAR filings") =>
  extract(parseText(text), {
    title,
    sourceName,
    publishedDate: "2031-07-30",
    authors: [],
    documentUrl: "https://example.org/tarn",
  }).insights;

describe("a line of a statement in a table of something else", () => {
  const found = findingsOf(
    `Tarn builds boats and ropes for harbours all over the world.

Amounts include amortization of purchased intangible assets, as follows (in millions):

Three Months Ended June 30,
2031 2030
Cost of revenues $ 41 $ 38
Marketing and sales 22 23
Research and development 5 6

Hedging Activities

(in millions)
Years ended December 31,
2030 2029
Net sales $ 52 $ 14
Cost of sales 32 39
Interest rate contracts gain 9 8
`,
    "Tarn Form 10-Q, 2031",
  ).map(({ finding }) => finding);

  it("is told as the part of it that the table is of", () => {
    assert.ok(
      found.some((one) => /Amortization of purchased intangible assets in cost of revenues was \$41/.test(one)),
    );
    assert.ok(!found.some((one) => /Tarn's cost of revenues was \$41/.test(one)));
  });
  it("is not told where the table is of contracts", () =>
    assert.ok(!found.some((one) => /\$52 million|\$32 million/.test(one)), found.join("\n")));
});

describe("a table of growth", () => {
  it("yields nothing: the dates over its columns are those of what is compared", () => {
    const found = findingsOf(
      `Tarn builds boats and ropes for harbours all over the world.

Three Months Ended
June 30, 2031
Compared to Three Months
Ended June 30, 2030

Three Months Ended
March 31, 2031
Compared to Three Months
Ended March 31, 2030
Sales 13% 16%
Net income 15% 11%
Total revenues 11% 12%
`,
      "Tarn earnings release, 2031",
    ).map(({ finding }) => finding);
    assert.ok(!found.some((one) => /1[1-6]%/.test(one)), found.join("\n"));
  });
});

describe("a balance of goods whose header counts them in brackets", () => {
  const found = findingsOf(
    `World Cotton Supply and Use 1/
(Million 480-Pound Bales)

2030/31
Beginning
Stocks
Production Imports Domestic
Use
Exports Ending
Stocks

World 75.91 112.56 44.05 114.98 44.34 73.41
Norland 42.55 85.21 29.08 76.08 44.28 36.70
Ostmark 4.65 12.07 1.85 1.85 11.75 3.15
Velden 7.26 10.50 4.05 13.13 2.59 7.26
Total Foreign 70.71 98.44 44.04 113.28 32.64 68.21
`,
    "World Crop Estimates, September 2031",
    "Northmark Agriculture Department",
  );
  it("is told in them, and the header is shown", () => {
    const world = found.find(({ finding }) =>
      /For the world, cotton production is put at 112\.56 million/.test(finding),
    );
    assert.match(world?.finding ?? "", /112\.56 million 480-pound bales/);
    assert.ok(world);
  });

  it("names places that are put together as one says them", () =>
    assert.ok(
      found.some(({ finding }) =>
        /For all countries outside the United States \(“Total Foreign”\), cotton production is put at 98\.44/.test(
          finding,
        ),
      ),
    ));
});

describe("two tables of notes with the same header", () => {
  const found = findingsOf(
    `Tarn Consolidated Statements of Operations
(in millions)

(1) Amounts include amortization of purchased intangible assets, as follows:

Three Months Ended June 30, Six Months Ended June 30,
2031 2030 2031 2030
Cost of revenues $ 41 $ 38 $ 80 $ 77
Marketing and sales 22 23 44 45

(2) Amounts include stock-based compensation expense, as follows:

Three Months Ended June 30, Six Months Ended June 30,
2031 2030 2031 2030
Cost of revenues $ 12 $ 13 $ 24 $ 27
Marketing and sales 31 33 60 61
`,
    "Tarn earnings release, 2031",
  ).map(({ finding }) => finding);

  it("are each told by their own lead-in", () => {
    assert.ok(found.some((one) => /mortization of purchased intangible assets in cost of revenues was \$41/.test(one)));
    assert.ok(
      found.some((one) => /tock-based compensation expense in cost of revenues was \$12/.test(one)),
      found.join(),
    );
  });
});
