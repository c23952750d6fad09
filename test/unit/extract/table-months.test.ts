import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Consumer Prices, March 2031",
  sourceName: "Statistics Norland",
  publishedDate: "2031-04-19",
  authors: [],
  documentUrl: "https://example.org/prices",
};
const toldOf = (text: string) =>
  extract(parseText(text), head).insights.map(
    ({ title, finding }) => `${title} | ${finding.replace(/^.*?2031: /, "")}`,
  );
const MONTHS = `Table B1 – CPI headline index numbers (Dec 2028=100)

Year Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Average1

2029 87,9 88,6 89,4 89,9 90,2 90,5 90,8 91,1 91,3 91,3 91,4 91,6 90,3
2030 91,9 92,8 93,1 92,6 92,0 92,5 93,7 93,9 94,0 94,3 94,3 94,4 93,3
2031 94,8 95,4 96,1 .. .. .. .. .. .. .. .. .. ..

1 Annual average.
`;
const PARTS = `Prices rose in all towns.

Table C – Contributions of the different groups to the annual percentage change in the CPI headline

Group
Contribution (% point)
Feb 2031 Mar 2031
Food and milk 2,4 2,1
Housing 1,0 1,1
Transport 0,1 -0,2
Residual -0,1 -0,1
All items 3,4 2,9
`;

describe("a table of the months of each year", () => {
  it("is told of the newest months, and of a year that is over with its average", () => {
    const told = toldOf(MONTHS);
    assert.ok(
      told.includes(
        "CPI headline index, March 2031 | The CPI headline index (Dec 2028=100) was 96,1 in March 2031, against 95,4 in February 2031 and 94,8 in January 2031.",
      ),
    );
    assert.ok(
      told.includes(
        "CPI headline index, December 2030 | The CPI headline index (Dec 2028=100) was 94,4 in December 2030 and 93,3 on average in 2030.",
      ),
    );
  });

  it("is told in per cent where it is of rates, and not at all where that is not said", () => {
    const rates = MONTHS.replace(/index numbers .*/, "year-on-year rates");
    assert.ok(
      toldOf(rates).some((one) => one.includes("CPI headline year-on-year rate was 96,1 percent in March 2031")),
    );
    assert.ok(toldOf(MONTHS.replace(/index numbers .*/, "levels")).every((one) => !one.includes("96,1")));
  });
});

describe("a table of contributions in percentage points", () => {
  it("is told with what they add to, and without its sum and rest", () => {
    const told = toldOf(PARTS);
    assert.ok(
      told.includes(
        "Housing CPI contribution, March 2031 | The contribution of housing to the annual percentage change in the CPI headline was 1,1 percentage points in March 2031, against 1,0 percentage points in February 2031.",
      ),
    );
    assert.ok(told.some((one) => one.includes("-0,2 percentage points in March 2031")));
    assert.ok(told.every((one) => !/contribution of (?:residual|all items)/i.test(one)));
  });

  it("is silent where the table does not say to what they contribute", () => {
    assert.ok(toldOf(PARTS.replace(/Table C .*/, "Table C")).every((one) => !one.includes("percentage points")));
  });
});
