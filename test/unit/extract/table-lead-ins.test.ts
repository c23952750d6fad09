import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { readScope } from "../../../services/document/extract/tables/table-subject.ts";
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

describe("a lead-in that says by what its rows are divided", () => {
  const found = findingsOf(
    `Tarn builds boats and ropes for harbours all over the world.

The following table presents revenues by harbour:

(in millions)
Fiscal 2031 Fiscal 2030
Inner harbour $ 301 $ 288
Outer harbour 244 231
Total revenues $ 545 $ 519

Net revenues disaggregated by significant boats and services for the three- and nine-month periods ended June 30, 2031 and June 30, 2030 were as follows (in millions):

Fiscal 2031 Fiscal 2030
Skiffs $ 345 $ 302
Tugs 200 217

The following table presents segment net income (loss) by reportable segment and Wharf Businesses (in millions):

Fiscal 2031 Fiscal 2030
Hull Materials $ 61 $ 55
Net income of reportable segments 98 90
Wharf Businesses (7) 3

The breakdown of EBIT is as follows (in millions):

Fiscal 2031 Fiscal 2030
Near Isles $ 47 $ 41
Interest expense 12 11

Hire and Repair Revenue by the Company's offerings Hire and repair revenues consisted of the following (in millions):

Fiscal 2031 Fiscal 2030
Sales $ 81 $ 77
Moorings 64 60

The following tables set forth the approximate percentage of net sales by primary category:

Fiscal 2031 Fiscal 2030
Sails 40% 41%
Paints 20% 19%
`,
    "Tarn Form 10-K, 2031",
  )
    .map(({ finding }) => finding)
    .join("\n");

  const told = [
    "Tarn's revenues for Inner harbour were $301 million in fiscal 2031",
    "Tarn's total revenues were $545 million in fiscal 2031",
    "Tarn's net revenues for Skiffs were $345 million in fiscal 2031",
    "Tarn's segment net income for Hull Materials was $61 million in fiscal 2031",
    "Tarn's net income of reportable segments was $98 million in fiscal 2031",
    "Tarn's segment net income for Wharf Businesses was $(7) million in fiscal 2031",
    "Tarn's EBIT for Near Isles was $47 million in fiscal 2031",
    "Tarn's interest expense was $12 million in fiscal 2031",
    "Tarn's hire and repair revenues for Sales were $81 million in fiscal 2031",
    "Tarn's approximate percentage of net sales for Sails was 40% in fiscal 2031",
  ];
  for (const words of told) it(`tells that ${words}`, () => assert.ok(found.includes(words), found));
});

describe("a row of a table of what moved a balance", () => {
  const found = findingsOf(
    `Tarn builds boats and ropes for harbours all over the world.

The change in unearned revenue was as follows (in millions):

Three Months Ended June 30,
2031 2030
Unearned revenue from harbour purchases $ 15 $ 12
Revenue recognized over time (837) (756)
`,
    "Tarn Form 10-Q, 2031",
  ).map(({ finding }) => finding);

  it("tells what came to it, and not what was taken off as if that were negative itself", () => {
    assert.match(found.join("\n"), /unearned revenue from harbour purchases .*was \$15 million/);
    assert.ok(found.every((finding) => !/837/.test(finding)));
  });
});
