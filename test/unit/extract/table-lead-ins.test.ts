import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { readScope } from "../../../services/document/extract/table-subject.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const findingsOf = (text: string, title: string) =>
  extract(parseText(text), {
    title,
    sourceName: "SEC EDGAR filings",
    publishedDate: "2031-09-30",
    authors: ["Tarn"],
    documentUrl: "https://example.org/tarn",
  }).insights;

describe("a row of a table whose lead-in says what its rows are of", () => {
  const found = findingsOf(
    `Tarn builds boats and ropes for harbours all over the world.

Accrued liabilities included the following:

June 30,
(Dollars in millions) 2031 2030
Crew compensation $ 552 $ 496
Dividends payable 529 485

Property, plant and equipment, net included the following:

June 30,
(Dollars in millions) 2031 2030
Boats and equipment $ 3,083 $ 2,870
Total property, plant and equipment, gross 9,715 9,097

Inventories consisted of the following (in millions):

June 30,
2031 2030
Raw materials and accessories $ 515 $ 537
Supplies and packing materials 45 48

The breakdown of Revenues is as follows (in millions):

Fiscal 2031 Fiscal 2030
North Isles $ 608 $ 353
Far Isles 413 267

The following table summarizes the total notional amounts for translated earnings contracts as of June 30, 2031 and 2030 (in millions):

June 30, 2031 June 30, 2030
Average rate forward contracts:
Velden crown-denominated $ 19 $ 21
Halden pound-denominated 11 12

The following table summarizes the total notional amounts for hedging contracts as of June 30, 2031 and 2030 (in millions):

Year ended June 30,
2031 2030
Average rate option contracts:
Velden mark-denominated $ 17 $ 23
Halden mark-denominated 15 16

The following table reconciles cash (in millions):

Six Months Ended June 30,
2031 2030
Add (less):
Depreciation and amortization $ 346 $ 321
Deferred income taxes 46 21
`,
    "Tarn Form 10-K, 2031",
  )
    .map(({ finding }) => finding)
    .join("\n");

  it("says it", () => {
    assert.match(found, /: Tarn's crew compensation \(accrued liabilities\) was \$552 million/);
    assert.match(found, /: Tarn's raw materials and accessories \(inventories\) were \$515 million/);
    assert.match(found, /: Tarn's revenues for North Isles were \$608 million/);
  });

  it("says it of a reconciliation of its beginning and its end", () =>
    assert.deepEqual(
      readScope(
        "The following table presents the reconciliation of the beginning and ending amount of unrecognized tax benefits (in millions):",
      ),
      { kind: "theme", name: "unrecognized tax benefits" },
    ));

  for (const words of [
    "Boats and related information",
    "Sources of liquidity",
    "Common",
    "Notional amount Fair value Fair value",
  ])
    it(`is no theme: "${words}"`, () => assert.equal(readScope(words).kind, "none"));

  it("says the whole, not what is left of it", () => {
    assert.match(found, /: Tarn's boats and equipment \(property, plant and equipment\)/);
    assert.match(found, /: Tarn's total property, plant and equipment, gross was/);
  });

  it("says in which currency contracts are, and nothing of a notional value told as of a year", () => {
    assert.match(
      found,
      /: Tarn's Velden crown-denominated average rate forward contracts \(total notional amounts\) were \$19/,
    );
    assert.doesNotMatch(found, /\$17 million/);
  });

  it("is of no group that only says what is done with its lines", () => assert.doesNotMatch(found, /for Add/));
});
