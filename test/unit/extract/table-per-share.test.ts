import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { RELEASE } from "./heads.ts";

const findings = (text: string) => extract(parseText(text), RELEASE).insights.map(({ finding }) => finding);

const STATEMENT = `CONSOLIDATED STATEMENTS OF INCOME
(dollars in millions, except per share data)

12 Weeks Ended
May 7, 2031 May 8, 2030
Net sales $ 12,000 $ 11,000
Membership fees 300 200
NET INCOME ATTRIBUTABLE TO TARN $ 1,302 $ 1,353

NET INCOME PER COMMON SHARE ATTRIBUTABLE TO
TARN:
Basic $ 2.94 $ 3.05
Diluted $ 2.93 $ 3.04

Shares used in calculation (000s):
Basic 443,814 443,700
Diluted 444,360 444,886
`;

describe("what a share earned, below the statement of income", () => {
  it("is told of rows that have only their form, in no scale of the statement", () => {
    const told = findings(STATEMENT).join("\n");
    assert.match(
      told,
      /Basic net income per common share attributable to Tarn was \$2\.94 in the 12 weeks ended May 7, 2031/,
    );
    assert.match(told, /Diluted net income per common share attributable to Tarn was \$2\.93/);
    assert.doesNotMatch(told, /443,814/);
  });

  const WITH_SHARES = `Consolidated Statements of Income
(In thousands, except per share data)

13 Weeks Ended
January 28, January 29,
2031 2030
Net sales $ 3,226,773 100.0% $ 2,729,388 100.0%
Cost of sales 2,014,270 62.4% 1,702,059 62.4%
Net income $ 340,751 10.6% $ 289,366 10.6%

NAME
Basic $ 6.73 $ 5.44
Diluted $ 6.68 $ 5.41
`;

  it("is told where the figures above it had shares beside them", () => {
    assert.match(
      findings(WITH_SHARES.replace("NAME", "Net income per common share:")).join("\n"),
      /Tarn's diluted net income per common share was \$6\.68 in the 13 weeks ended January 28, 2031, against \$5\.41/,
    );
  });

  it("is not told without a line that says what it is of", () => {
    assert.doesNotMatch(findings(WITH_SHARES.replace("NAME\n", "")).join("\n"), /6\.68/);
  });
});
