import { strict as assert } from "node:assert";
import { extract } from "../../../services/document/extract/extract.ts";
import { parsed, wordsOf } from "./parsed.ts";

const SEASONS = "2027/28 2028/29 2029/30\nMar\n2030/31\nApr\n2030/31\n\n";
const IN_THOUSANDS = `Regional Oats Imports, Production, Consumption, and Stocks

Thousand Metric Tons

${SEASONS}Production none
318Norland 392 330 306 347
232Sandovia 275 216 235 247
624Ostmark 687 692 681 645
488Velden 345 524 536 583

${"Oats were sown late this spring, and most fields were harvested before the rains. ".repeat(40)}

`;
const IN_MILLIONS = `Table 01: Major Grains: World Supply and Distribution (Country View)

Million Metric Tons

${SEASONS}Production none
13.18Norland 16.92 16.30 17.06 18.47
12.32Sandovia 12.75 12.16 12.35 12.47
6.24Ostmark 6.87 6.92 6.81 6.45
4.88Velden 3.45 5.24 5.36 5.83

36.62Total 39.99 40.62 41.58 43.22

Totals may not add due to rounding.

`;
const LOST = `Table 02: Rye: World Supply and Distribution

${SEASONS}Production none
13,176Norland 16,921 16,302 17,060 18,474
12,321Sandovia 12,748 12,163 12,351 12,470
6,243Ostmark 6,871 6,921 6,812 6,449
1,880Velden 1,450 1,240 1,360 1,830

33,620Total 37,990 36,626 37,583 39,223
Imports none
1,176Norland 1,921 1,302 1,060 1,474
2,321Sandovia 2,748 2,163 2,351 2,470
2,243Ostmark 2,871 2,921 2,812 2,449
1,443Velden 1,871 1,921 1,812 1,449

6,183Total 7,411 6,307 6,035 5,842
`;

const unitOf = async (text: string) => {
  const document = await parsed(text);
  const unit = document.tables.at(-1)?.unit;
  return unit && wordsOf(document, unit);
};

describe("a table that lost its unit", () => {
  it("counts thousands where another one shows its rows in millions, under the same columns", async () => {
    assert.equal(await unitOf(IN_THOUSANDS + IN_MILLIONS + LOST), "Thousand Metric Tons");
  });

  it("has none where only one row is the same, or the columns are others", async () => {
    assert.equal(
      await unitOf(
        IN_THOUSANDS + IN_MILLIONS.replace("6.87 6.92 6.81", "6.89 6.95 6.81").replace("12.75", "12.76") + LOST,
      ),
      undefined,
    );
    assert.equal(await unitOf(IN_THOUSANDS + IN_MILLIONS.replaceAll("2027/28", "2026/27") + LOST), undefined);
  });

  it("has none where the document names no such unit", async () => {
    assert.equal(await unitOf(IN_MILLIONS + LOST), undefined);
  });

  it("is told with the words that name it, of rows that stand close to the name of their group", async () => {
    const head = {
      title: "Grain outlook",
      sourceName: "Norland Farm Service",
      publishedDate: "2030-04-12",
      authors: [],
    };
    const document = await parsed(IN_THOUSANDS + IN_MILLIONS + LOST);
    const { insights } = extract(document, { ...head, documentUrl: "https://example.org/rye" });
    const found = insights.find(({ finding }) => /Norland's rye imports/.test(finding));
    assert.match(
      found?.finding ?? "",
      /1,060 thousand metric tons for 2030\/31 \(March estimate\) and 1,474 thousand metric tons/,
    );
    const excerpts = (found?.excerpts ?? []).map((span) => wordsOf(document, span));
    assert.deepEqual(
      [excerpts[0], ...excerpts.slice(2)],
      ["Thousand Metric Tons", "Imports none\n1,176Norland 1,921 1,302 1,060 1,474"],
    );
  });
});
