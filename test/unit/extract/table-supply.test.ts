import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const text = `Table 02: Major Oilseeds: World Supply and Distribution (Country View)

Million Metric Tons

2027/28 2028/29 2029/30
Mar
2030/31
Apr
2030/31

Production none
13.18Norland 16.92 16.30 17.06 18.47
12.32Sandovia 12.75 12.16 12.35 12.47
6.24Ostmark 6.87 6.92 6.81 6.45
4.88Velden 3.45 5.24 5.36 5.83

36.62Total 39.99 40.62 41.58 43.22
Domestic Consumption none
9.18Norland 9.92 9.30 9.06 9.47
8.32Sandovia 8.75 8.16 8.35 8.47
6.24Ostmark 6.87 6.92 6.81 6.45
4.88Velden 3.45 5.24 5.36 5.83
`;
const head = {
  title: "Oilseed outlook",
  sourceName: "Norland Farm Service",
  publishedDate: "2030-04-12",
  authors: [],
  documentUrl: "https://example.org/oilseeds",
};

describe("rows whose first figure stands before their place", () => {
  const { insights } = extract(parseText(text), head);
  const about = (words: string) => insights.find(({ finding }) => finding.includes(words));

  it("are read under their columns, with the month in which a season's figure was given", () => {
    const found = about("Sandovia's oilseed production");
    assert.match(
      found?.finding ?? "",
      /put at 12\.75 million metric tons for 2028\/29, 12\.16 million metric tons for 2029\/30, 12\.35 million metric tons for 2030\/31 \(March estimate\) and 12\.47 million metric tons for 2030\/31 \(April estimate\)\.$/,
    );
    assert.equal(found?.title, "Sandovia oilseed production, 2030/31 April estimate");
  });

  it("belong to the group above them, and so does its sum", () => {
    assert.match(
      about("world oilseed production")?.finding ?? about("World oilseed production")?.finding ?? "",
      /43\.22/,
    );
    assert.match(about("Norland's domestic oilseed consumption")?.finding ?? "", /9\.47/);
  });
});

describe("what is planted and harvested", () => {
  const document = parseText(`U.S. Flax Supply and Use 1/

2029/30 2030/31 Est. 2031/32 Proj. 2031/32 Proj.

Aug Sep

Area Million Acres
Planted 10.23 11.18 9.28 9.30
Harvested 6.44 7.81 7.36 7.37
`);
  const made = extract(document, head);

  it("is the area that its unit's line names, which is shown", () => {
    assert.deepEqual(
      made.insights.map(({ title }) => title),
      [
        "U.S. flax area planted, 2031/32 September projection",
        "U.S. flax area harvested, 2031/32 September projection",
      ],
    );
    for (const { finding, excerpts } of made.insights) {
      assert.match(finding, /U\.S\. flax area (?:planted|harvested) is put at \d+\.\d\d million acres for 2029\/30/);
      const shown = excerpts.map(({ start, end }) => document.text.slice(start, end)).join("\n");
      assert.match(shown, /^Area Million Acres$/m);
    }
  });
});

describe("the goods of one block of a balance", () => {
  const document = parseText(`U.S. Flax, Rye, and Hemp Supply and Use 1/

FLAX
2029/30 2030/31 Est. 2031/32 Proj. 2031/32 Proj.
Aug Sep

Million Bushels
Beginning Stocks 24 33 52 40
Production 318 344 402 428
Imports 2 3 1 1
Exports 51 64 53 55

RYE

2029/30 2030/31 Est. 2031/32 Proj. 2031/32 Proj.

August September

Million Bushels
Beginning Stocks 14 13 22 20
Production 218 244 302 328
Imports 3 4 2 2
Exports 41 54 43 45
`);
  const { insights } = extract(document, head);
  const shownFor = (words: string) =>
    insights
      .find(({ finding }) => finding.includes(words))
      ?.excerpts.map(({ start, end }) => document.text.slice(start, end));

  it("show the balance's own heading, which says whose they are", () => {
    const first = shownFor("U.S. flax exports are put at 51 million bushels");
    assert.match(first?.[0] ?? "", /^U\.S\. Flax, Rye, and Hemp Supply and Use 1\/\n\nFLAX\n2029\/30/);
    assert.equal(first?.at(-1), "Exports 51 64 53 55");
  });

  it("show it where the block stands further below too", () => {
    const second = shownFor("U.S. rye exports are put at 41 million bushels");
    assert.equal(second?.[0], "U.S. Flax, Rye, and Hemp Supply and Use 1/");
    assert.match(second?.[1] ?? "", /^RYE\n/);
    assert.equal(second?.at(-1), "Exports 41 54 43 45");
    assert.ok((second?.length ?? 9) <= 3);
  });
});
