import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { deedIn } from "../../../services/document/extract/titles/deed-title.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

describe("what was done", () => {
  for (const [said, deed] of [
    ["On May 4, 2031, Tarn issued $60.0 million of its 4.8% Medium-Term Notes due 2048.", "Medium-Term Note issuance"],
    ["The board increased its size to 10 members and appointed Ada Quay as a member.", "Ada Quay appointment"],
    ["Tarn will be telling 50 people that their jobs will be eliminated.", "job elimination"],
    ["The harbour is wide and deep.", ""],
  ] as const)
    it(`is ${deed === "" ? "not there" : `"${deed}"`} in "${said}"`, () => assert.equal(deedIn(said), deed));

  it("is the title of a filing that has nothing better, before the filing's own name", () => {
    const text =
      "On May 4, 2031, the Board of Directors of Tarn Inc. increased its size to 10 members and appointed Ada Quay as a member of the Board effective immediately.";
    const { insights } = extract(parseText(text), {
      title: "Tarn Form 8-K, 2031 (2031-05-04)",
      sourceName: "SEC EDGAR filings",
      publishedDate: "2031-05-04",
      authors: ["Tarn"],
      documentUrl: "https://example.org/tarn",
    });
    assert.deepEqual(
      insights.map(({ title }) => title),
      ["Tarn Ada Quay appointment, May 2031"],
    );
    assert.ok(insights[0]?.questions.every((question) => question.includes("Ada Quay")));
  });
});
