import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const text = `Table 2. Consumer Price Index for Norland, by kind of goods, March 2031
[2020=100, unless otherwise noted]

Kind of goods
Relative
impor-
tance
Feb.
2031

Unadjusted percent
change
Seasonally adjusted percent change

Mar.
2030-
Mar.
2031

Feb.
2031-
Mar.
2031

Jan.
2031-
Feb.
2031

Feb.
2031-
Mar.
2031

All items. . . . . . . . . . . . 100.000 3.4 0.3 0.1 0.2
Bread and rolls. . . . . . . . . . . . 1.250 -2.1 -0.4 0.5 -0.6 Fresh cheese 1, 3. . . . . . . 5.1 0.6 0.7 0.8
Clothing
1. . . . . . . . . . . . 4.500 1.8 0.9 0.0 0.9
Housing. . . . . . . . . . . . 30.100 4.0 0.5 0.6 0.4
Motor fuel. . . . . . . . . . . . 3.300 6.2 0.7 -0.1 0.0
`;
const head = {
  title: "Consumer Price Index, March 2031",
  sourceName: "Norland Statistics",
  publishedDate: "2031-04-12",
  authors: [],
  documentUrl: "https://example.org/cpi",
};

describe("rows of an index under changes between two months", () => {
  const { insights } = extract(parseText(text), head);
  const about = (words: string) => insights.find(({ finding }) => finding.includes(words))?.finding ?? "";

  it("say how much it changed over a year, and over the newest month after seasonal adjustment", () => {
    assert.match(
      about("bread and rolls"),
      /fell 2\.1 percent from March 2030 to March 2031 and 0\.6 percent from February 2031 to March 2031 \(seasonally adjusted\)\.$/,
    );
    assert.match(about("motor fuel"), /rose 6\.2 percent .+ and was unchanged from February 2031 to March 2031/);
  });

  it("call nothing adjusted where both changes are the same", () => {
    assert.match(about("Clothing"), /and 0\.9 percent from February 2031 to March 2031\.$/);
  });

  it("say nothing where a cell is empty, so that its figures stand under other columns", () => {
    assert.equal(about("cheese"), "");
  });
});
