import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { periodsTold } from "../../../services/document/extract/prose/period-told.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const shownIn = (text: string, words: string) => {
  const document = parseText(text);
  const { insights } = extract(document, {
    title: "Tarn earnings release, 2031",
    sourceName: "SEC EDGAR filings",
    publishedDate: "2031-07-26",
    authors: ["Tarn"],
    documentUrl: "https://example.org/tarn",
  });
  const found = insights.find(({ finding }) => finding.includes(words));
  return { finding: found?.finding, shown: found?.excerpts.map(({ start, end }) => document.text.slice(start, end)) };
};
const RELEASE =
  "Tarn today reported what its boats and ropes made, and thanked the harbours that it serves for their trust.";

describe("the period that a release has over its figures", () => {
  it("is shown where the nearest heading tells it", () => {
    const text = "First Quarter 2031 Results\nRopes\nRope revenue rose.";
    const heading = (start: number, end: number) => ({ start, end, kind: "heading" as const });
    const document = { text, blocks: [heading(0, 26), heading(27, 32)], tables: [], head: {}, repairs: [] };
    assert.deepEqual(periodsTold(document, "")("first quarter of 2031", 33), { start: 0, end: 26 });
    assert.equal(periodsTold(document, "")("second quarter of 2031", 33), undefined);
  });
  for (const [place, opening, told] of [
    [
      "in the release's head",
      `4 Tarn Reports Second Quarter 2031 Results\n\n${RELEASE}`,
      "Tarn Reports Second Quarter 2031 Results",
    ],
    [
      "in a sentence of its opening",
      `HALDEN, July 26, 2031 -- Tarn today announced results for the 13-week second quarter ended July 1, 2031 (“Q2”), against the same one of 2030. ${RELEASE}`,
      "HALDEN, July 26, 2031 -- Tarn today announced results for the 13-week second quarter ended July 1, 2031 (“Q2”), against the same one of 2030.",
    ],
  ] as const)
    it(`is shown where it is told ${place}`, () => {
      const said = "GAAP net income from ropes was $172 million, or $0.32 per diluted share.";
      const { finding, shown } = shownIn(`${opening}\n\nHighlights\n\n${said}`, "GAAP net income");
      assert.match(finding ?? "", /, (?:second quarter of 2031|July 2031 quarter): GAAP net income/);
      assert.deepEqual(shown, [told, said]);
    });
});
