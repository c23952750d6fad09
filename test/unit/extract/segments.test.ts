import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { spelledOut } from "../../../services/document/extract/prose/segments.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { COMPANY } from "./heads.ts";

const FIRST = "Northern Isles revenues increased 18% in fiscal 2031, primarily due to higher fares in the summer.";
/** So much that what stands behind the next heading is a passage of its own. */
const LONG =
  "The boats of the northern towns sail from the old harbour to all of the islands, and the ropes are made by hand. ".repeat(
    3,
  );
const insightsOf = (...items: string[]) =>
  extract(parseText(`FISCAL 2031 COMPARED TO FISCAL 2030\n\n${items.map((item) => `• ${item}`).join("\n")}`), COMPANY)
    .insights;

describe("what a list tells of a part of a company", () => {
  const left = "Cargo revenues increased 22% in fiscal 2031, primarily due to higher prices of timber.";

  it("is told of that part where a later item leaves it to the first", () => {
    const found = insightsOf(FIRST, left).find(({ finding }) => finding.includes("Cargo"));
    assert.match(found?.finding ?? "", /, Northern Isles: Cargo revenues increased/);
    assert.equal(found?.title, "Harlow Northern Isles cargo revenue increase, fiscal 2031");
  });

  it("is told of the company where the first item names no part", () => {
    const all = insightsOf(FIRST.replace("Northern Isles", "Ticket"), left);
    assert.ok(all.every(({ finding }) => !finding.includes("Ticket: ") && !finding.includes("Northern")));
  });

  it("is told of another part where it names that", () => {
    const other = left.replace("Cargo", "Southern Isles");
    assert.ok(insightsOf(FIRST, other).every(({ finding }) => !finding.includes("Northern Isles: ")));
  });

  it("is told of the whole name where the document gives it for the letters", () => {
    const named = { start: 0, end: 9 };
    const letters = new Map([["NWI", "North and West Isles"]]);
    assert.equal(spelledOut({ name: "NWI", named }, letters), "North and West Isles (NWI)");
    assert.equal(spelledOut({ name: "Southern Isles", named }, letters), "Southern Isles");
  });
});

describe("what stands behind a segment's heading", () => {
  const text = `Results of Operations

Harlow reports of one segment, and of what belongs to none.

Northern Ferries Segment

Presented in the table below is financial information for the Northern Ferries:

For the Three Months Ended June 30, 2031 2030
(In millions)
Operating revenues $ 805 $ 765
Depreciation and amortization 72 57
General taxes 68 66

Operating Revenues

Presented in the table below is information regarding the main components of operating revenues:

For the Three Months Ended June 30, 2031 2030
(In millions)
Crew costs $ 130 $ 126
Harbour costs 106 93
Total operating revenues $ 805 $ 765

For the three months ended June 30, 2031, operating revenues increased $40 million, primarily due to higher fares in the summer months.

Provision for Income Taxes

For the three months ended June 30, 2031, income tax expense increased $6 million, primarily due to higher income of the ropewalks abroad.

Other

For the three months ended June 30, 2031, operating revenues increased $20 million, primarily due to the increase in repairs at the new dock.

Liquidity

For the three months ended June 30, 2031, revenues of $9 million were deferred, primarily due to tickets that were sold in advance.
`;
  const { insights } = extract(parseText(text), COMPANY);
  const about = (words: string) => insights.find(({ finding }) => finding.includes(words));

  it("is of that segment, in tables and in sentences, though its heading stands no deeper", () => {
    assert.match(about("harbour costs")?.finding ?? "", /\(Northern Ferries Segment\)/i);
    assert.match(about("increased $40 million")?.finding ?? "", /, Northern Ferries: For the three months/);
    assert.match(about("increased $40 million")?.title ?? "", /Northern Ferries operating revenue increase/);
    assert.ok(
      about("increased $40 million")?.excerpts.some(({ start, end }) => text.slice(start, end).includes("Segment")),
    );
  });

  it("is of what belongs to no segment under “Other”", () => {
    assert.match(about("increased $20 million")?.finding ?? "", /, “Other”: For the three months/);
  });

  it("is of the whole company where it may be, and where a heading tells of something else", () => {
    assert.doesNotMatch(about("increased $6 million")?.finding ?? "", /Ferries|Other/);
    assert.doesNotMatch(about("were deferred")?.finding ?? "", /Ferries|Other/);
  });

  it("is of the quarter that the segment's heading names", () => {
    const release = `Harlow Reports Results

Harlow runs ferries and ropewalks in the northern towns. ${LONG}

Ferries Segment Q4 FY31 Results

Ferries Revenue

Ferries revenue of $13.5 million decreased 9.8% versus last year, primarily driven by lower fares in the northern towns. ${LONG}

Outlook

Revenue of $14 million was booked in advance, primarily driven by higher fares in the northern towns.
`;
    const found = extract(parseText(release), COMPANY).insights;
    const first = found.find(({ finding }) => finding.includes("$13.5 million"));
    assert.match(first?.finding ?? "", /, Q4 FY31: Ferries revenue/);
    assert.match(first?.title ?? "", /Q4 FY31$/);
    assert.ok(first?.excerpts.some(({ start, end }) => release.slice(start, end).includes("Q4 FY31 Results")));
    assert.doesNotMatch(found.find(({ finding }) => finding.includes("$14 million"))?.finding ?? "", /Q4 FY31|Ferries/);
  });
});
