import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Livestock outlook",
  sourceName: "Norland Farm Service",
  publishedDate: "2031-09-12",
  authors: [],
  documentUrl: "https://example.org/livestock",
};

const prices = `U.S. Quarterly Prices for Farm Products

Year and Quarter
Steers
2/
Barrows
and gilts
3/

Turkeys
4/
Eggs
5/

Dol./cwt Dol./cwt Cents/lb. Cents/doz. 2030 IV 189.75 62.89 93.6 409.5
Annual 187.12 63.41 93.7 303.1

2031 I 205.02 63.59 94.8 675.3
II 225.22 69.69 119.3 344.4
III* 239.62 77.05 156.8 283.0
IV* 234.00 66.00 169.0 215.0
Annual
Aug Proj. 228.56 69.82 131.5 403.7
Sep Proj. 225.97 69.08 135.0 379.4

2032 I* 242.00 65.00 135.0 215.0
II* 245.00 70.00 140.0 185.0
Annual
Aug Proj. 249 66 131 211
Sep Proj. 246 67 140 195

*Projection. 1/ Simple average of months.
`;

const toldOf = (text: string) => {
  const document = parseText(text);
  return extract(document, head)
    .insights.filter(({ finding }) => finding.includes(" price "))
    .map(({ title, finding, excerpts }) => ({
      title,
      finding: finding.replace(/^.*?: /, ""),
      excerpts: excerpts.map(({ start, end }) => document.text.slice(start, end)),
    }));
};

describe("prices of goods in columns, each in its own unit", () => {
  const told = toldOf(prices);

  it("are told of each column and of each year that ends in projections, the newest first", () => {
    assert.deepEqual(
      told.map(({ title }) => title),
      ["2031", "2032"].flatMap((year) =>
        ["steer", "barrow and gilt", "turkey", "egg"].map((one) => `U.S. ${one} price, ${year} September projection`),
      ),
    );
    assert.deepEqual(
      told[4]?.finding,
      "The U.S. steer price is put at $246 per hundredweight for 2032 (September projection) and $249 per hundredweight for 2032 (August projection).",
    );
    assert.match(
      told[2]?.finding ?? "",
      /^The U\.S\. turkey price is put at 135\.0 cents per pound for 2031 \(September/,
    );
    assert.match(
      told[7]?.finding ?? "",
      /^The U\.S\. egg price is put at 195 cents per dozen for 2032 .* and 211 cents per dozen/,
    );
  });

  it("show the units of the columns, and the year down to its projections", () => {
    assert.match(
      told[4]?.excerpts[0] ?? "",
      /^U\.S\. Quarterly Prices .*[\s\S]*Dol\.\/cwt Dol\.\/cwt Cents\/lb\. Cents\/doz\.$/,
    );
    assert.match(told[4]?.excerpts[1] ?? "", /^2032 I\* 242\.00 [\s\S]*\nSep Proj\. 246 67 140 195$/);
  });

  it("say nothing where a column lacks its unit, a year its quarters or the title its country", () => {
    assert.deepEqual(toldOf(prices.replace("Cents/lb. Cents/doz.", "Cents/lb.")), []);
    assert.equal(toldOf(prices.replace("2032 I*", "Other 2032")).length, 4);
    assert.deepEqual(toldOf(prices.replace("U.S. Quarterly", "Quarterly")), []);
  });
});
