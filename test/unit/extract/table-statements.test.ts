import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { RELEASE } from "./heads.ts";

const told = (text: string): string =>
  extract(parseText(text), RELEASE)
    .insights.map(({ finding }) => finding)
    .join("\n");

const OPENING = "Tarn builds boats and ropes for harbours all over the world.\n\n";

describe("a statement of income", () => {
  const found = told(`${OPENING}TARN CORPORATION
CONSOLIDATED STATEMENTS OF INCOME
(dollars in millions, except per share data)

12 Weeks Ended
November 20, 2030 November 21, 2029
REVENUE
Net sales $ 43,437 $ 39,417
Mooring fees 1,200 1,046
OPERATING EXPENSES
Cost of boats 37,769 33,952
Gross margin 6,868 6,511
OTHER INCOME (EXPENSE)
Interest expense (34) (39)
Income before income taxes 1,670 1,596
NET INCOME ATTRIBUTABLE TO TARN $ 1,264 $ 1,224

Shares used in calculation (000s):
Basic 443,837 443,377
Diluted 444,531 444,604
`);
  it("goes on below a line with a word in brackets", () =>
    assert.match(found, /interest expense was \$\(34\) million in the 12 weeks ended November 20, 2030/));
  it("has a gross margin in money", () => assert.match(found, /gross margin was \$6,868 million/));
  it("keeps the name of whose income it is", () =>
    assert.match(found, /Net income attributable to Tarn was \$1,264 million/));
  it("does not count shares on a scale of money", () => assert.doesNotMatch(found, /443,837 million/));
});

describe("a statement under a year and the parts of it", () => {
  const found = told(`${OPENING}TARN CORPORATION
Condensed Consolidated Statement of Earnings

(Unaudited; in Millions Except Per Share Figures) 2031

Q1 Q2 SIX MONTHS
Sales to customers $ 20,894 100.0 % $ 21,519 100.0 % $ 42,413 100.0 %
Cost of boats sold 6,687 32.0 6,462 30.0 13,149 31.0
Gross Profit 14,207 68.0 15,057 70.0 29,264 69.0
`);
  it("is told of each", () =>
    assert.match(
      found,
      /gross profit was \$14,207 million in Q1 2031 and \$15,057 million in Q2 2031 and \$29,264 million in the first six months of 2031/,
    ));
});

describe("a statement of cash flows", () => {
  const found = told(`${OPENING}TARN CORPORATION
CONSOLIDATED STATEMENTS OF CASH FLOWS
(dollars in millions)

Year ended June 30, 2031 Year ended June 30, 2030
Operating activities
Net income $ 1,264 $ 1,224
Change in operating assets and liabilities:
Trade receivables, net (64) 55
Merchandise inventories 134 (33)
Moorings 12 14
`);
  it("tells by how much what the company works with moved its cash", () => {
    assert.match(
      found,
      /cash effect of the change in trade receivables was \$\(64\) million in the year ended June 30, 2031/,
    );
    assert.match(found, /cash effect of the change in merchandise inventories was \$134 million/);
  });
  it("tells no level of the rest", () => assert.doesNotMatch(found, /oorings was|oorings were/));
});

describe("a reconciliation of earnings per share", () => {
  const found = told(`${OPENING}Reconciliation of GAAP and Core Measures
(in millions, unaudited)

Operating Profit Reconciliation

Year Ended
12/31/2031
Reported operating profit, GAAP measure $ 11,512
Gain associated with the Ferry Transaction (3,321)
Core operating profit, non-GAAP measure $ 8,602

Fiscal 2031 Diluted EPS Reconciliation

Year Ended
12/31/2031
Reported diluted EPS, GAAP measure $ 6.42
Restructuring charges 0.24
Pension-related impact 1.17
Core diluted EPS, non-GAAP measure $ 4.58
`);
  it("is not told in the millions of another table", () => {
    assert.match(found, /operating profit, GAAP measure was \$11,512 million/);
    assert.match(found, /diluted EPS, GAAP measure was \$6\.42 in/);
    assert.doesNotMatch(found, /0\.24|1\.17/);
  });
});
