import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { COMPANY } from "./heads.ts";

const made = (text: string) => {
  const document = parseText(text);
  return extract(document, COMPANY).insights.map(({ title, finding, excerpts }) => ({
    title,
    finding: finding.replace(/^.*?: /, ""),
    excerpts: excerpts.map(({ start, end }) => document.text.slice(start, end)),
  }));
};

const LEASES = `As of December 31, 2031, maturities of operating lease liabilities are as follows (in millions) (1):

December 31, 2031
2032 $ 136
2033 $ 106
2034 $ 92
After 2034 $ 756
Total operating payments $ 1,090
Present value of lease payments $ 906
`;

describe("what falls due in each year to come", () => {
  it("is told as one, with later years and the sum, and other rows as before", () => {
    const told = made(LEASES);
    const due = told.find(({ finding }) => finding.includes("$136 million"));
    assert.equal(
      due?.finding,
      "Harlow's maturities of operating lease liabilities were $136 million for 2032, $106 million for 2033, $756 million after 2034 and $1,090 million in total at December 31, 2031.",
    );
    assert.equal(due?.title, "Harlow operating lease maturities, December 31, 2031");
    assert.match(due?.excerpts.join("\n") ?? "", /^As of December 31, 2031, .*2034 \$ 92\nAfter 2034.*1,090$/s);
    assert.ok(told.some(({ finding }) => finding.includes("$906 million at December 31, 2031")));
  });

  it("is read with the day of the head, of business years", () => {
    const text = `The undiscounted cash flows for future maturities of the Company's lease liabilities and the reconciliation to the balance sheet are as follows:

(Dollars in millions) AS OF MAY 31, 2031
(1)

Fiscal 2032 $ 506
Fiscal 2033 562
Fiscal 2034 490
Thereafter 1,225
Total future cash flows related to lease payments $ 2,783
`;
    assert.match(
      made(text)[0]?.finding ?? "",
      /maturities of its lease liabilities were \$506 million for fiscal 2032, \$562 million for fiscal 2033, \$1,225 million thereafter and \$2,783 million in total at May 31, 2031/,
    );
  });

  it("is read where the rest of a year comes first", () => {
    const text = `Future payments under purchase obligations with a term in excess of one year as of July 1, 2031, are as follows (in millions):

2031 (remaining three months) $ 1,260
2032 3,417
2033 1,990
Thereafter 8,198
Total $ 14,865
`;
    const [one] = made(text);
    assert.match(
      one?.finding ?? "",
      /were \$1,260 million for 2031 \(remaining three months\), \$3,417 million for 2032/,
    );
    assert.equal(one?.title, "Harlow purchase obligation payments, July 1, 2031");
  });

  it("is not told without its day, nor where a year is left out", () => {
    const isTold = (text: string) => made(text).some(({ finding }) => finding.includes("136"));
    assert.ok(!isTold(LEASES.replaceAll("December 31, 2031", "year end")));
    assert.ok(!isTold(LEASES.replace("2033 $ 106\n", "")));
  });
});
