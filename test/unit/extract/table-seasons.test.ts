import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Crop outlook",
  sourceName: "Norland Farm Service",
  publishedDate: "2031-09-12",
  authors: [],
  documentUrl: "https://example.org/crops",
};
const toldOf = (text: string) => {
  const { insights } = extract(parseText(text), head);
  return insights.map(({ title, finding, excerpts }) => ({
    title,
    finding: finding.replace(/^.*?: /, ""),
    excerpts: excerpts.map(({ start, end }) => text.slice(start, end)),
  }));
};

const pulses = `World and U.S. Supply and Use for Pulses 1/
Million Metric Tons

World Output
Total
Supply
Trade 2/
Total
Use 3/
Ending
Stocks

All Pulses 4/ 2029/30 411.10 512.10 61.10 402.10 71.10
2030/31 (Est.) 421.20 522.20 62.20 412.20 72.20

filler filler filler filler filler
2031/32 (Proj.) Aug 431.30 532.30 63.30 422.30 73.30
2031/32 (Proj.) Sep 441.40 542.40 64.40 432.40 74.40

filler filler filler filler filler
Peas, split 2029/30 11.10 12.10 1.10 10.10 2.10
2030/31 (Est.) 12.20 13.20 2.20 11.20 3.20

filler filler filler filler filler
2031/32 (Proj.) Aug NA NA NA NA NA
2031/32 (Proj.) Sep 14.40 15.40 4.40 13.40 5.40

filler filler filler filler filler
United States Output TotalSupply Trade 2/ TotalUse 3/ EndingStocks

All Pulses 4/ 2029/30 41.10 51.10 6.10 40.10 7.10
2030/31 (Est.) 42.20 52.20 6.20 41.20 7.20

filler filler filler filler filler
2031/32 (Proj.) Aug 43.30 53.30 6.30 42.30 7.30
2031/32 (Proj.) Sep 44.40 54.40 6.40 43.40 7.40

filler filler filler filler filler
1/ Aggregate of local marketing years.
`;

describe("rows that say when, under a name in the first of them", () => {
  const told = toldOf(pulses);

  it("are one insight: the newest, with what was put a month and a year before", () => {
    const found = told.find(({ title }) => title.startsWith("World all pulse output"));
    assert.equal(
      found?.finding,
      "For the world, all pulse output is put at 441.40 million metric tons, ending stocks at 74.40 million metric tons, " +
        "total use at 432.40 million metric tons and trade at 64.40 million metric tons for 2031/32 (September projection). " +
        "The August projection had output at 431.30 million metric tons and ending stocks at 73.30 million metric tons; " +
        "the estimate for 2030/31 has output at 421.20 million metric tons and ending stocks at 72.20 million metric tons.",
    );
    assert.equal(found?.title, "World all pulse output and ending stocks, 2031/32");
    assert.match(
      found?.excerpts[0] ?? "",
      /^World and U\.S\. Supply and Use for Pulses 1\/\nMillion Metric Tons\n\nWorld/,
    );
    assert.match(found?.excerpts.at(-1) ?? "", /2031\/32 \(Proj\.\) Sep 441\.40 542\.40 64\.40 432\.40 74\.40$/);
    assert.equal(told.filter(({ finding }) => /world, all pulse/.test(finding)).length, 1);
  });

  it("belong to the area that heads their columns anew", () => {
    const found = told.find(({ title }) => title.startsWith("United States all pulse output"));
    assert.match(found?.finding ?? "", /^For the United States, all pulse output is put at 44\.40 million metric tons/);
    assert.equal(found?.excerpts[0], "World and U.S. Supply and Use for Pulses 1/\nMillion Metric Tons");
    assert.match(found?.excerpts[1] ?? "", /^United States Output TotalSupply .*\n\nAll Pulses 4\/ 2029\/30 41\.10/);
  });

  it("tell nothing of a month that has no figures yet", () => {
    const found = told.find(({ finding }) => finding.includes("split pea"));
    assert.match(
      found?.finding ?? "",
      /for 2031\/32 \(September projection\)\. The estimate for 2030\/31 has output at 12\.20/,
    );
    assert.doesNotMatch(found?.finding ?? "", /August/);
  });

  it("are of the goods of the title where the names are areas", () => {
    const [first, second, ...others] = toldOf(`World and U.S. Supply and Use for Flax 1/
Million 480-lb. Bales

Output
Total
Supply Trade 2/
Total
Use 3/
Ending
Stocks

World 2029/30 112.10 188.10 44.10 114.10 73.10
2030/31 (Est.) 119.20 192.20 42.20 119.20 74.20
2031/32 (Proj.) Sep 120.40 194.40 44.40 118.40 75.40

Foreign 4/ 2029/30 100.10 171.10 32.10 113.10 70.10
2030/31 (Est.) 104.20 175.20 30.20 117.20 70.20
2031/32 (Proj.) Sep 105.40 176.40 31.40 117.40 71.40
`);
    assert.match(first?.finding ?? "", /^For the world, flax output is put at 120\.40 million 480-lb\. bales/);
    assert.match(
      second?.finding ?? "",
      /^For all countries outside the United States .* flax output is put at 105\.40/,
    );
    assert.equal(others.length, 0);
  });

  it("have years as seasons, and a name over lines", () => {
    const told = toldOf(`U.S. Game Supply and Use

Item
Beginning
stocks
Production
1/ Imports
Total
Supply Exports
Ending
Stocks
Total
Use
Per Capita
2/ 3/
Million Pounds /4
Hare 2030 638 27,051 4,635 32,324 3,007 602 28,714 59.1
2031 Proj. Aug 602 25,892 5,364 31,859 2,642 590 28,627 58.5
Sep 602 25,822 5,364 31,789 2,632 595 28,562 58.4
2032 Proj. Aug 590 25,557 4,950 31,097 2,525 570 28,002 57.0
Sep 595 25,457 4,950 31,002 2,525 571 27,907 56.8

Total Red
Deer 5/
2030 1,130 55,038 6,148 62,316 10,137 1,058 51,121 110.4
2031 Proj. Aug 1,058 53,647 6,801 61,507 9,631 1,012 50,865 109.1
Sep 1,058 53,496 6,811 61,366 9,621 1,002 50,743 108.9
2032 Proj. Aug 1,012 54,119 6,435 61,565 9,532 992 51,042 109.2
Sep 1,002 53,112 6,455 60,569 9,492 977 50,100 107.1
`);
    assert.deepEqual(
      told.map(({ title }) => title),
      ["United States hare production and ending stocks, 2032", "United States total red deer production, 2032"],
    );
    assert.match(
      told[0]?.finding ?? "",
      /^For the United States, hare production is put at 25,457 million pounds, ending stocks at 571 million pounds, total use at 27,907 million pounds and exports at 2,525 million pounds for 2032 \(September projection\)\. The August projection had production at 25,557 million pounds and ending stocks at 570 million pounds; the September projection for 2031 has production at 25,822 million pounds and ending stocks at 595 million pounds\.$/,
    );
  });

  it("say nothing where no title names their unit, or the years fall", () => {
    for (const text of [
      pulses.replace("Million Metric Tons\n", ""),
      pulses.replaceAll("2030/31 (Est.)", "2028/29 (Est.)"),
    ])
      assert.deepEqual(
        toldOf(text).filter(({ finding }) => finding.includes("put at")),
        [],
      );
  });
});
