import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { RELEASE } from "./heads.ts";

const made = (text: string) => {
  const document = parseText(text);
  return extract(document, RELEASE).insights.map(({ title, finding, excerpts }) => ({
    title,
    finding: finding.replace(/^.*?: /, ""),
    excerpts: excerpts.map(({ start, end }) => document.text.slice(start, end)),
  }));
};

const OUTLOOK = `Fiscal 2032 Outlook

For fiscal 2032, the Company plans to:

FY32 Outlook
Net sales $10.95 billion to $11.05 billion
New piers, net 25-30
Operating margin 14.7% to 15.0%
Diluted earnings per share $24.70 to $25.40
Share repurchases approximately $900 million
`;

describe("a table of guidance", () => {
  it("is an insight a row, with the period that stands over it", () => {
    const told = made(OUTLOOK);
    assert.deepEqual(
      told.map(({ finding }) => finding),
      [
        "Tarn's guidance for net sales was $10.95 billion to $11.05 billion for fiscal 2032.",
        "Tarn's guidance for new piers, net was 25 to 30 for fiscal 2032.",
        "Tarn's guidance for operating margin was 14.7% to 15.0% for fiscal 2032.",
        "Tarn's guidance for diluted earnings per share was $24.70 to $25.40 for fiscal 2032.",
        "Tarn's guidance for share repurchases was approximately $900 million for fiscal 2032.",
      ],
    );
    assert.equal(told[2]?.title, "Tarn operating margin guidance, fiscal 2032");
    assert.equal(told[2]?.excerpts.at(-1), "Operating margin 14.7% to 15.0%");
  });

  it("takes the scale of its head, for what is no share's, and a first row that runs into the head", () => {
    const text = `Business Outlook

Tarn is providing the following guidance for Q3 2032.

In billions, except per share data and percentages Q3 2032 Guidance Revenue $2.46 - $2.52
Organic growth 2% - 4%

Diluted EPS $0.67 - $0.72
`;
    const told = made(text).map(({ finding }) => finding);
    assert.ok(
      told.includes("Tarn's guidance for revenue was $2.46 billion to $2.52 billion for Q3 2032."),
      told.join("\n"),
    );
    assert.ok(told.includes("Tarn's guidance for diluted EPS was $0.67 to $0.72 for Q3 2032."));
  });

  it("reads a low and a high end, and tells no money without a scale", () => {
    const text = `Tarn’s 2032 Earnings Guidance

2032
EPS Guidance Low High
Estimated EPS on a GAAP basis ~ $ 1.04 ~ $ 1.13
Harbour fund
(2) ~ 0.16 ~ 0.16
Estimated spending ~ $ 20 ~ $ 10
Estimated EPS on a core basis ~ $ 1.19 ~ $ 1.23
`;
    assert.deepEqual(
      made(text).map(({ finding }) => finding),
      [
        "Tarn's guidance for GAAP EPS was about $1.04 to $1.13 for 2032.",
        "Tarn's guidance for core EPS was about $1.19 to $1.23 for 2032.",
      ],
    );
  });

  it("is none where its figures are plain, no period is named, or two are", () => {
    const rows = OUTLOOK.slice(OUTLOOK.indexOf("Net sales"));
    const isTold = (text: string) => made(text).some(({ finding }) => finding.includes("guidance for"));
    assert.ok(!isTold(`Outlook\n${rows}`));
    assert.ok(!isTold(`Outlook for FY31 and FY32\n${rows}`));
    assert.ok(!isTold(`Prior FY32 Outlook Updated FY32 Outlook\n${rows}`));
    const revised = "FY32 Outlook\nRopes 2,950 2,920 -30\nSails 1,100 1,150 -50\nOars 900 880 -20\n";
    assert.ok(!isTold(revised));
    const plain = "FY32 Outlook\nNet sales $10 million\nFees $4 million\nCosts $3 million\n";
    assert.ok(!isTold(plain));
  });
});
