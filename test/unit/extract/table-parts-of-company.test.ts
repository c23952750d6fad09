import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { COMPANY } from "./heads.ts";

const findings = (text: string) => extract(parseText(text), COMPANY).insights.map(({ finding }) => finding);
const about = (text: string, words: RegExp) => findings(text).find((one) => words.test(one)) ?? "";

const BY_CHANNEL = `Harlow builds boats for harbours. We have two reportable segments—Ferries and Tugs.

Net revenues by distribution channel, including those of our reportable segments, were as follows (amounts in millions):

Three Months Ended June 30, 2031

Ferries Tugs
Non-reportable
segments

Elimination of
intersegment
revenues (3) Total
Net revenues by distribution channel:
Shops (1) $ 764 $ 510 $ 98 $ (9) $ 1,363
Yards 75 6 11 — 92
Total consolidated net revenues $ 839 $ 516 $ 109 $ (9) $ 1,455

Segment net revenues:
Shops (1) $ 556 $ 501 $ 98 $ (9) $ 1,146
Yards 13 47 11 — 71
Total segment net revenues $ 569 $ 548 $ 109 $ (9) $ 1,217

The sales of each were (in millions):

2031 2030
Ferries $ 839 $ 700
Tugs 516 400
`;

describe("tables whose columns are parts of a company", () => {
  it("are read where other parts and eliminations stand beside segments", () => {
    assert.match(
      about(BY_CHANNEL, /\$764 million/),
      /Harlow's net revenues for Shops were \$764 million for Ferries, \$510 million for Tugs, \$98 million for Non-reportable segments and \$1,363 million in total in the three months ended June 30, 2031/,
    );
  });

  it("call no row that of segments which stands beside rows that are", () => {
    assert.match(about(BY_CHANNEL, /\$556 million/), /segment net revenues for Shops were/);
    assert.match(about(BY_CHANNEL, /\$839 million for Ferries/), /Harlow's total consolidated net revenues were/);
  });

  const SEGMENTS = `Harlow builds boats. The Regulated Ferries segment had a good year.

Presented in the table below is summarized segment information (in millions):

As of or for the Three Months Ended June 30, 2031
Regulated Ferries Other Consolidated
Operating revenues $ 1,005 $ 92 $ 1,097
Interest income 6 9 15
Total assets 26,243 3,253 29,496
`;

  it("are read where the text alone calls a segment so, and what is left of the company by its word", () => {
    assert.match(
      about(SEGMENTS, /1,005/),
      /\$1,005 million for Regulated Ferries, \$92 million for “Other” and \$1,097 million in total in the three months ended June 30, 2031/,
    );
  });

  it("tell levels at the end of the period that a head gives for both", () => {
    assert.match(about(SEGMENTS, /26,243/), /in total at June 30, 2031/);
  });

  it("are read where names break over many lines, below their unit and period", () => {
    const text = `Revenues were as follows:

2031 2030
North America $ 21,608 $ 18,353
Europe, Middle East & Africa 13,418 12,479
Global Boat Divisions 58 102
TOTAL HARLOW, INC. REVENUES $ 35,084 $ 30,934

The following tables present revenues by segment and product line:

YEAR ENDED MAY 31, 2031

(Dollars in millions)
NORTH
AMERICA

EUROPE,
MIDDLE
EAST &
AFRICA
GLOBAL
BOAT
DIVISIONS

TOTAL
HARLOW, INC.
Revenues by:
Ropes $ 14,897 $ 8,260 $ — $ 23,157
Sails 6,711 5,158 58 11,927
`;
    assert.match(
      about(text, /14,897/),
      /revenues for Ropes were \$14,897 million for North America, \$8,260 million for Europe, Middle East & Africa and \$23,157 million for total Harlow, Inc\. in the year ended May 31, 2031/,
    );
  });

  const GRID = `The following table presents results (in millions):

Three Months Ended Three Months Ended
June 28, 2031 June 29, 2030
Domestic International Consolidated Domestic International Consolidated
Gross profit $ 9,106 $ 806 $ 9,912 $ 10,702 $ 938 $ 11,640
Selling expenses 7,332 638 7,970 7,946 689 8,635
Operating income $ 1,774 $ 168 $ 1,942 $ 2,756 $ 249 $ 3,005
`;

  it("are told for the newest of several periods", () => {
    assert.match(
      about(GRID, /9,106/),
      /gross profit was \$9,106 million for Domestic, \$806 million for International and \$9,912 million in total in the three months ended June 28, 2031\.$/,
    );
    assert.ok(!findings(GRID).some((one) => one.includes("10,702")));
  });

  const PLANS = `The following table presents the expense of employee retirement plans (in millions):

Domestic pension benefits International pension benefits 2031 2030 2031 2030
Service cost $ 105 $ 102 $ 22 $ 25
Interest cost 98 78 11 10
Recognized liability (499) (477) (168) (152)
Total expense $ 30 $ 29 $ 33 $ 35
`;

  it("are read where the names stand before the years of each, in one line", () => {
    assert.match(
      about(PLANS, /105 million/),
      /service cost \(.+\) was \$105 million for Domestic pension benefits and \$22 million for International pension benefits in 2031/,
    );
  });

  it("are read where long names stand before the years, which look like the first row", () => {
    const text = PLANS.replace(
      "International pension benefits",
      "International pension benefits Postretirement benefits",
    )
      .replace("2030 2031 2030", "2030 2031 2030 2031 2030")
      .replace(/(?<=^(?:Serv|Inter|Recog|Total).*)$/gm, " 9 8");
    assert.match(
      about(text, /105 million/),
      /\$22 million for International pension benefits and \$9 million for Postretirement/,
    );
  });

  it("tell no level of a year that may begin or end with it", () => {
    assert.ok(!findings(PLANS).some((one) => one.includes("499")));
  });

  it("name in the title what all of them are", () => {
    const { insights } = extract(parseText(PLANS), COMPANY);
    assert.equal(
      insights.find(({ finding }) => finding.includes("$98 million"))?.title,
      "Harlow benefit interest cost, 2031",
    );
  });

  it("are levels of fair value, of which no sum is told as the company's", () => {
    const text = `Presented below are assets measured at fair value on a recurring basis (in millions):

As of June 30, 2031
Level 1 Level 2 Level 3 Total
Rabbi trust investments $ 21 $ — $ — $ 21
Fixed-income securities 166 6 — 172
Total assets $ 187 $ 6 $ — $ 193
`;
    assert.match(
      about(text, /166/),
      /fixed-income securities at fair value were \$166 million in Level 1, \$6 million in Level 2 and \$172 million in total at June 30, 2031/i,
    );
    assert.ok(!findings(text).some((one) => one.includes("193")));
    const document = parseText(text);
    const { insights } = extract(document, COMPANY);
    const shown = insights[0]?.excerpts.map(({ start, end }) => text.slice(start, end)).join(" ") ?? "";
    assert.match(shown, /As of June 30, 2031/);
  });

  it("are told at the day that a row alone names", () => {
    const text = `RPO consisted of the following (in billions):

Current Noncurrent Total
As of April 30, 2031 $ 24.1 $ 22.6 $ 46.7
As of January 31, 2031 24.6 24.0 48.6
As of October 31, 2030 20.9 19.1 40.0
`;
    assert.match(
      about(text, /24\.1/),
      /Harlow's RPO was \$24\.1 billion current, \$22\.6 billion noncurrent and \$46\.7 billion in total at April 30, 2031/,
    );
    const { insights } = extract(parseText(text), COMPANY);
    assert.equal(insights[0]?.title, "Harlow RPO, April 30, 2031");
    assert.ok(insights[0]?.questions.some((one) => one.includes("compare between current and noncurrent?")));
  });
});
