import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Grain Monitor, September 2031",
  sourceName: "Norland Farm Service",
  publishedDate: "2031-09-12",
  authors: [],
  documentUrl: "https://example.org/grain",
};
const TABLE = `RYE PRICES

Source: Northern Grain Council

Export bids (fob, US$ per ton) 9-Sep-31 7-Aug-31 9-Sep-30 % change, '30-'31 Arden, Up River 199 203 184 8%
Velden 215 245 205 5%
Quale #3 Yellow Rye, Gulf 203 197 222 -9%
`;
const toldOf = (text: string) =>
  extract(parseText(text), head).insights.map(({ title, finding, excerpts }) => ({
    title,
    finding: finding.replace(/^.*?2031: /, ""),
    shown: excerpts.map(({ start, end }) => text.slice(start, end)),
  }));

describe("export bids on three days", () => {
  it("are told of each origin, the newest first", () => {
    const found = toldOf(TABLE).find(({ title }) => /^Arden/.test(title));
    assert.equal(
      found?.finding,
      "The export bid (fob) for rye from Arden, Up River was US$199 per ton on September 9, 2031, against US$203 per ton on August 7, 2031 and US$184 per ton a year before.",
    );
    assert.equal(found?.shown[0], "RYE PRICES");
    assert.match(found?.shown[1] ?? "", /^Export bids \(fob, US\$ per ton\) 9-Sep-31 .* 199 203 184 8%$/);
  });

  it("name their goods once", () => {
    assert.ok(
      toldOf(TABLE).some(({ finding }) => /bid \(fob\) for Quale #3 Yellow Rye, Gulf was US\$203/.test(finding)),
    );
  });

  it("are not read where the change is another than that of their figures, nor of goods that are not named", () => {
    assert.ok(toldOf(TABLE.replace("184 8%", "203 8%")).every(({ finding }) => !/export bid/.test(finding)));
    assert.ok(toldOf(TABLE.replace("RYE PRICES", "Prices")).every(({ finding }) => !/export bid/.test(finding)));
  });
});
