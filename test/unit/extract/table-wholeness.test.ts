import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const insightsOf = (text: string, title = "Tarn Form 10-Q, 2031", company = "Tarn") => {
  const sourceName = company === "" ? "Halden Board of Harvests" : "SEC EDGAR filings";
  const authors = company === "" ? [] : [company];
  const head = { title, sourceName, publishedDate: "2031-07-30", authors, documentUrl: "https://example.org/tarn" };
  const document = parseText(`Tarn builds boats and ropes for harbours all over the world.\n\n${text}`);
  return extract(document, head).insights.map(({ excerpts, ...rest }) => ({
    ...rest,
    shown: excerpts.map(({ start, end }) => document.text.slice(start, end)),
  }));
};
const findingsOf = (text: string) => insightsOf(text).map(({ finding }) => finding);

describe("the rows of a balance's second season", () => {
  const rows = (year: number) => `World 3/ ${year}5.53 1,230.73 183.83 786.67 1,254.61 188.50 291.66
United States ${year}4.79 378.27 0.51 139.51 312.78 71.89 38.91
Argentina ${year}.48 50.00 0.01 11.50 15.90 32.00 4.58
Brazil ${year}.33 136.00 1.60 66.50 94.50 41.00 10.43`;
  const found = insightsOf(
    `World Corn Supply and Use 1/
(Million Metric Tons)

2029/30
Beginning
Stocks Production Imports
Domestic
Feed
Domestic
Total 2/ Exports
Ending
Stocks

${rows(3)}

2030/31 Est. BeginningStocks Productio n Imports DomesticFeed DomesticTotal 2/ Exports EndingStocks

${rows(7).replace("136.00", "141.00")}
`,
    "Harvest Estimates, July 2031",
    "",
  ).map(({ finding }) => finding);
  it("are of the season that heads them, not of the first", () => {
    assert.ok(found.some((one) => /For Brazil, corn production is put at 136.00 .* for 2029\/30\.$/.test(one)));
    assert.ok(
      found.some((one) => /For Brazil, corn production is put at 141.00 .* for 2030\/31 \(an estimate\)/.test(one)),
    );
  });
});

describe("a row that lost its other figures", () => {
  const found = findingsOf(`The following table presents restructuring, impairment and other charges (in millions):

Year ended December 31,
2030 2029 2028
Quay closure charges $ 12 $ 14 $ 19
Asset impairment 217
Harbour optimization charges 219 46 304
Rope renewal charges 21 22 23
`);
  it("names no row below it", () => {
    assert.ok(
      found.some((one) => /\$219 million/.test(one)),
      found.join(" | "),
    );
    assert.ok(found.every((one) => !/217/.test(one)));
  });
});

describe("what is shown of a row", () => {
  const text = `Tarn balance sheets

(in millions)
June 30, 2031 December 31, 2030
Current assets:
Receivables from harbours 515 537
Prepaid crew expenses 45 48
Total current assets 560 585
`;
  it("is its group's name, without the rows between them", () => {
    const total = insightsOf(text).find(({ finding }) => /total current assets/.test(finding));
    assert.ok(total?.shown.includes("Total current assets 560 585"), total?.shown.join(" | "));
  });
});

describe("what is shown of a place's second row", () => {
  const text = `World Corn Supply and Use 1/
(Million Metric Tons)

2030/31 Proj.
Beginning
Stocks Production Imports
Domestic
Feed
Domestic
Total 2/ Exports
Ending
Stocks

Argentina Jun 2.48 50.00 0.01 11.50 15.90 32.00 4.58
Jul 2.48 51.00 0.01 11.50 15.90 32.00 5.58
Brazil Jun 8.33 136.00 1.60 66.50 94.50 41.00 10.43
Jul 8.33 137.00 1.60 66.50 94.50 41.00 11.43
`;
  it("is not cut out of the first", () => {
    const brazil = insightsOf(text, "Harvest Estimates, July 2031", "").find(({ finding }) =>
      /For Brazil, .* 137.00/.test(finding),
    );
    assert.match(brazil?.shown.at(-1) ?? "", /^Brazil Jun 8\.33 .*\nJul 8\.33 137/);
  });
});

describe("a table of shares", () => {
  const found = findingsOf(`Statements of Operations
(As a percentage of total revenues)

Three Months Ended June 30,
2031 2030
Gross profit 74 % 72 %
Income from operations 15 12
Net income 9 % 7 %
`);
  it("says of what also where the sign stands in the row", () =>
    assert.ok(found.some((one) => /net income was 9% of total revenues/.test(one))));
});

describe("a table of a segment", () => {
  const found = findingsOf(`River Services Segment

Presented in the table below is financial information for the river services:

For the Three Months Ended June 30,
2031 2030
(In millions)
Operating revenues $ 1,005 $ 865
Depreciation and amortization 172 157
General taxes 68 61
`);
  it("says so of its rows", () =>
    assert.ok(found.some((one) => /operating revenues \(River Services Segment\) were \$1,005 million/.test(one))));
});

describe("parts of the lines of a statement", () => {
  const found = findingsOf(`The amounts that we include for crews on the northern and the southern isles are as follows:

(in millions)
Three Months Ended June 30,
2031 2030
Cost of revenues $ 41 $ 38
Marketing and sales 22 23
Harbour fees 5 6
`);
  it("are not told as the lines", () => assert.ok(found.every((one) => !/cost of revenues was/.test(one))));
});

describe("a group with the marks of notes before its colon", () => {
  const found = findingsOf(`Statements of Operations

(in millions)
Three Months Ended June 30,
2031 2030
Cost of revenues (1)(2):
Tickets and support 1,510 1,440
Ferry services 615 605
Total cost of revenues $ 2,125 $ 2,045
`);
  it("is named without them", () =>
    assert.ok(found.some((one) => /cost of revenues for Tickets and support was/.test(one))));
});
