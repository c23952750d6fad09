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
      found.some((one) => /Tarn's amortization of purchased intangible assets in cost of revenues was \$41/.test(one)),
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

describe("a price in a balance of goods", () => {
  const found = findingsOf(
    `U.S. Rice Supply and Use 1/

TOTAL RICE
2029/30 2030/31 Est. 2031/32 Proj. 2031/32 Proj.
Aug Sep
Million Hundredweight
Production 218.3 222.1 207.3 206.4
Use, Total 251.0 258.2 260.1 261.3
Exports 99.1 95.1 90.0 90.0
Avg. Farm Price 3/ 76.1 63.0 64.0 62.0
Ending Stocks 42.1 41.9 45.2 44.6

LONG-GRAIN RICE
2029/30 2030/31 Est. 2031/32 Proj. 2031/32 Proj.
Aug Sep
Beginning Stocks 21.2 19.3 37.3 37.3
Production 153.8 172.0 153.7 152.7
Use, Total 180.4 181.6 182.0 183.9
Avg. Farm Price ($/cwt) 6/ 15.90 14.00 12.00 11.50
Ending Stocks 19.3 37.3 37.1 36.0
`,
    "World Crop Estimates, September 2031",
    "Northmark Agriculture Department",
  ).map(({ finding }) => finding);
  it("is not told in what the goods are counted in", () => {
    assert.ok(found.some((one) => /U\.S\. total rice production is put at 218\.3 million hundredweight/.test(one)));
    assert.ok(!found.some((one) => one.includes("76.1")), found.join("\n"));
  });
  it("says once that it is of all", () => {
    assert.ok(
      found.some((one) => /U\.S\. total rice use is put at 251\.0 million hundredweight/.test(one)),
      found.join("\n"),
    );
    assert.ok(found.some((one) => /U\.S\. long-grain rice total use is put at 180\.4 million hundredweight/.test(one)));
  });
  it("says of which goods it is, also where their name has a hyphen", () => {
    const [price] = found.filter((one) => one.includes("$15.90"));
    assert.match(price ?? "", /U\.S\. long-grain rice avg\. farm price is put at \$15\.90 per hundredweight/);
  });
});
