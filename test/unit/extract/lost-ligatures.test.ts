import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { readLostLigatures, withLigatures } from "../../../services/document/extract/grammar/lost-ligatures.ts";
import { readVocabulary } from "../../../services/document/extract/grammar/vocabulary.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const LOST =
  "The nancial benet of the rst ferry was signicant. Rst came the reection, then the ow of oerings from Rsten and Nordeld.";

describe("words that lost a ligature before they came", () => {
  const { torn } = readVocabulary(LOST);

  it("are read whole", () => {
    assert.equal(
      withLigatures("Rst came the benet, then the nancial oerings.", torn),
      "First came the benefit, then the financial offerings.",
    );
  });

  it("are read whole where they are half of a compound, which the document has nowhere else", () => {
    const { torn } = readVocabulary("The nancial year brought a benet to rst-class ferries.");
    assert.equal(withLigatures("to rst-class ferries.", torn), "to first-class ferries.");
  });

  it("stay where they are names, or could be more than one word", () => {
    assert.equal(withLigatures("Rsten and Nordeld ow.", torn), "Rsten and Nordeld ow.");
  });

  it("are looked for only where a text shows that it lost them", () => {
    assert.equal(readVocabulary("The RST index of the ferry union rose.").torn.size, 0);
    assert.equal(readLostLigatures(new Map([["rst", 3]])).size, 0);
  });

  it("are reported, read whole in findings, and kept in the text and its excerpts", () => {
    const text =
      "The nancial year ended well. Ferry revenue rose by 4 percent in the rst quarter of 2031 because of a one-time benet from lower tolls.";
    const { insights, notes } = extract(parseText(text), BANK);
    const [insight] = insights;
    assert.match(insight?.finding ?? "", /first quarter of 2031 because of a one-time benefit/);
    const [{ start, end } = { start: 0, end: 0 }] = insight?.excerpts ?? [];
    assert.match(text.slice(start, end), /rst quarter .* benet/);
    assert.match(notes?.join(" ") ?? "", /3 words lost a ligature .* “financial” for “nancial”/);
  });

  it("are whole in the label of a table's row, and in a flow of cash", () => {
    const { insights } = extract(
      parseText(`The nancial year of Tarn ended well for its harbours, with a benet from its ropes and free cash ow of $92 million.

CONDENSED BALANCE SHEETS
(In millions)

June 30, December 31,
2031 2030
Accounts payable $ 194 $ 178
Accrued salaries and benets 317 381
Total current liabilities $ 511 $ 559
`),
      {
        title: "Tarn Form 10-Q, 2031",
        sourceName: "SEC EDGAR filings",
        publishedDate: "2031-07-26",
        authors: ["Tarn"],
        documentUrl: "https://example.org/tarn",
      },
    );
    const found = insights.map(({ finding }) => finding).join(" ");
    assert.match(found, /accrued salaries and benefits were \$317 million/);
    assert.equal(
      withLigatures("free cash ow and cash ows", new Map([["benet", "benefit"]])),
      "free cash flow and cash flows",
    );
  });
});
