import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { rulingCores } from "../../../services/document/extract/titles/ruling-cores.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const namesOf = (said: string) => rulingCores(said).map(({ text }) => text);

describe("what is decided of a company", () => {
  for (const [said, name] of [
    [
      "On April 6, 2031, the United Kingdom Harbour and Markets Authority announced a decision to block the purchase, stating its reasons.",
      "UK Harbour and Markets Authority decision to block purchase",
    ],
    [
      "the Halden Ferry Commission issued an order on the fare application for Tarn",
      "Halden Ferry Commission order on fare",
    ],
    [
      "the Norden Public Service Commission issued an order approving the settlement in the general rate case filed in 2030",
      "Norden rate case order",
    ],
    [
      "Acmecorp's West Halden subsidiary filed a general rate case requesting $4 million",
      "West Halden rate case request",
    ],
    [
      "the Halden subsidiary filed its annual infrastructure surcharge requesting $8 million",
      "Halden infrastructure surcharge request",
    ],
    [
      "the Norden Ferry Commission issued a decision on the cost of capital application for Acmecorp's Norden subsidiary",
      "Norden cost-of-capital decision",
    ],
  ] as const)
    it(`is "${name}" in "${said}"`, () => assert.ok(namesOf(said).includes(name), namesOf(said).join("; ")));

  it("is not what another case is told by", () => {
    assert.deepEqual(
      namesOf(
        "the increase is driven by investments since the Halden subsidiary's 2030 rate case order approving fares",
      ),
      [],
    );
    assert.deepEqual(
      namesOf("Acmecorp's Halden subsidiary filed an updated application to change its pending 2030 rate case"),
      [],
    );
    assert.deepEqual(namesOf("the board issued its report"), []);
  });

  it("is the title of its finding, with whose company and when", () => {
    const text =
      "On May 3, 2031, the Norden Public Service Commission issued an order approving the joint settlement agreement in the general rate case filed by Tarn's Norden subsidiary, with an increase in ferry revenues of $44 million.";
    const { insights } = extract(parseText(text), {
      title: "Tarn Form 10-Q, 2031",
      sourceName: "SEC filings",
      publishedDate: "2031-07-28",
      authors: ["Tarn"],
      documentUrl: "https://example.org/tarn",
    });
    assert.deepEqual(
      insights.map(({ title }) => title),
      ["Tarn Norden rate case order, May 2031"],
    );
  });
});
