import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const insightsOf = (text: string, head: Partial<DocumentHead>) =>
  extract(parseText(text), { ...BANK, ...head }).insights;
const findingsOf = (text: string, head: Partial<DocumentHead> = {}) =>
  insightsOf(text, head)
    .map(({ finding }) => finding)
    .join("\n");

describe("a finding under a heading that says whose view it is", () => {
  const text = `Staff Economic Outlook

The staff projection for real GDP growth in 2032 was 2.1 percent. Unemployment was expected to rise to 5 percent by the end of 2032 as output slowed. Risks to the price projection could come from a rise in freight rates of 20 percent.

Participants' Views on Current Conditions

Higher freight rates of 20 percent were seen as a threat to the price outlook in 2032. Payrolls rose by 40,000 in May 2031.`;

  it("says that it is the staff's where its sentence does not", () => {
    assert.match(findingsOf(text), /June 2031, staff outlook: Unemployment was expected to rise to 5 percent/);
    assert.doesNotMatch(findingsOf(text), /staff outlook: The staff/);
  });

  it("says that it is the participants', and of a fact nothing", () => {
    assert.match(findingsOf(text), /participants' views: Higher freight rates of 20 percent were seen/);
    assert.doesNotMatch(findingsOf(text), /views: Payrolls/);
  });

  it("quotes the heading", () =>
    assert.ok(
      insightsOf(text, {}).some(({ finding, excerpts }) => {
        const [first] = excerpts;
        return (
          /staff outlook: Unemp/.test(finding) && text.slice(first?.start, first?.end) === "Staff Economic Outlook"
        );
      }),
    ));
});

describe("a finding of a paragraph of some members' reasons", () => {
  it("is told as theirs", () =>
    assert.match(
      findingsOf(
        "Two members preferred to lower the rate to 3 percent at this meeting. Inflation was already falling in most regions and wages had slowed to 2 percent. Orders for machines had declined by 9 percent since the spring.",
      ),
      /view of two members: (?:Inflation was already falling|Orders for machines)/,
    ));

  it("is told as theirs where they judged what they voted for", () =>
    assert.match(
      findingsOf(
        "7: Eight members judged that maintaining the rate at 3 percent was warranted. Orders for machines had declined by 9 percent since the spring.",
      ),
      /view of eight members: Orders for machines/,
    ));
});

describe("a finding of a bank's paragraph on the world", () => {
  const found = findingsOf(
    "Turning to the global economy, growth had slowed to 2 percent in the spring. Manufacturing output had fallen by 1 percent while services had grown by 3 percent. In Northmark, exports had risen by 4 percent. Employment had increased by 2 percent in the quarter.",
  );

  it("says that it is of the world where it names no place", () =>
    assert.match(found, /global economy: Manufacturing output had fallen by 1 percent/));
  it("says so no more once a place was named", () => assert.doesNotMatch(found, /global economy: .*Employment/));
});

describe("a finding under a heading with a season", () => {
  const head = { title: "Northmark Grain Trade", sourceName: "Northmark Agriculture Department", authors: [] };

  it("names the season where its sentence does not", () =>
    assert.match(
      findingsOf(
        "OVERVIEW FOR 2031/32\n\nGlobal rye production is up this month as higher output in Sutherland offsets a smaller crop in Varn. Global rye trade in 2030 was 4 million tons.",
        head,
      ),
      /, 2031\/32: Global rye production is up/,
    ));
});

describe("a finding of paragraphs that open with a country", () => {
  it("names the country where its own sentence does not", () =>
    assert.match(
      findingsOf(
        "Norden: Prices remained firm at 300 crowns per tonne. The new support scheme raises farm payments for phosphate by 10 percent.\n\nSutherland: Buying stayed low in May, held back by costs of 200 crowns per tonne.\n\nVarn: Imports of urea fell by 30 percent in the first half of the year.",
        { title: "Fertilizer Market Monitor", sourceName: "Market Information Office", authors: [] },
      ),
      /, Norden: The new support scheme raises farm payments/,
    ));
});

describe("a text on how figures are made", () => {
  it("yields no finding, and what stands under the next heading does", () => {
    const found = findingsOf(
      "Technical Notes\n\nThe index of rents rose by 2 percent in a trial of 300 flats in Varn.\n\nWages\n\nWages in Northmark rose by 4 percent in May 2031.",
    );
    assert.doesNotMatch(found, /trial/);
    assert.match(found, /Wages in Northmark rose by 4 percent/);
  });
});

describe("a company's figures", () => {
  const head = {
    title: "Harlow earnings release, 2031",
    sourceName: "SEC filings",
    publishedDate: "2031-07-26",
    authors: ["Harlow"],
  };

  it("have the period that the line over their list gives", () =>
    assert.match(
      findingsOf(
        "For the three months ended June 30, 2031:\n\n• consolidated net revenues increased 34% to $2.2 billion, as compared to $1.6 billion in 2030; and\n\n• operating income increased 72% to $583 million, as compared to $338 million in 2030.",
        { ...head, title: "Harlow Form 10-Q, 2031" },
      ),
      /, three months ended June 30, 2031: Consolidated net revenues increased 34%/,
    ));

  it("have the quarter that a release is of", () => {
    const found = findingsOf(
      "Harlow Mills of Norden today announced results for second-quarter 2031, which ended on the last day of June.\n\nFinancial Highlights\n\nRevenue was $2.5 billion, up 5% on an as-reported basis from the mills in Norden.\n\nThe board authorized purchases of $400 million, and cash and investments were $5.1 billion.",
      head,
    );
    assert.match(found, /, second quarter of 2031: Revenue was \$2\.5 billion/);
    assert.doesNotMatch(found, /second quarter of 2031: The board/);
  });
});

describe("a paragraph that opens with a label, as others do", () => {
  const text = `Quay Dues: Privately paid dues in May came to an annual rate of 1,215 crowns. Dues of ferries were at 360 crowns in May.

Berth Rents: Privately paid rents in May came to an annual rate of 1,127 crowns. Rents of ferries were at 286 crowns in May.

Lock Fees: Privately paid fees in May came to an annual rate of 1,109 crowns. Fees of ferries were at 322 crowns in May.`;

  it("is told from its first sentence on, behind its label", () => {
    assert.match(findingsOf(text), /Quay Dues: Privately paid dues in May came to an annual rate of 1,215 crowns/);
    assert.match(findingsOf(text), /Berth Rents: Privately paid rents in May came to an annual rate of 1,127 crowns/);
  });
});
