import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Dairy outlook",
  sourceName: "Norland Farm Service",
  publishedDate: "2031-09-12",
  authors: [],
  documentUrl: "https://example.org/dairy",
};

describe("projections of two years, each of two months", () => {
  const told = (text: string) =>
    extract(parseText(text), head).insights.map(({ title, finding }) => `${title}: ${finding.replace(/^.*?: /, "")}`);

  it("stand under their months, with the unit behind the name of the rows, and on the basis named above them", () => {
    const found = told(`U.S. Oat Milk Supply and Use

Commodity
2029 2030 2031 Proj. 2031 Proj. 2032 Proj. 2032 Proj.

Aug Sep Aug Sep

Milk Billion Pounds
Production 226.3 225.9 230.0 231.4 231.3 234.3

Fat Basis Supply
Imports 7.4 9.1 8.1 8.0 8.3 8.4
Skim-solid Basis Supply
Imports 6.3 6.8 6.9 6.5 7.1 7.0
Disappearance
Total 183.6 183.2 187.3 188.6 188.9 191.8
Per Capita (number) 277.7 270.6 261.0 260.3 276.4 275.7
`);
    assert.deepEqual(found, [
      "U.S. oat milk production, 2032 September projection: U.S. oat milk production is put at 230.0 billion pounds for 2031 (August projection), 231.4 billion pounds for 2031 (September projection), 231.3 billion pounds for 2032 (August projection) and 234.3 billion pounds for 2032 (September projection).",
      "U.S. oat milk fat-basis imports, 2032 September projection: U.S. oat milk imports on a fat basis are put at 8.1 billion pounds for 2031 (August projection), 8.0 billion pounds for 2031 (September projection), 8.3 billion pounds for 2032 (August projection) and 8.4 billion pounds for 2032 (September projection).",
      "U.S. oat milk skim-solid-basis imports, 2032 September projection: U.S. oat milk imports on a skim-solid basis are put at 6.9 billion pounds for 2031 (August projection), 6.5 billion pounds for 2031 (September projection), 7.1 billion pounds for 2032 (August projection) and 7.0 billion pounds for 2032 (September projection).",
      "U.S. oat milk total disappearance, 2032 September projection: U.S. oat milk total disappearance is put at 187.3 billion pounds for 2031 (August projection), 188.6 billion pounds for 2031 (September projection), 188.9 billion pounds for 2032 (August projection) and 191.8 billion pounds for 2032 (September projection).",
    ]);
  });

  it("of a list of prices are the country's", () => {
    const found = told(`U.S. Dairy Prices

Commodity
2029 2030 2031 Proj. 2031 Proj. 2032 Proj. 2032 Proj.
Aug Sep Aug Sep

Product Prices 1/ Dollars Per Pound
Ghee 1.7593 1.8634 1.815 1.805 1.775 1.740
Dry Whey 0.3618 0.4913 0.575 0.595 0.510 0.620

Dollars Per Cwt
Milk Prices 2/
Class II 17.02 18.89 18.20 18.15 17.40 17.65
All Milk 3/ 20.34 22.55 21.35 21.05 20.40 19.25
`);
    assert.deepEqual(
      found.map((one) => /: (.* put at \S+ per \w+)/.exec(one)?.[1]),
      [
        "The U.S. ghee price is put at $1.815 per pound",
        "The U.S. dry whey price is put at $0.575 per pound",
        "The U.S. Class II milk price is put at $18.20 per hundredweight",
        "The U.S. all milk price is put at $21.35 per hundredweight",
      ],
    );
    assert.match(
      found[0] ?? "",
      /\$1\.775 per pound for 2032 \(August projection\) and \$1\.740 per pound for 2032 \(September/,
    );
  });
});
