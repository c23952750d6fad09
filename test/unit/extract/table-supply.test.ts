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

describe("the goods of a place and what is made of them", () => {
  const { insights } = extract(
    parseText(`Table 26: Norland Oilseeds and Products Supply and Distribution

Thousand Metric Tons

2027/28 2028/29 2029/30
Mar
2030/31
Apr
2030/31
none
Production none
17,353Oilseed, Rapeseed 19,613 20,447 16,861 19,650
2,833Oilseed, Soybean 2,610 2,807 2,921 2,925
549Other 526 344 400 409

20,735Total 22,749 23,598 20,182 22,984
none
SME none
8,751Meal, Rapeseed 9,819 9,890 9,178 9,890
1,161Other 1,230 1,071 990 1,077

9,912Total 11,049 10,961 10,168 10,967
none
Food Use Dom. Cons. none
2,600Oil, Rapeseed 2,900 2,850 2,800 2,950
1,900Oil, Palm 2,050 1,900 1,950 1,905

4,500Total 4,950 4,750 4,750 4,855
`),
    head,
  );
  const findings = insights.map(({ finding }) => finding.replace(/^.*?: /, ""));

  it("are summed up by a total of one kind", () => {
    assert.ok(
      findings.some((one) => /^Norland's oilseed production is put at .* 22,984 thousand metric tons/.test(one)),
    );
    assert.ok(
      findings.some((one) => /^Norland's domestic vegetable oil food use is put at .* 4,855 thousand/.test(one)),
    );
  });

  it("say nothing where their measure is not known", () => {
    assert.deepEqual(
      findings.filter((one) => /9,890|10,967|SME|409/.test(one)),
      [],
    );
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

describe("goods that are counted as the first of their block is", () => {
  const block = `U.S. Flax, Rye, and Hemp Supply and Use 1/

FLAX
2029/30 2030/31 Est. 2031/32 Proj. 2031/32 Proj.
Aug Sep

Million Bushels
Beginning Stocks 24 33 52 40
Production 318 344 402 428
Exports, Total 51 64 53 55
Avg. Farm Price ($/bu) 4.93 4.07 3.70 3.80

RYE

2029/30 2030/31 Est. 2031/32 Proj. 2031/32 Proj.

August September

Beginning Stocks 14 13 22 20
Production 218 244 302 328
Exports 41 54 43 45
Unaccounted 1 2 3 4
`;
  const findingsOf = (text: string) => {
    const document = parseText(text);
    return extract(document, head).insights.map(({ finding, excerpts }) => ({
      finding,
      shown: excerpts.map(({ start, end }) => document.text.slice(start, end)),
    }));
  };
  const rye = (text: string) => findingsOf(text).filter(({ finding }) => finding.includes("rye"));

  it("have its units row by row, with the heading and the unit shown", () => {
    const found = rye(block);
    assert.deepEqual(
      found.map(({ finding }) => /U\.S\. rye [a-z ]+ put at \d+ [a-z]+ bushels/.exec(finding)?.[0]),
      [
        "U.S. rye beginning stocks are put at 14 million bushels",
        "U.S. rye production is put at 218 million bushels",
        "U.S. rye exports are put at 41 million bushels",
      ],
    );
    for (const { shown } of found) {
      assert.match(shown[0] ?? "", /^U\.S\. Flax, Rye, and Hemp Supply and Use 1\/\n[\s\S]*Million Bushels$/);
      assert.ok(shown.length <= 3);
    }
  });

  it("have none where the heading names what is made of them, or only two", () => {
    assert.deepEqual(rye(block.replace("Flax, Rye, and Hemp", "Flax and Products").replace("RYE", "RYE FLAX")), []);
    assert.deepEqual(rye(block.replace("Flax, Rye, and Hemp", "Flax and Rye")), []);
  });

  it("have none where another between them has its own", () => {
    const between = block.replace(
      "RYE\n",
      "HEMP\n2029/30 2030/31 Est. 2031/32 Proj. 2031/32 Proj.\nAug Sep\n\nMillion Pounds\nProduction 1 2 3 4\nImports 5 6 7 8\nExports 9 10 11 12\n\nRYE\n",
    );
    assert.deepEqual(rye(between), []);
  });
});

describe("a balance by classes", () => {
  const document = parseText(`U.S. Rye by Class: Supply and Use

Year beginning June 1
Hard Red
Winter
Hard Red
Spring
Soft Red
Winter White Durum Total
Million Bushels
2030/31 (Est.) Beginning Stocks 274 190 126 85 21 696
Production 773 505 344 276 80 1,978
Exports 218 250 117 222 19 826
Ending Stocks, Total 398 218 127 80 28 851
2031/32 (Proj.) Beginning Stocks 398 218 127 80 28 851
Production 804 458 353 283 86 1,984
Exports 325 240 120 190 25 900
Ending Stocks, Total Sep 426 216 131 92 37 902
`);
  const told = extract(document, head).insights.map(({ title, finding, questions }) => ({
    title,
    finding: finding.replace(/^.*?: /, ""),
    questions,
  }));
  const titled = (title: string) => told.find((one) => one.title === title);

  it("is of the season that begins its rows", () => {
    assert.equal(
      titled("U.S. rye production by class, 2031/32 projection")?.finding,
      "U.S. rye production is put at 804 million bushels for Hard Red Winter, 458 million bushels for Hard Red Spring, 353 million bushels for Soft Red Winter and 1,984 million bushels in total for 2031/32 (a projection).",
    );
    assert.match(
      titled("U.S. rye production by class, 2030/31 estimate")?.finding ?? "",
      /^U\.S\. rye production is put at 773 .* and 1,978 million bushels in total for 2030\/31 \(an estimate\)\.$/,
    );
    assert.match(
      titled("U.S. rye total ending stocks, 2031/32 September projection")?.finding ?? "",
      / are put at 426 .* in total for 2031\/32 \(September projection\)\.$/,
    );
  });

  it("is asked for as what is put at", () => {
    assert.match(
      titled("U.S. rye exports by class, 2031/32 projection")?.questions[0] ?? "",
      /^What are U\.S\. rye exports for Hard Red Winter put at for 2031\/32, /,
    );
  });
});
